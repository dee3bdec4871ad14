"""The training step: what has happened to the gradients of each parameter so far.

A parameter's gradient is absent, present after backward, or used after step. Everything that can
go wrong with the order of a training step is a transition that this little machine does not like.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Seq
from functools import reduce
from typing import ClassVar, Literal

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import TORCH, Node, Place, reachable
from gradlint.analysis.domain.journal import GONE, Branches, Gone, Journal, on_every_path
from gradlint.analysis.domain.misuses import (
    ClippedTooEarly,
    ClippedTooLate,
    ClippedWhileScaled,
    LeftoverGradient,
    MissingZeroGrad,
    StepBeforeBackward,
    UnscaledAccumulation,
    UsedGradient,
    ZeroedBeforeStep,
)
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Object,
    Ref,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.events import (
    Backward,
    CameBack,
    Ended,
    GradientSet,
    HandedAway,
    Imagined,
    MovedByHand,
    Stepped,
    Zeroed,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.summed_losses import is_scaled, is_sum, of_a_piece
from gradlint.analysis.monitors.weights.hidden import candidates
from gradlint.analysis.project.syntax import are_parted
from gradlint.core.records import dataclass, field, replace
from gradlint.knowledge.names.operations import Op


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
    asked: Place | None = None
    """The backward() behind it."""
    when: int = field(default=0, compare=False)
    """The clock at the step that has used it."""


@dataclass(frozen=True, slots=True)
class Early:
    """Something done to a gradient that is not there yet."""

    place: Place
    again: bool
    """Outside of loops, or in a pass that comes after another."""


ABSENT = Gradient("absent")
UNKNOWN = Gradient("unknown")


class Training:
    """What the training steps of a program have come to."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        (
            "empty_places",
            "rare_steps",
            "pieced",
            "rescaled",
            "left",
            "cleared",
            "cleared_used",
            "may_clear",
            "hasty",
            "timely",
            "asked_at",
        ),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.grads: Journal[int, Gradient] = Journal(branches, _joined_gradients)
        """What has happened to the gradient of each source."""
        self.empty_steps: Journal[int, Early] = Journal(branches, _joined_early)
        """Steps taken while there was no gradient."""
        self.empty_clips: Journal[int, Early] = Journal(branches, _joined_early)
        self.empty_places: set[cst.CSTNode] = set()
        """Where a step was once taken without a gradient."""
        self.rare_steps: dict[int, tuple[Place, Place]] = {}
        """Sources whose gradient is summed here and stepped with there only every so often."""
        self.pieced: set[int] = set()
        """Sources whose gradient was summed over the pieces of one batch."""
        self.rescaled: set[int] = set()
        """Sources whose gradient is divided by hand."""
        self.last_pass: Journal[None, Sink] = Journal(branches, on_every_path)
        """The backward pass that no step has followed yet."""
        self.asked_at = 0
        """The clock at the last backward pass."""
        self.unseen_pass: Journal[None, int] = Journal(branches)
        """The clock when something unknown was last told to go backward, from whatever to whatever."""
        self.hasty: dict[cst.CSTNode, Place] = {}
        """Steps without a gradient, which only came afterwards."""
        self.timely: set[cst.CSTNode] = set()
        """Steps that have once followed their backward pass, in the same pass of their loop."""
        self.cleared_used: set[cst.CSTNode] = set()
        """Backward calls whose gradients were cleared once a step had used them."""
        self.left: dict[int, Place] = {}
        """Sources that an imagined call has stepped and left with their gradients, and the backward() behind them."""
        self.cleared: dict[int, int] = {}
        """Sources whose gradient is cleared somewhere, and when that was last done."""
        self.may_clear = False
        """Something unknown is told to clear gradients, which may be any."""


def _joined_gradients(before: Gradient | Gone, ends: Seq[Gradient | Gone]) -> Gradient | Gone:
    return reduce(merged, [ABSENT if isinstance(each, Gone) else each for each in ends])


def _joined_early(before: Early | Gone, ends: Seq[Early | Gone]) -> Early | Gone:
    """What comes too early on one path counts if that path can be the first: a loop may not enter it at once."""
    found = [each for each in ends if not isinstance(each, Gone)]
    return found[0] if found and (len(found) == len(ends) or any(each.again for each in found)) else GONE


def merged(one: Gradient, two: Gradient) -> Gradient:
    if one == two:
        return one
    return replace(UNKNOWN, batches=one.batches | two.batches, summed=one.summed or two.summed)


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Training)
    sink, place = event.sink, event.sink.place
    scaled = any(target.op == Op.SCALED for target in sink.targets)
    sources = sources_behind(sink)
    undivided = not machine.loops.modulo and not any(is_scaled(each) or is_sum(each) for each in sink.targets)
    pieces = undivided and of_a_piece(sink.targets)
    for source in sources:
        before = known.grads.get(source.id, ABSENT)
        named = source.source is not None and source.source.kind != "unknown"
        used = before.state == "used" and named and not is_elsewhere(machine, before.asked, place)
        stale = before.stale or (place if used else None)
        if source.id in known.empty_clips:
            clip = known.empty_clips.pop(source.id)
            if not is_elsewhere(machine, clip.place, place):
                machine.flow.misuses.append(ClippedTooEarly(clip.place, "torch", place))
        if known.empty_steps and source.id in known.empty_steps:
            step = known.empty_steps.pop(source.id)
            if not is_elsewhere(machine, step.place, place):
                known.hasty[step.place.node] = step.place
        here = frozenset({id(place.node)} if undivided else ())
        summed = before.summed or (place if here & before.batches else None)
        if summed is not None and pieces:
            known.pieced.add(source.id)
        known.grads[source.id] = Gradient(
            "present", place, scaled, None, stale, before.batches | here, summed, place
        )
    known.last_pass[None] = sink
    known.asked_at = machine.fresh()
    if sink.array is None:
        known.unseen_pass[None] = known.asked_at


