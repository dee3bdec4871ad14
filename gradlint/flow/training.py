"""The training step: what has happened to the gradients of each parameter so far.

A parameter's gradient is absent, present after backward, or used after step. Everything that can
go wrong with the order of a training step is a transition that this little machine does not like.
"""

from __future__ import annotations

from typing import Literal

import libcst as cst

from gradlint.flow.facts import Misuse, Sink
from gradlint.flow.freed import note_freed
from gradlint.flow.freezing import thaw
from gradlint.flow.graph import TORCH, Node, Place, reachable
from gradlint.flow.iterate import elements_of
from gradlint.flow.kinds import given
from gradlint.flow.machine import Machine
from gradlint.flow.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Layer,
    Object,
    Params,
    Ref,
    Sequence,
    Value,
)
from gradlint.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Gradient:
    """The state of one parameter's .grad."""

    state: Literal["absent", "present", "used", "unknown"]
    place: Place | None = None
    scaled: bool = False
    zeroed: Place | None = None
    """Cleared here although no step had used it."""
    stale: Place | None = None
    """Added here on top of what a step had already used."""
    batches: frozenset[int] = frozenset()
    """The backward calls of undivided losses that may be in it, by the identity of their syntax."""
    summed: Place | None = None
    """Such a call that was added to itself: one pass of a loop and the next, with no zero between."""


ABSENT = Gradient("absent")
UNKNOWN = Gradient("unknown")


def merged(one: Gradient, two: Gradient) -> Gradient:
    if one == two:
        return one
    return replace(UNKNOWN, batches=one.batches | two.batches, summed=one.summed or two.summed)


def sources_behind(sink: Sink) -> list[Node]:
    """The leaves that a backward pass reaches."""
    found: dict[Node, None] = {}
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.source is not None:
            found[here] = None
        if not here.recorded_by(TORCH):
            continue
        for edge in here.edges:
            if TORCH in edge.tracked and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return list(found)


def note_backward(machine: Machine, sink: Sink, retain: bool | None, create_graph: bool) -> None:
    place = sink.place
    scaled = any(target.op == "scaled" for target in sink.targets)
    sources = sources_behind(sink)
    undivided = not machine.modulo and not any(is_scaled(each) or is_sum(each) for each in sink.targets)
    pieces = undivided and of_a_piece(sink.targets)
    for source in sources:
        before = machine.grads.get(source.id, ABSENT)
        known = source.source is not None and source.source.kind != "unknown"
        stale = before.stale or (place if before.state == "used" and known else None)
        if source.id in machine.empty_clips:
            clip = machine.empty_clips.pop(source.id)
            machine.flow.misuses.append(Misuse(clip, "clip-order", "torch", "", place))
        if machine.empty_steps and source.id in machine.empty_steps:
            step = machine.empty_steps.pop(source.id)
            machine.flow.misuses.append(Misuse(step, "step-before-backward", "torch"))
        here = frozenset({id(place.node)} if undivided else ())
        summed = before.summed or (place if here & before.batches else None)
        if summed is not None and pieces:
            machine.pieced.add(source.id)
        machine.grads[source.id] = Gradient(
            "present", place, scaled, None, stale, before.batches | here, summed
        )
    if create_graph:
        for source in sources:
            machine.graph_grads[source.id] = place
    note_freed(machine, sink, retain, create_graph)
    for target in sink.targets:
        machine.asked_once[target.id] = place


def is_scaled(node: Node) -> bool:
    """Whether the loss is a quotient or a product with a plain number."""
    while node.op in ("scaled", "either", "add") and len(node.edges) == 1:
        node = node.edges[0].node
    return node.op in ("div", "mul", "div_", "mul_", "true_divide")


def is_sum(node: Node) -> bool:
    """The loss is summed over its batch: adding batches up is as good as one large batch."""
    return node.op == "sum" or given(node, 99, "reduction")[1] == "sum"


PIECES = frozenset({"chunk", "split", "tensor_split"})


def of_a_piece(targets: tuple[Node, ...]) -> bool:
    """The loss is that of one piece of a batch which was cut into several."""
    return any(each.op in PIECES and not each.tracked for each in reachable(targets, TORCH))


def note_accumulation(machine: Machine) -> None:
    """Gradients are summed over several batches, the loss was never divided by their number."""
    for source, (place, step) in machine.rare_steps.items():
        if source not in machine.rescaled:
            machine.flow.misuses.append(Misuse(place, "unscaled", "torch", "", step))


def arrays_of(machine: Machine, value: Value, node: cst.CSTNode) -> list[Array]:
    """The parameters that an optimizer, a module or a list stands for."""
    thing = machine.load(value)
    if isinstance(thing, Array):
        return [thing]
    if isinstance(thing, Object):
        return [array for each in thing.args for array in arrays_of(machine, each, node)]
    if isinstance(thing, (Layer, Instance)):
        return [array for ref in machine.parameters_of(value) if (array := machine.array(ref)) is not None]
    if isinstance(thing, (Sequence, Params)):
        return [
            array for each in elements_of(machine, value, node)[0] for array in arrays_of(machine, each, node)
        ]
    if isinstance(thing, Dictionary) and "params" in thing.items:
        return arrays_of(machine, thing.items["params"], node)
    return []


