"""torchdiffeq: solves with a function of the program; the adjoint differentiates what the function owns, no more."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import TORCH, Node
from gradlint.analysis.domain.values import Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch_stack.wrappers import is_torch_module


@registry.function("torchdiffeq.odeint", "torchdiffeq.odeint_adjoint")
def solve(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func, start, times = args.get(0, "func"), args.get(1, "y0"), args.get(2, "t")
    if func is None or start is None or times is None:
        return machine.unknown(node, args.flows(), name)
    since = machine.fresh()
    moment = machine.compute("torch", "getitem", node, ((times, "value"),), dtype="float", shape=())
    slope = machine.invoke(func, Arguments((moment, start)), node)
    own = args.kw.get("adjoint_params", func)
    # A module without parameters of its own brings none, and neither does an empty list.
    known = is_torch_module(machine, own) or isinstance(machine.load(own), Sequence)
    if name.endswith("adjoint") and (known or machine.parameters_of(own)):
        listed = frozenset(machine.parameters_of(func)) if "adjoint_params" in args.kw else frozenset()
        _note_outside(machine, own, (start, times), slope, since, listed, node)
    return machine.compute("torch", "odeint", node, ((start, "value"), (slope, "value")), dtype="float")


def _note_outside(
    machine: Machine,
    owner: Value,
    given: tuple[Value, ...],
    slope: Value,
    since: int,
    functions: frozenset[Ref],
    call: cst.CSTNode,
) -> None:
    """Parameters that go in and that the adjoint does not know: neither the function owns them nor the list.

    Where the function owns them, it is the list that leaves them out.
    """
    forgotten = {array.node for ref in functions if (array := machine.array(ref)) is not None}
    own = {array.node for ref in machine.parameters_of(owner) if (array := machine.array(ref)) is not None}
    own.update(
        edge.node for value in given for edge in machine.edges(value)
    )  # the state has a gradient of its own
    stack = [edge.node for edge in machine.edges(slope)]
    seen: set[Node] = set(stack)
    while stack:
        here = stack.pop()
        for edge in here.edges if here.id > since else ():
            kind = edge.node.source.kind if edge.node.source is not None else ""
            if kind in ("parameter", "leaf", "module") and edge.node not in own and TORCH in edge.tracked:
                name = edge.node.source.name if edge.node.source is not None else ""
                if edge.node in forgotten:
                    machine.fault(call, "left-out-of-adjoint")
                    return
                machine.fault(here.place.node, "outside-adjoint", name)
            if edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