def is_elsewhere(machine: Machine, before: Place | None, place: Place) -> bool:
    """`if steps > 1: ... else: ...` in a loop: a pass that goes the one way comes after none that went the other."""
    if before is None:
        return False
    one, other = before.after(place).node, place.after(before).node
    return any(are_parted(loop, one, other) for loop in machine.loops.statements)


@listens(Ended)
def note_accumulation(machine: Machine, event: Ended) -> None:
    """Gradients are summed over several batches, the loss was never divided by their number."""
    known = machine.own(Training)
    for source, (place, step) in known.rare_steps.items():
        if source not in known.rescaled:
            machine.flow.misuses.append(UnscaledAccumulation(place, "torch", step))


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    for array in arrays_of(machine, event.owner, event.node):
        forget_gradient(machine, array.node, machine.place(event.node))


def forget_gradient(machine: Machine, source: Node, place: Place) -> None:
    known = machine.own(Training)
    known.cleared[source.id] = machine.fresh()
    before = known.grads.get(source.id, ABSENT)
    if before.state == "used" and before.asked is not None:
        known.cleared_used.add(before.asked.node)
    lost = place if before.state == "present" else None
    known.grads[source.id] = replace(ABSENT, zeroed=lost, place=before.place)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known = machine.own(Training)
    arrays = [each for each in arrays_of(machine, event.optimizer, event.node) if TORCH in each.tracked]
    states = [known.grads.get(each.node.id, ABSENT) for each in arrays]
    place = machine.place(event.node)
    machine.flow.stepped.update(_held(machine, event.optimizer, arrays))
    before = known.last_pass.pop(None, None)
    if arrays and all(each.state == "absent" for each in states):
        if before is not None and _starves(machine, before, arrays):
            return
        if known.unseen_pass.get(None, -1) >= machine.loops.pass_began:
            return  # these may be its gradients
        zeroed = next((each.zeroed for each in states if each.zeroed is not None), None)
        if zeroed is not None:
            if place.node not in known.empty_places:
                machine.flow.misuses.append(ZeroedBeforeStep(zeroed, "torch", place))
        elif not machine.context.imagined:
            known.empty_places.add(place.node)
            for each in arrays:
                known.empty_steps[each.node.id] = _early(machine, place)
        return
    if known.asked_at > machine.loops.pass_began:
        known.timely.add(place.node)
    machine.flow.steps.append((machine.fresh(), frozenset(each.node for each in arrays)))
    for each, state in zip(arrays, states):
        rare = machine.loops.modulo or each.node.id in known.pieced
        if rare and state.summed is not None:
            known.rare_steps[each.node.id] = state.summed, place
        if state.stale is not None:
            cleared = known.cleared.get(each.node.id, -1) > machine.loops.pass_began
            misuse = UsedGradient if cleared else MissingZeroGrad
            machine.flow.misuses.append(misuse(state.stale, "torch", each.name))
        if state.state == "present":
            known.grads[each.node.id] = replace(
                state,
                state="used",
                place=place,
                stale=None,
                batches=frozenset(),
                summed=None,
                when=machine.fresh(),
            )


@listens(Ended)
def note_hasty(machine: Machine, event: Ended) -> None:
    """A step that sometimes finds no gradient, and sometimes its own, is in the right place."""
    known = machine.own(Training)
    for node, place in known.hasty.items():
        if node not in known.timely:
            machine.flow.misuses.append(StepBeforeBackward(place, "torch"))


@listens(CameBack)
def note_left(machine: Machine, event: CameBack) -> None:
    """Whoever calls a training step once will call it again, and finds the gradients of the first call."""
    known = machine.own(Training)
    for source, gradient in () if event.alone else known.grads.items():
        if gradient.asked is not None and gradient.state == "used" and source < event.since < gradient.when:
            known.left.setdefault(source, gradient.asked)


@listens(Ended)
def note_never_cleared(machine: Machine, event: Ended) -> None:
    known = machine.own(Training)
    places = {place.node: place for source, place in known.left.items() if source not in known.cleared}
    if not known.may_clear:
        for place in places.values():
            machine.flow.misuses.append(MissingZeroGrad(place, "torch", ""))
    for number, each in enumerate(machine.flow.misuses):
        if type(each) is MissingZeroGrad and each.place.node in known.cleared_used:
            machine.flow.misuses[number] = LeftoverGradient(each.place, each.lang, each.name)


