"""Copies of a model: gradients that arrive at the copy, while an optimizer steps the original.

And the other way round: what is meant as a copy and is the model itself.
"""

from __future__ import annotations

import re
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Array, Dictionary, Instance, Layer, Params, Ref, Sequence, Value
from gradlint.analysis.interpreter.events import Assigned, Backward, Copied, Stepped, Written, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.registration import Registration
from gradlint.analysis.monitors.training_step import ABSENT, Training
from gradlint.analysis.project.syntax import names_in, root
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import SCALING, Op
from gradlint.knowledge.names.torch import AVERAGING, RETURN_THEMSELVES

AVERAGE = re.compile(r"shadow|ema|avg|average|teacher|target|slow|momentum|backup", re.IGNORECASE)
SHARED = frozenset({"state_dict", "data", "detach"})
"""What hands out the memory of a parameter without its gradient."""
IN_PLACE = AVERAGING - {"copy_"} | {"mul_", "div_"}


@dataclass(frozen=True, slots=True)
class Copy:
    originals: frozenset[int]
    how: str
    place: Place


@dataclass(frozen=True, slots=True)
class Reached:
    place: Place
    source: int
    """The copied parameter at which the gradient arrived."""
    copy: Copy


class Copies:
    NEVER_UNDONE: ClassVar = {"reached": "that a backward pass got there at all is said of the whole program"}

    def __init__(self, branches: Branches) -> None:
        self.known: Journal[int, Copy] = Journal(branches, outlives=True)
        """By the number of the node of the copied parameter."""
        self.kept: Journal[int, Place] = Journal(branches, outlives=True)
        """Weights that are kept as they are under the name of an average, by their memory."""
        self.reached: dict[int, Reached] = {}
        """Originals whose copies a backward pass reached, and where."""


@listens(Copied)
def note_copied(machine: Machine, event: Copied) -> None:
    known = machine.own(Copies).known
    for copy in {copy.id: copy for _, copy in event.pairs}.values():
        originals = frozenset(original.id for original, other in event.pairs if other is copy)
        known[copy.id] = Copy(originals, event.how, machine.place(event.node))


@listens(Backward)
def note_reached(machine: Machine, event: Backward) -> None:
    known = machine.own(Copies)
    found = [(known.known.get(each.id), each) for each in sources_behind(event.sink) if known.known]
    # A plain copy beside those that a library has made is the frame in which these are called.
    for copy, source in sorted(found, key=lambda pair: pair[0] is not None and pair[0].how != "deepcopy"):
        if copy is not None:
            arrived = Reached(event.sink.place, source.id, copy)
            known.reached.update(dict.fromkeys(copy.originals, arrived))


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    """An optimizer steps weights without a gradient, and their copies have one."""
    known, training = machine.own(Copies), machine.own(Training)
    if not known.reached or not isinstance(event.optimizer, Ref):
        return
    arrays = [each for each in arrays_of(machine, event.optimizer, event.node) if TORCH in each.tracked]
    if not arrays or any(_has_own_gradient(machine, each.node, training) for each in arrays):
        return
    if all(_waits_on_copy(machine, training, each.node) for each in arrays):
        place = _where(machine, arrays, event.optimizer)
        machine.flow.misuses.append(
            fault(place, "gradient-on-copy", "torch", "", machine.place(event.node), machine.certain)
        )


def _has_own_gradient(machine: Machine, node: Node, training: Training) -> bool:
    return training.grads.get(node.id, ABSENT).state != "absent" or node in machine.flow.grads_by_hand


def _waits_on_copy(machine: Machine, training: Training, original: Node) -> bool:
    """A gradient lies on a copy, and no optimizer of the copy's own can have used it."""
    found = machine.own(Copies).reached.get(original.id)
    if found is None:
        return False
    held = any(found.source == each.id for each in machine.flow.optimised)
    return not held or training.grads.get(found.source, ABSENT).state == "present"


def _where(machine: Machine, arrays: list[Array], optimizer: Ref) -> Place:
    """In the request on a deep copy; where a library copies, in what made it copy or was given the originals."""
    reached = machine.own(Copies).reached[arrays[0].node.id]
    copy = reached.copy
    if copy.how == "deepcopy":
        return reached.place
    return machine.own(Registration).optimizer_places[optimizer.id] if copy.how == "stacked" else copy.place


