"""Modules and what they own: parameters that are registered, kept in a list, made too late or replaced."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal, joined_tuples, unless_settled
from gradlint.analysis.domain.misuses import (
    LayerInForward,
    Misuse,
    ModulesInContainer,
    ParametersInContainer,
    StaleParameters,
    UnregisteredParameter,
    UntrackedVariable,
    VariableInFunction,
)
from gradlint.analysis.domain.values import (
    Array,
    Class,
    Const,
    Dictionary,
    Instance,
    Lang,
    Layer,
    Ref,
    Sequence,
    Value,
)
from gradlint.analysis.interpreter.events import (
    Adapted,
    AttributeStored,
    Blurred,
    Collected,
    Ended,
    HandedAway,
    Kept,
    Made,
    Owned,
    Reparameterised,
    Replaced,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.weights.hidden import (
    in_container,
    is_handed_out,
    is_hidden,
    is_itself,
    may_hide,
    of_parameter,
    owned_by_each,
    registered,
    sources_of,
    trainable_inside,
    unclear,
    weights_in,
)
from gradlint.core.records import replace
from gradlint.knowledge.names.models import TORCH_MODULES
from gradlint.knowledge.names.operations import Op

PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
"""What modules own: no module itself, whatever it holds."""
Unregistered = UnregisteredParameter | ParametersInContainer | ModulesInContainer


class Registration:
    """What belongs to which module, and which optimizer holds it."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("untracked", "unregistered", "assigned", "handed", "wrapped", "stands_for"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.attribute_places: Journal[tuple[int, str], Place] = Journal(branches, outlives=True)
        """Where an attribute of an instance was set."""
        self.late: Journal[int, Misuse] = Journal(branches, unless_settled, outlives=True)
        """Layers and variables made while a forward pass runs, unless somebody keeps them."""
        self.stands_for: dict[int, set[Ref]] = {}
        """Layers made in a branch, by the one that stands for any of them afterwards."""
        self.optimizers: Journal[int, frozenset[Ref]] = Journal(branches, outlives=True)
        self.optimizer_classes: Journal[int, Class] = Journal(branches, outlives=True)
        """The class of which a method made the optimizer, if one did."""
        self.optimizer_places: Journal[int, Place] = Journal(branches, outlives=True)
        self.replaced: Journal[int, tuple[tuple[frozenset[Ref], Place], ...]] = Journal(
            branches, joined_tuples
        )
        """Submodules replaced under an optimizer that holds the old weights, by the optimizer."""
        self.wrapped: dict[cst.CSTNode, Place] = {}
        """Where a model was wrapped anew after its optimizer had been made, by what made the optimizer."""
        self.untracked: list[tuple[Node, Value, Misuse]] = []
        """tf.Variables that are attributes of a Keras object, alone or in a list, and that attribute."""
        self.unregistered: list[tuple[Set[Value], Set[Node], Unregistered, bool]] = []
        """Tensors that ask for gradients where their module does not look for them, what it does find, and whether a
        method hands them to others, who may well train them."""
        self.handed: set[Node] = set()
        """Leaves that were given in a list to something unknown, which may be an optimizer of its own kind."""
        self.assigned: set[Node] = set()
        """Variables that the program itself gives new values."""


@listens(Made)
def check(machine: Machine, event: Made) -> None:
    """After __init__: is everything with parameters where the library looks for it?"""
    ref = event.ref
    thing = machine.load(ref)
    if not isinstance(thing, Instance) or not isinstance(ref, Ref):
        return
    base = thing.cls.library or ""
    if base.startswith(TORCH_MODULES) and base not in PARAMETERS:
        _check_torch(machine, ref, thing)
    elif base.startswith("keras."):
        _check_keras(machine, ref, thing)