def note_zero(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    for array in arrays_of(machine, value, node):
        forget_gradient(machine, array.node, machine.place(node))


def forget_gradient(machine: Machine, source: Node, place: Place) -> None:
    before = machine.grads.get(source.id, ABSENT)
    lost = place if before.state == "present" else None
    machine.grads[source.id] = replace(ABSENT, zeroed=lost, place=before.place)
    machine.graph_grads.pop(source.id, None)


def note_step(machine: Machine, optimizer: Value, node: cst.CSTNode) -> None:
    arrays = [each for each in arrays_of(machine, optimizer, node) if TORCH in each.tracked]
    states = [machine.grads.get(each.node.id, ABSENT) for each in arrays]
    place = machine.place(node)
    if arrays and all(each.state == "absent" for each in states):
        zeroed = next((each.zeroed for each in states if each.zeroed is not None), None)
        if zeroed is not None and not machine.context.imagined:
            if place.node not in machine.empty_places:
                machine.flow.misuses.append(Misuse(zeroed, "zero-before-step", "torch", "", place))
        elif not machine.context.imagined:
            machine.empty_places.add(place.node)
            for each in arrays:
                machine.empty_steps[each.node.id] = place
        return
    for each, state in zip(arrays, states):
        rare = machine.modulo or each.node.id in machine.pieced
        if rare and state.summed is not None:
            machine.rare_steps[each.node.id] = state.summed, place
        if state.stale is not None:
            machine.flow.misuses.append(Misuse(state.stale, "missing-zero-grad", "torch", each.name))
        if state.state == "present":
            machine.grads[each.node.id] = replace(
                state, state="used", place=place, stale=None, batches=frozenset(), summed=None
            )


def has_gradient(machine: Machine, array: Array) -> bool:
    """Whether a step would change this parameter at all."""
    return machine.grads.get(array.node.id, ABSENT).state != "absent"


def note_mode(machine: Machine, module: Value, evaluating: bool) -> None:
    """model.eval(), model.train()"""
    for ref in machine.parameters_of(module):
        array = machine.array(ref)
        if array is not None:
            (machine.evaluated.add if evaluating else machine.evaluated.discard)(array.node.id)


def note_clip(machine: Machine, value: Value | None, node: cst.CSTNode) -> None:
    arrays = arrays_of(machine, value, node) if value is not None else []
    states = [machine.grads.get(each.node.id, ABSENT) for each in arrays]
    if not states:
        return
    if all(each.state == "absent" for each in states) and not machine.context.imagined:
        for each in arrays:
            machine.empty_clips[each.node.id] = machine.place(node)
    elif all(each.state == "used" for each in states):
        machine.misuse(node, "clip-order", "torch", "", states[0].place)
    elif all(each.state == "present" and each.scaled for each in states):
        machine.misuse(node, "scaler-order", "torch", "", states[0].place)


def note_unscale(machine: Machine, optimizer: Value, node: cst.CSTNode) -> None:
    held = {each.node.id for each in arrays_of(machine, optimizer, node)}
    # An optimizer whose parameters were picked by a condition may hold any that has a gradient.
    if not any(machine.grads.get(each, ABSENT).state == "present" for each in held):
        held = set(machine.grads)
    for each in held:
        machine.grads[each] = replace(machine.grads.get(each, ABSENT), scaled=False)


def note_by_hand(machine: Machine, source: Node, value: Value, place: Place) -> None:
    """p.grad = ..."""
    if value == Const(None):
        forget_gradient(machine, source, place)
    else:
        machine.grads[source.id] = UNKNOWN


def forget(machine: Machine, values: tuple[Value, ...], node: cst.CSTNode) -> None:
    """Something unknown was given these: it may do anything with their gradients."""
    if machine.frozen:
        thaw(machine, values, False)
    for value in values:
        if isinstance(value, Ref):
            for array in arrays_of(machine, value, node):
                if array.node.id in machine.grads:
                    machine.grads[array.node.id] = UNKNOWN


# -- graphs kept alive --------------------------------------------------------------------


def note_stored(machine: Machine) -> None:
    """What an evaluation loop has stored with its graph, and nobody differentiates."""
    wanted = reachable([target for sink in machine.flow.sinks for target in sink.targets], TORCH)
    for node, place in machine.stored:
        if node not in wanted:
            machine.flow.misuses.append(Misuse(place, "kept-graph", "torch"))


def note_accumulated(machine: Machine, old: Value, new: Value, node: cst.CSTNode) -> None:
    """`total += loss`: the sum holds on to graphs that backward has already gone through."""
    total, added = machine.array(old), machine.array(new)
    if total is None or added is None or TORCH not in total.tracked or TORCH not in added.tracked:
        return
    _note_held(machine, total, node)


def note_sum(machine: Machine, old: Value | None, new: Value, node: cst.CSTNode) -> None:
    """`total = total + loss`, the same in two steps."""
    total, made = machine.array(old), machine.array(new)
    if total is None or made is None or made.node.op != "add" or made.node.id < machine.mark:
        return
    if total.node in made.node.operands and TORCH in total.tracked:
        _note_held(machine, total, node)


def _note_held(machine: Machine, total: Array, node: cst.CSTNode) -> None:
    stack, seen = [total.node], {total.node}
    while stack and len(seen) < 30:
        here = stack.pop()
        if here.id in machine.asked_once and here is not total.node:
            machine.misuse(node, "kept-graph", "torch")
            return
        if here.op in ("add", "add_", "either", "mul", "div", "neg"):
            for edge in here.edges:
                if edge.node not in seen:
                    seen.add(edge.node)
                    stack.append(edge.node)


def note_kept(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    """losses.append(loss) after loss.backward(); outputs.append(model(x)) in an evaluation loop"""
    array = machine.array(value)
    if (
        array is not None
        and TORCH in array.tracked
        and not array.maybe
        and machine.evaluated
        and machine.loops
    ):
        behind = {each.id for each in reachable([array.node], TORCH) if each.source is not None}
        if behind and behind <= machine.evaluated:
            machine.stored.append((array.node, machine.place(node)))
    if (
        array is not None
        and TORCH in array.tracked
        and array.node.id in machine.asked_once
        and not array.leaf
    ):
        machine.misuse(node, "kept-graph", "torch")
