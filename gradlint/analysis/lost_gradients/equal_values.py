"""Values that are equal because they were computed alike: their difference has no gradient, whatever its parts have.

Two nodes are equal if they are one, or the same operation on equal inputs with nothing random and no step in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.facts import Flow, Sink
from gradlint.analysis.domain.faults import Fault, FaultKind, fault
from gradlint.analysis.domain.graph import TORCH, Node, Place, Recorder, recorded
from gradlint.analysis.domain.values import Lang
from gradlint.knowledge.names.operations import COUNTED, DISTANCES_FROM_ZERO, DRAWS, MAY_GIVE_SEVERAL, Op

STOPS = frozenset({Op.DETACH, "stop_gradient"})
QUANTISED = frozenset({"zero", "integer"})
REFERENCE = re.compile(r"ref|teacher|target|old|ema|frozen|anchor|prior|initial|sft", re.IGNORECASE)
"""Names of models that are compared with the one that is trained."""
DEPTH = 60
LANGS: Mapping[str, Lang] = {
    **dict.fromkeys(("backward", "step", "autograd.grad"), "torch"),
    "tape": "tensorflow",
    "jax": "jax",
}
RANDOM = ("rand", "dropout", "noise", "droppath", "drop_path", "stochastic", "rrelu")
"""What the names of operations and layers hold that draw something each time."""


def cancelled(flow: Flow) -> Iterator[Fault]:
    """Differences of equal values, and straight-through estimators of which the wrong term is detached."""
    seen: set[object] = set()
    for sink in flow.sinks:
        if sink.kind not in LANGS or (LANGS[sink.kind] == "torch" and sink.recorder is not TORCH):
            continue
        for misuse in _in_sink(flow, sink):
            if misuse.place.node not in seen:
                seen.add(misuse.place.node)
                yield misuse


def _in_sink(flow: Flow, sink: Sink) -> Iterator[Fault]:
    wrong: set[Node] = set()
    nodes = sorted(recorded(sink.targets, sink.recorder), key=lambda each: each.id)
    measured = {edge.node for node in nodes if node.op in DISTANCES_FROM_ZERO for edge in node.edges}
    by, lang = sink.recorder, LANGS[sink.kind]
    differing = {
        id(node.place.node) for node in nodes if _is_difference(node) and not _are_equal(flow, node, by)
    }
    for node in nodes:
        # In a loop the first pass may begin with equal values, and the others go on from there.
        if _is_difference(node) and node not in measured and id(node.place.node) not in differing:
            left, right = node.operands
            assert left is not None and right is not None
            yield fault(_blamed(flow, node, left, right), "equal-values", lang, "", node.place)
        if node.op in (Op.ADD, Op.SUB) and not wrong & {edge.node for edge in node.edges}:
            how = straight_through(node)
            # How far something is from where a step would take it: `(x + step).detach() - x`, squared.
            if how is not None and not (how == "reversed-estimator" and node in measured):
                wrong.add(node)
                yield fault(node.place, how, lang, "", sink.place)
    for node in _stops_before(nodes, by):
        if _is_stopped_estimator(node):
            yield fault(node.place, "stopped-estimator", lang, "", sink.place)


def _is_difference(node: Node) -> bool:
    written = node.place.node
    if isinstance(written, cst.BinaryOperation) and isinstance(written.left, (cst.Name, cst.Attribute)):
        if written.left.deep_equals(written.right):
            return False  # `x - x`: somebody wants a zero, or a one
    return node.op in (Op.SUB, Op.DIV) and len(node.operands) == 2 and None not in node.operands


def _are_equal(flow: Flow, node: Node, by: Recorder) -> bool:
    left, right = node.operands
    assert left is not None and right is not None
    return _both_live(node, left, right, by) and Equality(flow).of(left, right)


def _both_live(node: Node, left: Node, right: Node, by: Recorder) -> bool:
    live = {edge.node for edge in node.edges if by in edge.tracked}
    computed = left.source is None and right.source is None
    return node.recorded_by(by) and {left, right} <= live and computed


class Equality:
    """Whether two values are the same, for one program."""

    def __init__(self, flow: Flow) -> None:
        self.steps = flow.steps
        self.known: dict[tuple[int, int], bool] = {}

    def of(self, one: Node, two: Node, depth: int = 0) -> bool:
        if (
            one is two
        ):  # unless it stands for several: one of two branches, a part of something that was split
            return not one.op.endswith("either") and not _is_one_of_several(one)
        key = (min(one.id, two.id), max(one.id, two.id))
        if key not in self.known:
            self.known[key] = False  # while it is looked at
            self.known[key] = depth < DEPTH and self._alike(one, two, depth)
        return self.known[key]

    def _alike(self, one: Node, two: Node, depth: int) -> bool:
        if one.op != two.op or one.source is not None or two.source is not None or one.cut != two.cut:
            return False
        short = one.op.lower()
        if short.removeprefix("torch.") in DRAWS or any(word in short for word in RANDOM):
            return False
        if not one.edges and not two.edges and short.removeprefix("torch.") in COUNTED:
            return _same_text(one, two)
        if (
            one.op in (Op.EITHER, Op.DATA_ATTRIBUTE, Op.NUMBER, Op.CALL)
            or not one.edges
            or len(one.edges) != len(two.edges)
        ):
            return False
        if isinstance(one.place.node, cst.Subscript) and not _same_text(one, two):
            return False  # other elements of the same value
        if _plain(one.constants) != _plain(two.constants) or one.keys != two.keys or one.part != two.part:
            return False
        if self._moved(one, two):
            return False
        return all(
            first.role == second.role and self.of(first.node, second.node, depth + 1)
            for first, second in zip(one.edges, two.edges)
        )

    def _moved(self, one: Node, two: Node) -> bool:
        """An optimizer has changed a weight that one of them was computed with before the other was."""
        early, late = sorted((one.id, two.id))
        weights = {edge.node for edge in one.edges if edge.node.source is not None}
        return any(early < when < late and weights & moved for when, moved in self.steps)


def _is_one_of_several(node: Node) -> bool:
    """Any part of something that was split, or what a loop over such parts makes of one."""
    near = (node, *_nearest(node))
    return any(each.part < 0 or (each.op in MAY_GIVE_SEVERAL and each.part == 0) for each in near)


def _nearest(node: Node) -> Iterator[Node]:
    """What a value was computed from in a few steps."""
    stack = [(edge.node, 0) for edge in node.edges]
    while stack:
        here, depth = stack.pop()
        yield here
        stack.extend((edge.node, depth + 1) for edge in here.edges if depth < 3)


def _same_text(one: Node, two: Node) -> bool:
    """An index is not among the inputs of a node: only the same text takes the same elements."""
    return one.place.node is two.place.node or one.place.node.deep_equals(two.place.node)


def _plain(constants: tuple[object, ...]) -> list[str]:
    return [repr(each) for each in constants]


def _blamed(flow: Flow, difference: Node, left: Node, right: Node) -> Place:
    """The line that made two things one: an alias of the model, or the value that should have been detached."""
    weights = {node for node in _behind(left) if node.source is not None}
    for name, place, owned in flow.aliases:
        if owned & weights and REFERENCE.search(name):
            return place
    older = min(left, right, key=lambda each: each.id)
    # A helper computes both sides alike, and rightly so: the line that asked it for this one is meant.
    return (_called_old(difference, left, right) or older).place.after(difference.place)


def _called_old(difference: Node, left: Node, right: Node) -> Node | None:
    """The side whose name says that it is from before; else the one that was computed first is meant."""
    written = difference.place.node
    if not isinstance(written, cst.BinaryOperation):
        return None
    named = [
        value
        for side, value in ((written.left, left), (written.right, right))
        if isinstance(side, (cst.Name, cst.Attribute)) and REFERENCE.search(_last_name(side))
    ]
    return named[0] if len(named) == 1 else None


def _last_name(side: cst.Name | cst.Attribute) -> str:
    return side.value if isinstance(side, cst.Name) else side.attr.value


def _behind(node: Node) -> set[Node]:
    stack, seen = [node], {node}
    while stack:
        more = [edge.node for edge in stack.pop().edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return seen


# -- straight-through estimators -----------------------------------------------------------


def straight_through(node: Node) -> FaultKind | None:
    """`x + (q - x).detach()` is the value of q with the gradient of x; other placements of detach are not."""
    live: dict[Node, int] = {}
    stopped: dict[Node, int] = {}
    for term, sign, detached in _terms(node, 1, False, 0):
        counts = stopped if detached else live
        counts[term] = counts.get(term, 0) + sign
    for value, coefficient in live.items():
        ends = value.cut is not None and value.source is None
        if ends or coefficient + stopped.get(value, 0) != 0:
            continue
        others = [
            (term, sign) for counts in (live, stopped) for term, sign in counts.items() if term is not value
        ]
        quantised = [term for term, sign in others if sign > 0 and _is_quantised(term, value, stopped)]
        # `loss = a - b` beside its own stopped value: b arrives with the sign that it has in the loss.
        whole = any(sign > 0 and sign + stopped.get(term, 0) == 0 for term, sign in live.items())
        if coefficient == -1 and quantised and not whole:
            return "reversed-estimator"
        if (
            coefficient == 0
            and quantised
            and value not in stopped
            and any(term in stopped for term in quantised)
        ):
            return "cancelled-estimator"
    return None


STEPS_AWAY = 5


def _stops_before(nodes: list[Node], by: Recorder) -> Iterator[Node]:
    """What is stopped a few steps before the operations that a backward pass goes through."""
    stack = [(edge.node, 0) for node in nodes for edge in node.edges if by not in edge.tracked]
    seen = {node for node, _ in stack}
    while stack:
        here, steps = stack.pop()
        if here.op in STOPS:
            yield here
        more = [edge.node for edge in here.edges if edge.node not in seen] if steps < STEPS_AWAY else []
        seen.update(more)
        stack.extend((each, steps + 1) for each in more)


def _is_stopped_estimator(node: Node) -> bool:
    """`(x + (q - x)).detach()`: all terms of an estimator are stopped, and none of them by itself."""
    if node.op not in STOPS or node.cut != "stop" or not node.edges or node.edges[0].node.op != Op.ADD:
        return False
    counts: dict[Node, int] = {}
    for term, sign, stopped in _terms(node.edges[0].node, 1, False, 0):
        if stopped:
            return False  # one that passes its gradient, stopped for another purpose
        counts[term] = counts.get(term, 0) + sign
    gone = [value for value, count in counts.items() if count == 0]
    left = [term for term, count in counts.items() if count > 0]
    return any(_is_quantised(term, value, {}) for value in gone for term in left)


def _terms(node: Node, sign: int, detached: bool, depth: int) -> Iterator[tuple[Node, int, bool]]:
    if depth > 12:
        return
    if node.op in STOPS and node.cut == "stop" and node.edges:
        yield from _terms(node.edges[0].node, sign, True, depth + 1)
    elif node.op in (Op.ADD, Op.SUB) and len(node.operands) == 2 and None not in node.operands:
        left, right = node.operands
        assert left is not None and right is not None
        yield from _terms(left, sign, detached, depth + 1)
        yield from _terms(right, sign if node.op == Op.ADD else -sign, detached, depth + 1)
    else:
        yield node, sign, detached


def _is_quantised(term: Node, value: Node, stopped: dict[Node, int]) -> bool:
    """Made from the value by a step function, or by something that is looked up."""
    behind = _behind(term)
    return value in behind and (term in stopped or any(each.cut in QUANTISED for each in behind))
