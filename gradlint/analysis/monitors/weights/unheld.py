"""Weights that are trained and that no optimizer holds; gradients of one player that another one's loss has left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place, reachable
from gradlint.analysis.domain.journal import Branches, Journal, unless_settled
from gradlint.analysis.domain.values import Class, Const, Ref
from gradlint.analysis.interpreter.events import Backward, Ended, GradientSet, Stepped, Zeroed, listens
from gradlint.analysis.interpreter.imported_names import OtherModules
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.registration import Registration
from gradlint.analysis.monitors.weights.hidden import candidates
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import dataclass, replace

_NOWHERE = cst.Pass()
OWNED = frozenset({"parameter", "module"})
LINEAR = frozenset({"add", "mul", "div", "sub", "scaled"})
"""What may still be done to a loss. What is negated only here is the result of a network, not a loss, and so is what
is reduced, unless losses have gone into it."""
REDUCTIONS = frozenset({"mean", "sum"})


@dataclass(frozen=True, slots=True)
class Left:
    """A gradient that a loss has left in a parameter."""

    loss: Place
    sources: frozenset[int]
    sink: Sink
    stepped: frozenset[int] = frozenset()
    """What an optimizer that does not hold the parameter has stepped for that loss since then."""


class Unheld:
    NEVER_UNDONE: ClassVar = {
        **dict.fromkeys(
            ("candidates", "steps"), "evidence of the whole program, judged when all of it has been followed"
        ),
        "own_layers": "a cache of the text",
    }

    def __init__(self, branches: Branches) -> None:
        self.left: Journal[int, Left] = Journal(branches, unless_settled)
        self.polluted: Journal[int, Left] = Journal(branches, unless_settled)
        self.candidates: dict[Node, frozenset[Node]] = {}
        """Weights of a loss, and the weights before it."""
        self.steps: dict[Node, int] = {}
        """Which optimizer steps a parameter."""
        self.own_layers: dict[tuple[cst.CSTNode, cst.CSTNode], bool] = {}
        """Whether one class holds both lines."""


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Unheld)
    sources = [
        each for each in sources_behind(event.sink) if each.source is not None and each.source.kind in OWNED
    ]
    toggled = {flag.array.node for flag in machine.flow.flags if flag.value is None}
    sources = [each for each in sources if each not in toggled]
    numbers = frozenset(each.id for each in sources)
    target = event.sink.targets[0] if event.sink.targets else None
    for source in sources:
        before = known.left.get(source.id)
        if before is not None and before.stepped and not _is_one_pass(source, before, event.sink):
            known.polluted[source.id] = before
        if target is not None:
            known.left[source.id] = Left(target.place, numbers, event.sink)
    _note_loss_weights(machine, event.sink, sources)


def _is_one_pass(source: Node, left: Left, sink: Sink) -> bool:
    """Two losses of one forward pass, the first of which had to come through here: their sum is what is meant."""
    users = _users(source, left.sink)
    if not users & _users(source, sink):
        return False
    behind = reachable([edge.node for user in users for edge in user.edges], TORCH)
    return any(each.id in left.stepped for each in behind)


def _users(source: Node, sink: Sink) -> set[Node]:
    """The operations of a loss that compute with a weight."""
    return {
        each for each in reachable(sink.targets, TORCH) if any(edge.node is source for edge in each.edges)
    }


def _note_loss_weights(machine: Machine, sink: Sink, sources: list[Node]) -> None:
    """Parameters of the call that computes the loss itself, where others enter before it."""
    known = machine.own(Unheld)
    depth = len(sink.place.stack)
    target = sink.targets[0] if sink.targets else None
    while (
        target is not None
        and len(target.place.stack) <= depth
        and len(target.edges) == 1
        and (target.op in LINEAR or (target.op in REDUCTIONS and _is_loss(target.edges[0].node)))
    ):
        target = target.edges[0].node
    if target is None or len(target.place.stack) <= depth:
        return
    call = target.place.stack[depth]
    inside: set[Node] = set()
    outside: set[Node] = set()
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        for edge in here.edges if here.recorded_by(TORCH) else ():
            if TORCH not in edge.tracked:
                continue
            if edge.node in sources:
                is_own = edge.node.source is not None and edge.node.source.kind == "parameter"
                if (
                    not is_own
                    and here.place.at_depth(depth) is call
                    and not (
                        _is_in_class(machine, here.place.at_depth(depth + 1))
                        and _is_made_by(machine, edge.node, here)
                    )
                ):
                    continue  # a network given to a loss, a perceptual one for instance, is not trained with it
                (inside if here.place.at_depth(depth) is call else outside).add(edge.node)
            if edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    for node in inside - outside if outside else ():
        known.candidates[node] = frozenset(outside)


def _is_loss(node: Node) -> bool:
    """A weighted sum in which a loss function has a part: it is a loss already, whoever reduces it."""
    stack, seen = [node], {node}
    while stack and len(seen) < 30:
        here = stack.pop()
        if op_facts.in_torch("losses", f"nn.functional.{here.op}"):
            return True
        more = [each for each in here.operands if each is not None and each not in seen]
        seen.update(more if here.op in LINEAR else ())
        stack.extend(more if here.op in LINEAR else ())
    return False


def _is_made_by(machine: Machine, layer: Node, user: Node) -> bool:
    """A layer with fresh weights that the class itself makes whose method computes with it."""
    if layer in machine.flow.filled:
        return False
    known, pair = machine.own(Unheld).own_layers, (layer.place.node, user.place.node)
    if pair not in known:
        classes = (*machine.module.classes, *machine.own(OtherModules).classes)
        owner, other = (_innermost(classes, node) for node in pair)
        known[pair] = owner is not None and owner is other
    return known[pair]


def _is_in_class(machine: Machine, node: cst.CSTNode) -> bool:
    """A loss with layers of its own is an object; a function that computes a loss is given its networks by others."""
    return _innermost((*machine.module.classes, *machine.own(OtherModules).classes), node) is not None


def _innermost(classes: Iterable[Class], node: cst.CSTNode) -> cst.CSTNode | None:
    """The class in whose text something stands, and no other class inside of that one."""
    texts = [list(walk(cls.node)) for cls in classes]
    around = [text for text in texts if any(each is node for each in text)]
    return min(around, key=len)[0] if around else None


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    known = machine.own(Unheld)
    for array in arrays_of(machine, event.owner, event.node):
        known.left.pop(array.node.id, None)
        known.polluted.pop(array.node.id, None)


@listens(GradientSet)
def note_set(machine: Machine, event: GradientSet) -> None:
    if event.value == Const(None):
        known = machine.own(Unheld)
        known.left.pop(event.source.id, None)
        known.polluted.pop(event.source.id, None)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known = machine.own(Unheld)
    arrays = arrays_of(machine, event.optimizer, event.node)
    held = {array.node.id for array in arrays}
    if isinstance(event.optimizer, Ref):
        known.steps.update({array.node: event.optimizer.id for array in arrays})
    said: set[object] = set()
    for number in held:
        polluted = known.polluted.pop(number, None)
        known.left.pop(number, None)
        if polluted is not None and polluted.loss.node not in said and machine.certain:
            said.add(polluted.loss.node)
            entered = _entrance(polluted, number)
            machine.flow.misuses.append(
                fault(entered, "left-gradient", "torch", "", machine.place(event.node))
            )
    for number, left in list(known.left.items()):
        if number not in held and left.sources & held and not left.stepped:
            known.left[number] = replace(left, stepped=left.sources & held)


def _entrance(left: Left, source: int) -> Place:
    """Where what one network made goes into the other: the call that should be given a detached value."""
    through = {source}
    users: list[Node] = []
    for node in sorted(reachable(left.sink.targets, TORCH), key=lambda each: each.id):
        if any(edge.node.id in through and TORCH in edge.tracked for edge in node.edges):
            through.add(node.id)
            if any(edge.node.id in left.stepped for edge in node.edges):
                users.append(node)
    return users[0].place.after(left.loss) if users else left.loss


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    """The weights of a loss that no optimizer holds, where those before it are stepped."""
    known, registered = machine.own(Unheld), machine.own(Registration)
    held = {
        each  # where one stands for several that a branch has made, all of them
        for number in registered.optimizers
        for array in arrays_of(machine, Ref(number), _NOWHERE)
        for each in candidates(array.node)
    }
    calls = {call for each in held for call in each.place.stack}
    read = {each.array.node for each in machine.flow.grad_reads} | machine.flow.grads_by_hand
    said: set[object] = set()
    for node, before in known.candidates.items():
        optimizer = next((known.steps[each] for each in before if each in known.steps), None)
        if optimizer is None or node in held or node in machine.flow.optimised or node in read:
            continue
        if node.place.node in calls:
            continue  # the weights of a module as a whole, and what it is made of is held
        place = registered.optimizer_places.get(optimizer)
        if place is not None and place.node not in said:
            said.add(place.node)
            machine.flow.misuses.append(fault(place, "unheld-weights", "torch", "", node.place))