def _starves(machine: Machine, sink: Sink, arrays: Seq[Array]) -> bool:
    """The backward pass before this step was made from these parameters, and brought them nothing."""
    behind = reachable(sink.targets, TORCH).difference(sources_behind(sink))
    starved = frozenset(each.node for each in arrays if each.node in behind)
    if starved:
        machine.flow.starved.append((sink, starved))
    return bool(starved)


@listens(MovedByHand)
def note_moved(machine: Machine, event: MovedByHand) -> None:
    """`w -= rate * w.grad` uses the gradient as a step does."""
    known = machine.own(Training)
    state = known.grads.get(event.source.id, ABSENT)
    if state.stale is not None:
        machine.flow.misuses.append(MissingZeroGrad(state.stale, "torch", "by hand"))
    if state.state == "present":
        place = machine.place(event.node)
        known.grads[event.source.id] = replace(
            state, state="used", place=place, stale=None, batches=frozenset(), summed=None
        )


def _early(machine: Machine, place: Place) -> Early:
    return Early(place, machine.loops.once_more or not machine.loops.depth)


def rescale(machine: Machine, source: Node) -> None:
    """The gradient of a source is divided somewhere by hand: nobody has to divide the loss."""
    machine.own(Training).rescaled.add(source.id)


def _held(machine: Machine, optimizer: Value, arrays: list[Array]) -> Iterator[Node]:
    """What an optimizer holds; of something unknown, whatever that may have been made from."""
    yield from (each.node for each in arrays)
    thing = machine.load(optimizer)
    for value in thing.args if isinstance(thing, Object) else ():
        if isinstance(value, Unknown):
            yield from reachable([value.node], TORCH)


def has_gradient(machine: Machine, array: Array) -> bool:
    """Whether a step would change this parameter at all."""
    known = machine.own(Training)
    return known.grads.get(array.node.id, ABSENT).state != "absent"


def note_clip(machine: Machine, value: Value | None, node: cst.CSTNode) -> None:
    known = machine.own(Training)
    arrays = arrays_of(machine, value, node) if value is not None else []
    states = [known.grads.get(each.node.id, ABSENT) for each in arrays]
    there = [each for each in states if each.state != "absent"]  # what got no gradient is passed over
    if not states:
        return
    if not there:
        for each in arrays if not machine.context.imagined else ():
            known.empty_clips[each.node.id] = _early(machine, machine.place(node))
    elif all(each.state == "used" for each in there):
        machine.misuse(node, ClippedTooLate, "torch", there[0].place)
    elif all(each.state == "present" and each.scaled for each in there):
        machine.misuse(node, ClippedWhileScaled, "torch", there[0].place)


def note_unscale(machine: Machine, optimizer: Value, node: cst.CSTNode) -> None:
    known = machine.own(Training)
    held = {each.node.id for each in arrays_of(machine, optimizer, node)}
    # An optimizer whose parameters were picked by a condition may hold any that has a gradient.
    if not any(known.grads.get(each, ABSENT).state == "present" for each in held):
        held = set(known.grads)
    for each in held:
        known.grads[each] = replace(known.grads.get(each, ABSENT), scaled=False)


@listens(GradientSet)
def note_by_hand(machine: Machine, event: GradientSet) -> None:
    """`p.grad = ...`, `p.grad /= n`"""
    if event.limits:
        return
    known = machine.own(Training)
    if event.source.source is None or event.source.source.kind == "unknown":
        for source in list(known.grads):  # whose gradient this is, nobody knows
            known.grads[source] = UNKNOWN
        known.may_clear = True
    if event.value == Const(None):
        for each in candidates(event.source):
            forget_gradient(machine, each, machine.place(event.node))
        return
    known.grads[event.source.id] = UNKNOWN
    if event.value is None:
        known.rescaled.add(event.source.id)
    else:
        machine.flow.grads_by_hand.add(event.source)


@listens(Imagined)
def forget_all(machine: Machine, event: Imagined) -> None:
    """Which step came before a call that is only imagined, nobody knows."""
    known = machine.own(Training)
    for source in list(known.grads):
        known.grads[source] = UNKNOWN
    for early in (known.empty_steps, known.empty_clips):
        for source in list(early):
            early.pop(source)


@listens(HandedAway)
def forget(machine: Machine, event: HandedAway) -> None:
    """Something unknown may do anything with the gradients of what it is given."""
    known = machine.own(Training)
    if _goes_backward(event.node):
        known.unseen_pass[None] = machine.fresh()
    for value in event.values if known.grads else ():
        if isinstance(value, Ref):
            for array in arrays_of(machine, value, event.node):
                if array.node.id in known.grads:
                    known.grads[array.node.id] = UNKNOWN


def _goes_backward(node: cst.CSTNode) -> bool:
    """`engine.backward(loss)`, `self.manual_backward(loss)`"""
    func = node.func if isinstance(node, cst.Call) else node
    name = func.attr if isinstance(func, cst.Attribute) else func
    return isinstance(name, cst.Name) and "backward" in name.value.lower()