def _check_torch(machine: Machine, ref: Ref, thing: Instance) -> None:
    known = machine.own(Registration)
    doubtful = [(name, value) for name, value in thing.attrs.items() if may_hide(machine.load(value))]
    if not doubtful:
        return
    registering = [owner for value in thing.attrs.values() for owner in registered(machine, value)]
    owned = {each.id for owner in registering for each in _any_of_these(known, owner)}
    found = {node for weight in machine.parameters_of(ref, True) for node in sources_of(machine, weight)}
    found.update(unclear(machine, ref))
    for name, value in doubtful:
        place = known.attribute_places.get((ref.id, name))
        held = machine.load(value)
        if place is None:
            continue
        if isinstance(held, (Sequence, Dictionary)):
            inside = [each for each in trainable_inside(machine, held) if each.id not in owned]
            inside = [each for each in inside if not weights_in(machine, each) <= found]
            if inside and not is_hidden(place.node, inside[0], ref):
                weights = frozenset(ref for each in inside for ref in machine.parameters_of(each) or (each,))
                handed = is_handed_out(machine, thing, name, value)
                fact = in_container(machine, inside[0], place, name)
                known.unregistered.append((weights, found, fact, handed))
        elif isinstance(held, Array) and held.lang == "torch" and TORCH in held.tracked:
            if not held.maybe and (
                held.leaf or (of_parameter(held, thing.node) and not is_itself(held.node))
            ):
                moved = held.node.op == Op.TO and not any(
                    isinstance(each, str) for each in held.node.constants
                )
                alone = UnregisteredParameter(place, "torch", name, moved=moved)
                handed = is_handed_out(machine, thing, name, value)
                known.unregistered.append(({value}, found, alone, handed))


def _check_keras(machine: Machine, ref: Ref, thing: Instance) -> None:
    """Keras 3 does not track a tf.Variable that is set as an attribute."""
    known = machine.own(Registration)
    for name, value in thing.attrs.items():
        place = known.attribute_places.get((ref.id, name))
        held = machine.load(value)
        inside = machine.members(held) if isinstance(held, Sequence) else [value]
        for array in map(machine.array, inside):
            if (
                array is not None
                and array.node.op == Op.TF_VARIABLE
                and array.trainable
                and place is not None
            ):
                if array.dtype not in ("int", "bool"):
                    known.untracked.append((array.node, value, UntrackedVariable(place, "tensorflow", name)))


@listens(HandedAway)
def note_handed(machine: Machine, event: HandedAway) -> None:
    """`own_optimizer.step(loss, [model.weight, model.bias])`, `freeze(model.teacher)`"""
    known = machine.own(Registration)
    for optimizer, stale in list(known.replaced.items()):
        given = [set(machine.parameters_of(value)) for value in event.values]
        known.replaced[optimizer] = tuple(each for each in stale if each[0] not in given)
    for value in event.values if known.unregistered else ():
        thing = machine.load(value)
        arrays = list(map(machine.array, machine.members(thing))) if isinstance(thing, Sequence) else []
        if arrays and all(each is not None and each.leaf and TORCH in each.tracked for each in arrays):
            known.handed.update(each.node for each in arrays if each is not None)


@listens(Ended)
def note_unregistered(machine: Machine, event: Ended) -> None:
    """What a module does not find is missed, unless an optimizer is given it by name."""
    known = machine.own(Registration)
    listed = {
        node for params in known.optimizers.values() for ref in params for node in sources_of(machine, ref)
    }
    by_hand = known.handed | {
        node for sink in machine.flow.sinks for group in sink.asked or () for node in group
    }
    missed: dict[cst.CSTNode, Unregistered] = {}
    excused: set[cst.CSTNode] = set()
    owners = list(owned_by_each(machine)) if known.unregistered else []
    for values, found, misuse, given in known.unregistered:
        nodes = {node for value in values for node in sources_of(machine, value)}
        others = (each for each in owners if not each <= nodes)  # and not a part of what is missed
        if not nodes.isdisjoint(listed | by_hand) or any(not nodes.isdisjoint(each) for each in others):
            excused.add(misuse.place.node)  # so it is meant, whichever instance of the module this is
        elif (trained := not found.isdisjoint(listed)) or not given:
            first = missed.setdefault(misuse.place.node, misuse)
            missed[misuse.place.node] = replace(
                first, trained=trained or (first is not misuse and first.trained)
            )
    machine.flow.misuses.extend(misuse for node, misuse in missed.items() if node not in excused)


@listens(Ended)
def note_untracked(machine: Machine, event: Ended) -> None:
    """What Keras does not track is missed, unless the program names it itself or only keeps its state in it."""
    known = machine.own(Registration)
    if not known.untracked:
        return
    said = [sink for sink in machine.flow.sinks if sink.kind != "keras"]  # fit() looks for them by itself
    groups = [group for sink in said for group in sink.asked or ()]
    named = {group[0] for group in groups if len(group) == 1} | known.assigned
    holders = {value for _, value, _ in known.untracked}
    for thing in machine.heap.values():
        for value in thing.attrs.values() if isinstance(thing, Instance) else ():
            listed = machine.load(value)
            if (
                isinstance(listed, Sequence) and value not in holders
            ):  # self.all_variables = [self.weight, *others]
                arrays = map(machine.array, machine.members(listed))
                named.update(array.node for array in arrays if array is not None and array.variable)
    missed = {each.place.node: each for node, _, each in known.untracked if node not in named}
    machine.flow.misuses.extend(missed.values())