@listens(Written)
def note_average(machine: Machine, event: Written) -> None:
    """`shadow[k].add_(v)` where the shadow's tensor and the model's are one and the same memory."""
    array = event.array
    if event.name in AVERAGING and array.view is not None and array.view.kind in ("detach", "data"):
        mixed = [each for value in event.values if (each := machine.array(value)) is not None]
        if any(each.storage == array.storage for each in mixed):
            taken = _taken(array.node)
            if taken is not None and taken.id < machine.mark:
                machine.flow.misuses.append(fault(taken.place, "aliased-average", "torch"))
    if event.name in AVERAGING and array.view is None and array.node.source is None:
        _note_any_average(machine, array.node, event.values)
    if event.name in AVERAGING and array.storage in machine.own(Copies).kept:
        if any(_is_itself(machine, array, each) for each in event.values) and _under_two_names(event.node):
            place = machine.own(Copies).kept[array.storage]
            machine.flow.misuses.append(fault(place, "aliased-average", "torch"))
    if event.name in AVERAGING and machine.flow.aliases:
        _note_second_name(machine, array.node, event)


def _note_second_name(machine: Machine, written: Node, event: Written) -> None:
    """`self.target = self.critic`, and then the weights of the one are mixed into those of the other."""
    mine = _weights_in(written)
    given = [_weights_in(node) for value in event.values if (node := machine.node_of(value)) is not None]
    if not mine or mine not in given or not _mixes_two_names(machine, event.node, mine):
        return
    aliases = machine.flow.aliases
    places = [place for name, place, weights in aliases if mine <= weights and AVERAGE.search(name)]
    if places:
        machine.flow.misuses.append(fault(places[0], "second-name-average", "torch"))


def _mixes_two_names(machine: Machine, call: cst.CSTNode, weights: set[Node]) -> bool:
    """`slow.mul_(d).add_(p)`, `slow.copy_(d * slow + (1 - d) * p)`; in a decay by hand there is one name alone."""
    receiver = call
    while isinstance(receiver, cst.Call) and isinstance(receiver.func, cst.Attribute):
        receiver = receiver.func.value
    written = root(receiver) if isinstance(receiver, cst.BaseExpression) else None
    given = names_in(call.args[0].value) if isinstance(call, cst.Call) and call.args else frozenset()
    others = [machine.scope.find(name) for name in given - {written}]
    nodes = [machine.node_of(value) for value in others if value is not None]
    return written is not None and any(node is not None and _weights_in(node) == weights for node in nodes)


