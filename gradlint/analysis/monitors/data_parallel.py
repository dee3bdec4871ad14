"""Several processes: which gradients are averaged between them, and which are left to each.

DDP sets its hooks when it wraps a module, for the parameters that require grad then. They fire if the forward pass went
through the wrapper and backward() stores the gradient.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal, joined_tuples, on_every_path
from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import Array, Const, Layer, Ref, Value
from gradlint.analysis.interpreter.assignment import gradient_owner
from gradlint.analysis.interpreter.events import (
    Assigned,
    Backward,
    CalledThrough,
    Ended,
    GradientsTaken,
    Reduced,
    Stepped,
    Wrapped,
    Zeroed,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.protocols import fire, subjects
from gradlint.analysis.monitors.registration import Registration
from gradlint.analysis.monitors.summed_losses import is_scaled
from gradlint.analysis.monitors.training_step import Training
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import Op

NO_SYNC = "no_sync"


@dataclass(frozen=True, slots=True)
class Wrapper:
    place: Place
    trained: frozenset[int]
    """The parameters that required grad when the module was wrapped."""
    listed: tuple[frozenset[int], ...]
    """The parameters of each list of layers."""
    frozen: frozenset[int]
    finds_unused: bool
    ddp: bool
    moment: int


class Parallel:
    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("reached", "reduced", "local"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.wrappers: Journal[int, Wrapper] = Journal(branches, outlives=True)
        self.calls: Journal[int, tuple[tuple[int, int], ...]] = Journal(
            branches, joined_tuples, outlives=True
        )
        """When each wrapper was called: from which node to which."""
        self.summed: Journal[int, Place] = Journal(branches)
        """Gradients that were summed over processes by hand, and where."""
        self.collected: Journal[int, tuple[Place, bool]] = Journal(branches)
        """Values that a collective has written into, where, and whether they are sure to require a gradient."""
        self.reached: set[int] = set()
        """Parameters that some backward pass has reached."""
        self.unwrapped: Journal[str, bool] = Journal(branches, on_every_path)
        """Names for what was inside a wrapper."""
        self.past: Journal[int, Fault] = Journal(branches)
        """Parameters with a gradient that came past their wrapper; wrong once an optimizer steps by it."""
        self.reduced = False
        """The program reduces gradients by itself somewhere."""
        self.local: list[Fault] = []
        """Gradients that were taken past the hooks."""


@listens(Wrapped)
def note_wrapped(machine: Machine, event: Wrapped) -> None:
    arrays = _weights(machine, event.wrapper)
    thing = machine.load(event.wrapper)
    flag = thing.options.get("find_unused_parameters") if isinstance(thing, Layer) else None
    machine.own(Parallel).wrappers[event.wrapper.id] = Wrapper(
        machine.place(event.node),
        frozenset(each.node.id for each in arrays if each.tracked and not each.maybe),
        tuple(
            frozenset(each.node.id for child in inner.children for each in _weights(machine, child))
            for ref, inner in machine.with_layers(event.wrapper)
            if isinstance(inner, Layer) and ref != event.wrapper
        ),
        frozenset(each.node.id for each in arrays if not each.tracked),
        flag is not None and flag != Const(False),
        event.kind == "ddp",
        machine.fresh(),
    )


def _weights(machine: Machine, module: Value) -> list[Array]:
    return [array for ref in machine.parameters_of(module) if (array := machine.array(ref)) is not None]


@listens(CalledThrough)
def note_called(machine: Machine, event: CalledThrough) -> None:
    known = machine.own(Parallel)
    known.calls[event.wrapper.id] = (*known.calls.get(event.wrapper.id, ()), (event.since, event.until))


def _users(sink: Sink) -> Iterator[tuple[Node, Node]]:
    """Every parameter that a backward pass reaches, with the operations that use it."""
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if not here.recorded_by(TORCH):
            continue
        for edge in here.edges:
            if TORCH not in edge.tracked:
                continue
            if edge.node.source is not None:
                yield edge.node, here
            if edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Parallel)
    if known.collected:
        _note_collected(machine, event.sink)
    if not known.wrappers:
        return
    users: dict[Node, list[Node]] = {}
    for source, user in _users(event.sink):
        users.setdefault(source, []).append(user)
    known.reached.update(each.id for each in users)
    for number, wrapper in known.wrappers.items():
        _note_past(machine, event.sink, wrapper, users)
        _note_changed(machine, number, wrapper, users)
    _note_protocol(machine, event.sink)


def _note_past(machine: Machine, sink: Sink, wrapper: Wrapper, users: dict[Node, list[Node]]) -> None:
    """Parameters that are trained past the wrapper, and parameters that it does not know."""
    if wrapper.ddp and any(
        _goes_through(machine, source, using)
        for source, using in users.items()
        if source.id in wrapper.trained
    ):
        return  # one call through the wrapper readies the hooks of all its parameters for this backward pass
    for source, using in users.items():
        through = _goes_through(machine, source, using)
        if source.id in wrapper.trained and not through:
            call = _unwrapping(machine, min(using, key=lambda each: each.id).place, sink.place)
            if call is not None:
                misuse = fault(call, "past-wrapper", "torch", "", wrapper.place, machine.certain)
                machine.own(Parallel).past[source.id] = misuse


def _note_changed(machine: Machine, number: int, wrapper: Wrapper, users: dict[Node, list[Node]]) -> None:
    """Parameters of the wrapped module that it did not have, or that asked for nothing, when it was wrapped."""
    calls = machine.own(Parallel).calls.get(number, ())
    owned = machine.parameters_of(Ref(number)) if wrapper.ddp else []
    for source in [array.node for array in map(machine.array, owned) if array is not None]:
        through = any(since < each.id < until for each in users.get(source, ()) for since, until in calls)
        place = (
            _changed_at(machine, source, wrapper) if through and source.id not in wrapper.trained else None
        )
        if place is not None:
            _say(machine, fault(place, "changed-after-wrap", "torch", "", wrapper.place, machine.certain))
            return


def _goes_through(machine: Machine, source: Node, using: list[Node]) -> bool:
    """Some use of a parameter lies in a call of a wrapper, whichever path has made that wrapper."""
    known = machine.own(Parallel)
    calls = [each for number in known.wrappers for each in known.calls.get(number, ())]
    return any(since < each.id < until for each in using for since, until in calls)


def _unwrapping(machine: Machine, used: Place, asked: Place) -> Place | None:
    """The call by which the wrapper was passed over, on the way from who asks for gradients to the weights."""
    inside = used.stack[: len(asked.stack)] == asked.stack
    for depth in range(len(asked.stack) if inside else 0, len(used.stack) + 1):
        if _is_unwrapped(machine, used.at_depth(depth)):
            return Place(used.at_depth(depth), used.stack[:depth], used.files[: depth + 1])
    return None


def _is_unwrapped(machine: Machine, call: cst.CSTNode) -> bool:
    """`model.module(x)`, `accelerator.unwrap_model(model)(x)`, or the same by a name for it."""
    names = machine.own(Parallel).unwrapped
    func = call.func if isinstance(call, cst.Call) else None
    return func is not None and any(
        _unwraps(each) or (isinstance(each, cst.Name) and each.value in names) for each in walk(func)
    )


def _unwraps(node: cst.CSTNode) -> bool:
    return type(node) is cst.Attribute and node.attr.value in ("module", "unwrap_model")


@listens(Assigned)
def note_name(machine: Machine, event: Assigned) -> None:
    """`raw = model.module`"""
    node = event.node
    if type(node) is not cst.Assign or type(node.targets[0].target) is not cst.Name:
        return
    value = node.value.func if type(node.value) is cst.Call else node.value
    if type(value) is cst.Attribute and _unwraps(value) and machine.parameters_of(event.new):
        machine.own(Parallel).unwrapped[node.targets[0].target.value] = True
    elif names := machine.own(Parallel).unwrapped:
        names.pop(node.targets[0].target.value, None)


def _say(machine: Machine, misuse: Fault) -> None:
    said = (each for each in machine.flow.misuses if isinstance(each, Fault))
    if all(each.place.node is not misuse.place.node or each.kind != misuse.kind for each in said):
        machine.flow.misuses.append(misuse)


def _changed_at(machine: Machine, source: Node, wrapper: Wrapper) -> Place | None:
    """Where a parameter was unfrozen that was frozen when the model was wrapped, or where a new one was made."""
    if source.id > wrapper.moment:
        return source.place
    if source.id not in wrapper.frozen:
        return None
    flags = [each.place for each in machine.flow.flags if each.array.node is source and each.value]
    return flags[-1] if flags else machine.own(Thaws).places.get(source.id)


class Thaws:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.places: Journal[int, Place] = Journal(branches, outlives=True)
        """Where all parameters of a module were told to ask for gradients again."""


# -- backward() under no_sync() -----------------------------------------------------------


def _note_protocol(machine: Machine, sink: Sink) -> None:
    local = any(each.name == f"{SCOPE}no_sync" for each in machine.around.scopes)
    reached = {each.id for each in sources_behind(sink)}
    for number in machine.own(Registration).optimizers:
        held = {array.node.id for array in arrays_of(machine, Ref(number), sink.place.node)}
        if held & reached:
            fire(machine, NO_SYNC, number, "local backward" if local else "backward", sink.place.node)


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    for number in subjects(machine, NO_SYNC):
        if event.owner == Ref(number) or not isinstance(event.owner, Ref):
            fire(machine, NO_SYNC, number, "zero", event.node)
    past = machine.own(Parallel).past
    for array in arrays_of(machine, event.owner, event.node) if past else ():
        past.pop(array.node.id, None)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known = machine.own(Parallel)
    if isinstance(event.optimizer, Ref) and event.optimizer.id in subjects(machine, NO_SYNC):
        fire(machine, NO_SYNC, event.optimizer.id, "step", event.node)
    for array in arrays_of(machine, event.optimizer, event.node) if known.past else ():
        if array.node.id in known.past:
            _say(machine, known.past[array.node.id])
    training = machine.own(Training)
    for array in arrays_of(machine, event.optimizer, event.node) if known.summed else ():
        place = known.summed.pop(array.node.id, None)
        by_hand = array.node in machine.flow.grads_by_hand
        if place is not None and array.node.id not in training.rescaled and not by_hand:
            _say(machine, fault(place, "summed-over-processes", "torch", "", machine.place(event.node)))


# -- collectives --------------------------------------------------------------------------


@listens(Reduced)
def note_reduced(machine: Machine, event: Reduced) -> None:
    """`dist.all_reduce(t)`: the numbers change, the graph does not."""
    known = machine.own(Parallel)
    array = machine.array(event.value)
    known.reduced = True
    for number in subjects(machine, NO_SYNC):
        fire(machine, NO_SYNC, number, "reduced", event.node)
    if array is None:
        return
    source = gradient_owner(array.node)
    if source is not None:
        divided = any(map(is_scaled, _losses(machine, source)))
        if event.sums and not divided:
            known.summed[source.id] = machine.place(event.node)
    elif TORCH in array.tracked and machine.recording and not array.leaf:
        known.collected[array.node.id] = (machine.place(event.node), not array.maybe)


def _losses(machine: Machine, source: Node) -> list[Node]:
    """The losses whose gradient a parameter has."""
    return [
        target
        for sink in machine.flow.sinks
        if sink.kind == "backward"
        for target in sink.targets
        if source in sources_behind(sink)
    ]


def _note_collected(machine: Machine, sink: Sink) -> None:
    """Of what may carry no gradient only the loss itself is sure to: it is differentiated."""
    known = machine.own(Parallel)
    stack, seen = [(target, True) for target in sink.targets], set(sink.targets)
    while stack:
        here, whole = stack.pop()
        place, sure = known.collected.get(here.id, (None, False))
        if place is not None and (sure or whole):
            _say(machine, fault(place, "collective-in-loss", "torch", "", sink.place, machine.certain))
        followed = (
            [each.node for each in here.edges if TORCH in each.tracked] if here.recorded_by(TORCH) else []
        )
        whole = whole and (len(followed) == 1 or here.op in (Op.MUL, Op.DIV))
        fresh = [each for each in followed if each not in seen]
        seen.update(fresh)
        # What is divided by may be a number of tokens.
        counts = here.operands[1:] if here.op == Op.DIV else ()
        stack.extend((each, whole and each not in counts) for each in fresh)


@listens(GradientsTaken)
def note_taken(machine: Machine, event: GradientsTaken) -> None:
    """torch.autograd.grad with respect to wrapped parameters: nothing is stored, so no hook fires."""
    known = machine.own(Parallel)
    wrapped = {each for wrapper in known.wrappers.values() if wrapper.ddp for each in wrapper.trained}
    asked = {node.id for group in event.sink.asked or () for node in group}
    if wrapped & asked and not event.create_graph:
        known.local.append(fault(event.sink.place, "grad-past-hooks", "torch", "", None, machine.certain))


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    known = machine.own(Parallel)
    if not known.reduced:
        machine.flow.misuses.extend({each.place.node: each for each in known.local}.values())
    for wrapper in known.wrappers.values():
        # Which layers of a list a loop of unknown length calls is not known: one of them stands for all.
        listed = [group for group in wrapper.listed if group & known.reached]
        unused = wrapper.trained.difference(known.reached, *listed)
        if wrapper.ddp and not wrapper.finds_unused and unused and wrapper.trained & known.reached:
            _say(machine, fault(wrapper.place, "unused-parameters", "torch"))


def note_thawed(machine: Machine, owner: Value, place: Place) -> None:
    thaws = machine.own(Thaws).places
    for ref in machine.parameters_of(owner):
        if (array := machine.array(ref)) is not None:
            thaws[array.node.id] = place