@listens(AttributeStored)
def note_attribute(machine: Machine, event: AttributeStored) -> None:
    known = machine.own(Registration)
    if event.value != Const(None):  # in the other branch nothing is stored
        known.attribute_places[event.owner.id, event.name] = machine.place(event.node)
    # An object that is younger than what it is given was made in the same call, and may go with it.
    if not isinstance(event.value, Ref) or event.owner.id < event.value.id:
        kept(machine, event.value)


@listens(Blurred)
def note_blurred(machine: Machine, event: Blurred) -> None:
    """Whoever keeps the one keeps the others, and whoever registers it registers them."""
    parts = {each for each in event.parts if isinstance(each, Ref) and each != event.made}
    machine.own(Registration).stands_for.setdefault(event.made.id, set()).update(parts)


def _any_of_these(known: Registration, owner: Ref) -> set[Ref]:
    """A module, and all those that it stands for: what two lists hold together is one of them."""
    found, waiting = {owner}, [owner]
    while waiting:
        parts = known.stands_for.get(waiting.pop().id, set()) - found
        found |= parts
        waiting += parts
    return found


@listens(Collected)
@listens(Owned)
def note_owned(machine: Machine, event: Collected | Owned) -> None:
    kept(machine, event.value)


@listens(Kept)
def note_kept(machine: Machine, event: Kept) -> None:
    """Whatever it is put together from may still be lost with it."""
    if isinstance(event.value, Ref):
        machine.own(Registration).late.pop(event.value.id, None)


@listens(Ended)
def note_late(machine: Machine, event: Ended) -> None:
    known = machine.own(Registration)
    scratch = {each.place.node for each in known.assigned}  # a place to put results in is no weight
    # Whoever optimizes something during the pass, or looks at its gradient, has made it for that.
    flow = machine.flow
    scratch |= {each.place.node for each in flow.optimised | flow.grads_by_hand}
    scratch |= {each.array.node.place.node for each in flow.grad_reads}
    scratch |= {node.place.node for sink in flow.sinks for group in sink.asked or () for node in group}
    for late in known.late.values():
        if not isinstance(late, LayerInForward) or late.place.node not in scratch:
            machine.flow.misuses.append(late)


# -- made too late ------------------------------------------------------------------------


def note_new(machine: Machine, ref: Ref, lang: Lang, what: str, node: cst.CSTNode) -> None:
    """A layer with weights is made; in forward() it is a new one at each call."""
    known = machine.own(Registration)
    if machine.around.forwards:
        known.late[ref.id] = LayerInForward(machine.place(node), lang, what)


def note_variable(machine: Machine, ref: Ref, node: cst.CSTNode) -> None:
    """A variable made inside a tf.function would be made again at each call."""
    known = machine.own(Registration)
    array = machine.array(ref)
    if machine.context.graph_mode and not machine.context.imagined:
        known.late[ref.id] = VariableInFunction(machine.place(node), "tensorflow")
    elif machine.around.forwards and not machine.context.graph_mode and array is not None and array.trainable:
        if array.dtype == "float":
            known.late[ref.id] = LayerInForward(machine.place(node), "tensorflow", "tf.Variable")


def kept(machine: Machine, value: Value, depth: int = 3) -> None:
    """Stored on an object: made once, on purpose, and so is what it is put together from."""
    known = machine.own(Registration)
    if not isinstance(value, Ref) or not known.late:
        return
    known.late.pop(value.id, None)
    thing = machine.load(value)
    inside: list[Value] = list(known.stands_for.get(value.id, ()))
    if isinstance(thing, Layer):
        inside += thing.children
    elif isinstance(thing, Sequence):
        inside += machine.members(thing)
    elif isinstance(thing, Dictionary):
        inside += thing.items.values()
    elif isinstance(thing, Instance):
        inside += thing.attrs.values()
    for each in inside if depth else ():
        kept(machine, each, depth - 1)


# -- replaced after the optimizer has been made --------------------------------------------


