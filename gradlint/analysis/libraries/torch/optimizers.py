"""PyTorch: optimizers are made and given what they optimise."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import OptimizerParam
from gradlint.analysis.domain.graph import TORCH, Source
from gradlint.analysis.domain.values import Array, Dictionary, Object, Params, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors import one_pass, registration, training_step
from gradlint.core.records import replace
from gradlint.knowledge.names.torch import SCALE_FREE


def _optimizer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    params = args.get(0, "params") or args.get(0, "parameters")
    if params is not None:
        for ref in optimised_arrays(machine, params, node):
            array = machine.array(ref)
            if array is not None:
                machine.flow.optimizer_params.append(OptimizerParam(machine.place(node), array, array.name))
                machine.flow.optimised.add(array.node)
                _as_intended(machine, ref, array, node)
                if _rate_is_quotient(node) or _is_scale_free(name, args):
                    training_step.rescale(machine, array.node)
    options = dict(args.kw)
    if len(args.pos) > 1:
        options.setdefault("lr", args.pos[1])
    made = machine.alloc(Object(name, (params,) if params is not None else (), options))
    for value in _generators(machine, params):
        one_pass.drain(machine, value, "optimizer", node)
    _keep_lists(machine, params, node)
    held = (
        {ref for ref in optimised_arrays(machine, params, node) if isinstance(ref, Ref)}
        if params is not None
        else set()
    )
    registration.note_optimizer(machine, made, held, node)
    return made


def _is_scale_free(name: str, args: Arguments) -> bool:
    """Adam divides each gradient by its own size: a sum over batches steps like their mean."""
    short = name.rpartition(".")[2]
    return short in SCALE_FREE and (short.endswith("W") or "weight_decay" not in args.kw)


def _generators(machine: Machine, params: Value | None) -> list[Value]:
    """What the optimizer reads: the parameters themselves, or those of each group."""
    thing = machine.load(params)
    found = [params] if params is not None else []
    if isinstance(thing, Sequence):
        groups = [each for each in map(machine.load, machine.members(thing)) if isinstance(each, Dictionary)]
        found += [each.items["params"] for each in groups if "params" in each.items]
    return found


def _keep_lists(machine: Machine, params: Value | None, node: cst.CSTNode) -> None:
    """The optimizer writes a list of the parameters into each group that it is given: the next reader finds that."""
    thing = machine.load(params)
    for ref in machine.members(thing) if isinstance(thing, Sequence) else ():
        group = machine.load(ref)
        if isinstance(ref, Ref) and isinstance(group, Dictionary) and "params" in group.items:
            held = group.items["params"]
            if isinstance(machine.load(held), Params):
                elements, whole = elements_of(machine, held, node)
                if whole:
                    kept = machine.alloc(Sequence("list", tuple(elements)))
                    machine.update(ref, replace(group, items={**group.items, "params": kept}))


def _rate_is_quotient(node: cst.CSTNode) -> bool:
    """`lr=0.1 / k`: whoever divides the rate has thought of how many gradients are summed."""
    if not isinstance(node, cst.Call):
        return False
    named = [each.value for each in node.args if each.keyword is not None and each.keyword.value == "lr"]
    second = [each.value for each in node.args[1:2] if each.keyword is None]
    return any(
        isinstance(each, cst.BinaryOperation) and isinstance(each.operator, cst.Divide)
        for each in [*named, *second]
    )


def _as_intended(machine: Machine, ref: Value, array: Array, node: cst.CSTNode) -> None:
    """An optimizer refuses what is no leaf; go on as if it had been one."""
    if isinstance(ref, Ref) and TORCH in array.tracked and not array.leaf and not array.parameter:
        made = machine.node("leaf", machine.place(node), source=Source("leaf", array.name))
        machine.update(ref, replace(array, node=made, leaf=True))


def optimised_arrays(machine: Machine, params: Value, node: cst.CSTNode) -> list[Value]:
    """The arrays handed to an optimizer, through lists and parameter groups."""
    thing = machine.load(params)
    if isinstance(thing, Array):
        return [params]
    if isinstance(thing, Dictionary):
        return optimised_arrays(machine, thing.items["params"], node) if "params" in thing.items else []
    if isinstance(thing, (Sequence, Params)):
        elements, _ = elements_of(machine, params, node)
        return [ref for each in elements for ref in optimised_arrays(machine, each, node)]
    return []


def install() -> None:
    """Register the optimizers, whose names come from the tables."""
    for short in op_facts.torch_table().sets.get("optimizers", frozenset()) | {"Optimizer"}:
        registry.functions([f"torch.optim.{short}"], _optimizer)