def _weights_in(node: Node) -> set[Node]:
    """The weights whose numbers these are, as they are or scaled; nothing if anything else is in them."""
    found: set[Node] = set()
    stack, seen = [node], {node}
    while stack and len(seen) <= MOST_BEHIND:
        here = stack.pop()
        if here.source is not None and here.op != Op.EITHER:
            found.add(here)
            continue
        if here.op in IN_PLACE:
            inside = here.edges[:1]
        elif here.op in (Op.EITHER, Op.ADD, Op.DATA_ATTRIBUTE, Op.DETACH) or here.op in SCALING:
            inside = here.edges
        else:
            return set()
        fresh = [edge.node for edge in inside if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return found if not stack else set()


def _note_any_average(machine: Machine, written: Node, values: tuple[Value, ...]) -> None:
    """One of the tensors that a state dict showed earlier is mixed with one that it shows now."""
    mine = _taken_from(written)
    for value in values if mine is not None else ():
        given = machine.node_of(value)
        theirs = _taken_from(given) if given is not None else None
        if mine and theirs and theirs.keys() <= mine.keys():
            first = next(iter(mine.values()))
            if all(
                here.place.node is first.place.node and all(here.id < each.id for each in theirs.values())
                for here in mine.values()
            ):
                machine.flow.misuses.append(fault(first.place, "aliased-average", "torch"))


MOST_BEHIND = 64
"""Tensors that one may be, beyond which nobody means an average."""


def _taken_from(node: Node) -> dict[Node, Node] | None:
    """The weights whose own memory this may be, and where each was taken; None if it may be anything else."""
    found: dict[Node, Node] = {}
    stack, seen = [node], {node}
    while stack:
        if len(seen) > MOST_BEHIND:
            return None
        here = stack.pop()
        if here.op in SHARED and len(here.edges) == 1:
            weight = here.edges[0].node
            found[weight] = min(here, found.get(weight, here), key=lambda each: each.id)
        elif here.edges and (here.op == Op.EITHER or here.op in IN_PLACE):
            inside = here.edges if here.op == Op.EITHER else here.edges[:1]
            fresh = [edge.node for edge in inside if edge.node not in seen]
            seen.update(fresh)
            stack.extend(fresh)
        else:
            return None
    return found


def _is_itself(machine: Machine, array: Array, value: Value) -> bool:
    other = machine.array(value)
    if other is None:
        return False
    one_of_them = array.node.op == Op.EITHER and any(edge.node is other.node for edge in array.node.edges)
    return one_of_them or other.storage == array.storage


def _under_two_names(call: cst.CSTNode) -> bool:
    """`shadow[k].mul_(d).add_(p)`; `p.add_(p, alpha=-decay)` is a decay by hand."""
    if not isinstance(call, cst.Call) or not call.args:
        return False
    receiver: cst.BaseExpression = call
    while isinstance(receiver, cst.Call) and isinstance(receiver.func, cst.Attribute):
        receiver = receiver.func.value
    given = call.args[0].value
    return isinstance(given, (cst.Name, cst.Attribute)) and root(given) != root(receiver)


@listens(Assigned)
def note_kept_weights(machine: Machine, event: Assigned) -> None:
    """`shadow = dict(model.named_parameters())`: the weights themselves, under the name of an average."""
    node, thing = event.node, machine.load(event.new)
    if not isinstance(thing, (Dictionary, Sequence, Params)):
        return
    target = node.targets[0].target if isinstance(node, cst.Assign) else None
    name = target.attr.value if isinstance(target, cst.Attribute) else getattr(target, "value", "")
    if not isinstance(name, str) or not AVERAGE.search(name):
        return
    inside: list[Value] = []
    if isinstance(thing, Dictionary):
        inside = [*thing.items.values(), *([thing.rest] if thing.rest is not None else [])]
    elif isinstance(thing, Sequence):
        inside = machine.members(thing)
    else:
        inside = list(thing.arrays)
    for each in inside:
        array = machine.array(each)
        if array is not None and array.parameter and array.view is None:
            machine.own(Copies).kept[array.storage] = machine.place(node)


def _taken(node: Node) -> Node | None:
    """Where the memory was taken that has since been written in place."""
    for _ in range(8):
        if node.op in SHARED:
            return node
        if not node.edges:
            return None
        node = node.edges[0].node
    return None


@listens(Assigned)
def note_alias(machine: Machine, event: Assigned) -> None:
    """`reference = model`: a second name for the same module."""
    node = event.node
    if type(node) is cst.Assign and isinstance(machine.load(event.new), (Layer, Instance)):
        if not any(type(_itself(each)) in (cst.Name, cst.Attribute) for each in _choices(node.value)):
            return
        name = node.targets[0].target
        said = (
            name.value
            if isinstance(name, cst.Name)
            else name.attr.value
            if isinstance(name, cst.Attribute)
            else ""
        )
        owned = [
            array for ref in machine.parameters_of(event.new) if (array := machine.array(ref)) is not None
        ]
        machine.flow.aliases.append((said, machine.place(node), frozenset(each.node for each in owned)))


def _choices(value: cst.BaseExpression) -> tuple[cst.BaseExpression, ...]:
    """`reference or model`, `reference if reference is not None else model`: what the name may come to stand for."""
    if isinstance(value, cst.IfExp):
        return (value.body, value.orelse)
    if isinstance(value, cst.BooleanOperation) and isinstance(value.operator, cst.Or):
        return (value.left, value.right)
    return (value,)


def note_loaded(machine: Machine, module: Value, given: Value | None, call: cst.CSTNode) -> None:
    """`target.load_state_dict(policy.state_dict())` where both are names of one module: nothing is copied."""
    thing = machine.load(given)
    entry = machine.node_of(thing.rest) if isinstance(thing, Dictionary) and thing.rest is not None else None
    theirs = _taken_from(entry) if entry is not None and machine.flow.aliases else None
    mine = frozenset(machine.weights_of(module))
    names = _both_names(call)
    if not theirs or not theirs.keys() <= mine or len(names) < 2:
        return
    found = [
        (name, place) for name, place, weights in machine.flow.aliases if mine <= weights and name in names
    ]
    if found:
        place = next((place for name, place in found if AVERAGE.search(name)), found[-1][1])
        machine.flow.misuses.append(fault(place, "second-name-loaded", "torch", "", machine.place(call)))


def _both_names(call: cst.CSTNode) -> set[str]:
    """The names of who is loaded and of whose state it is."""
    owners: list[cst.BaseExpression] = []
    for each in (call, call.args[0].value) if isinstance(call, cst.Call) and call.args else ():
        if isinstance(each, cst.Call) and isinstance(each.func, cst.Attribute):
            owners.append(each.func.value)
    return {
        each.attr.value if isinstance(each, cst.Attribute) else each.value
        for each in owners
        if isinstance(each, (cst.Attribute, cst.Name))
    }


def _itself(value: cst.BaseExpression) -> cst.BaseExpression:
    """`model.eval()` and its like give the module that they are called on."""
    while isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
        if value.func.attr.value not in RETURN_THEMSELVES:
            return value
        value = value.func.value
    return value
