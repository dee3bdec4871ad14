"""torch.distributed: collectives write in place and have no derivative; those of torch.distributed.nn have."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import NOBODY, TORCH
from gradlint.analysis.domain.values import Const, Lib, Ref, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Reduced
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


@registry.function("torch.distributed.all_reduce", "torch.distributed.reduce", "torch.distributed.broadcast")
def reduce(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "tensor")
    op = args.get(1, "op")
    sums = name.endswith("all_reduce") and (op is None or (isinstance(op, Lib) and op.name.endswith(".SUM")))
    if value is not None:
        machine.announce(Reduced(value, sums, node))
    return Const(None)


@registry.function("torch.distributed.all_gather", "torch.distributed.all_gather_into_tensor")
def all_gather(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Fills plain tensors with the numbers of all processes."""
    into, value = args.get(0), args.get(1, "tensor") or args.get(1, "input_tensor")
    if into is None or value is None:
        return Const(None)
    given = machine.array(value)
    filled = [into] if machine.array(into) is not None else elements_of(machine, into, node)[0]
    for each in filled:
        array = machine.array(each)
        if array is not None and isinstance(each, Ref) and given is not None and TORCH in given.tracked:
            made = machine.node(Op.ALL_GATHER, machine.place(node), ((value, "value"),), cut="stop")
            machine.update(each, replace(array, node=made, tracked=NOBODY))
    return Const(None)


@registry.function("torch.distributed.get_world_size", "torch.distributed.get_rank")
def number(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.number(node)