@listens(Replaced)
def note_replaced(machine: Machine, event: Replaced) -> None:
    """A submodule is replaced whose weights an optimizer already holds."""
    known, old, new = machine.own(Registration), event.old, event.new
    if machine.context.imagined:
        return  # when its callers make the optimizer is not known
    before = set(machine.parameters_of(old)) if old is not None else set()
    after = set(machine.parameters_of(new)) - before  # a wrapper keeps the old ones and brings its own
    if before and after:
        for optimizer, params in known.optimizers.items():
            if _shares(machine, before, params) and not _shares(machine, after, params):
                # The method that replaces it is right; that it is called after the optimizer was made is not.
                place = too_late(machine, event.node, optimizer)
                stale = known.replaced.get(optimizer, ())
                known.replaced[optimizer] = (*stale, (frozenset(after), place))


def too_late(machine: Machine, node: cst.CSTNode, optimizer: int) -> Place:
    """Where the order is wrong: in the class that does both, or else where the one and the other are called."""
    known, here = machine.own(Registration), machine.place(node)
    made, owner = known.optimizer_places[optimizer], known.optimizer_classes.get(optimizer)
    same = owner is not None and _running_class(machine) == owner
    return here.seen_from(made) if same else here.after(made)


def _running_class(machine: Machine) -> Class | None:
    """The class whose method runs; a function that a method defines is nobody's method."""
    owner, running = machine.scope.find("__class__"), machine.calls[-1] if machine.calls else None
    if isinstance(owner, Class) and any(each is running for each in owner.node.body.body):
        return owner
    return None


def _shares(machine: Machine, weights: Set[Ref], held: frozenset[Ref]) -> bool:
    """Whether an optimizer may hold some of these weights, one of several that a filter lets through included."""
    if weights & held:
        return True
    chosen = {
        node
        for ref in held
        if (array := machine.array(ref)) is not None and array.node.op == Op.EITHER
        for node in sources_of(machine, ref)
    }
    return bool(chosen) and any(node in chosen for ref in weights for node in sources_of(machine, ref))


@listens(Reparameterised)
def note_reparameterised(machine: Machine, event: Reparameterised) -> None:
    """Whatever optimizer holds these parameters by now steps tensors that are no longer used."""
    _note_stale(machine, event.before, frozenset(), event.node, event.wrapped)


@listens(Adapted)
def note_adapted(machine: Machine, event: Adapted) -> None:
    _note_stale(machine, event.before, frozenset({event.adapter}), event.node, True)


def _note_stale(
    machine: Machine, before: Iterable[Ref], after: frozenset[Ref], node: cst.CSTNode, wrapped: bool
) -> None:
    known, old = machine.own(Registration), set(before)
    for optimizer, params in known.optimizers.items():
        if old & params and not after & params:
            made = known.optimizer_places[optimizer]
            place = made if wrapped else too_late(machine, node, optimizer)
            stale = known.replaced.get(optimizer, ())
            known.replaced[optimizer] = (*stale, (after, place))
            if wrapped:
                known.wrapped[made.node] = machine.place(node)


def note_optimizer(machine: Machine, ref: Ref, params: Iterable[Ref], node: cst.CSTNode) -> None:
    known = machine.own(Registration)
    held = known.optimizers[ref.id] = frozenset(params)
    known.optimizer_places.setdefault(ref.id, machine.place(node))
    owner = _running_class(machine)
    if owner is not None:
        known.optimizer_classes.setdefault(ref.id, owner)
    for optimizer, stale in list(known.replaced.items()):
        if any(after & held for after, _ in stale):
            known.replaced[optimizer] = tuple(each for each in stale if not each[0] & held)


def is_only_optimizer(machine: Machine, value: Value) -> bool:
    """Whether no other optimizer has been made beside this one."""
    known = machine.own(Registration).optimizers
    return isinstance(value, Ref) and len(known) == 1 and value.id in known


def held_by(machine: Machine, optimizer: Ref) -> frozenset[Ref]:
    return machine.own(Registration).optimizers.get(optimizer.id, frozenset())


def note_assigned(machine: Machine, variable: Node) -> None:
    """The program itself gives a variable new values."""
    machine.own(Registration).assigned.add(variable)


def note_step(machine: Machine, ref: Value) -> None:
    known = machine.own(Registration)
    if not isinstance(ref, Ref):
        return
    for after, place in known.replaced.get(ref.id, ()):
        arrays = list(map(machine.array, after))
        if arrays and all(array is not None and TORCH not in array.tracked for array in arrays):
            continue  # nobody means to train it
        wrapped = known.wrapped.get(place.node)
        stale: Misuse = StaleParameters(place, "torch")
        if wrapped is not None:
            stale = fault(place, "early-optimizer", "torch", "", wrapped)
        machine.flow.misuses.append(stale)
