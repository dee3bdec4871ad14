"""The ways that values take to a target: questions about one trace, asked where a gradient is lost on them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import GRADIENT, CutKind, LostPath, Node, Recorder, Trace, reachable
from gradlint.analysis.lost_gradients.loss_functions import loss_input
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.knowledge.names.operations import (
    ADDING,
    COMBINES_CONDITIONS,
    LINEAR,
    NEARLY_LINEAR,
    SCALING,
    Op,
)
from gradlint.knowledge.tables import table

Reason = CutKind | Literal["paused", "outside", "stopped", "reset", "late"]


def live_nodes(each: Trace) -> set[Node]:
    """The operations that the gradient really passes on its way back from the target."""
    found: set[Node] = set()
    stack = [each.target]
    while stack:
        here = stack.pop()
        if here in found or not each.flows.get(here):
            continue
        found.add(here)
        if here.recorded_by(each.recorder):
            stack.extend(
                edge.node for edge in here.edges if edge.role != "index" and each.recorder in edge.tracked
            )
    return found


def carriers(each: Trace, moment: int, wanted: frozenset[Node] | None) -> set[Node]:
    """The values between the target and a source that a gradient passes through."""

    def reaches(node: Node) -> bool:
        arriving = each.flows.get(node, frozenset())
        return bool(arriving if wanted is None else arriving & wanted)

    stack = [each.target] if reaches(each.target) else []
    seen = set(stack)
    while stack:
        here = stack.pop()
        if not here.recorded_by(each.recorder, moment) and here not in each.revived:
            continue
        for edge in here.edges:
            follows = each.recorder in edge.tracked or edge.node in each.revived
            live = edge.role != "index" and follows and reaches(edge.node)
            if live and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return seen


def dead_ways(sink: Sink, each: Trace) -> set[Node]:
    """What lies behind the loss of a branch that carries no gradient at all, while the other branch does.

    Whoever takes that branch asks for a gradient of nothing. Only where the request follows on every path from where
    the branches meet: a second test may tell the same cases apart as the first.
    """
    found: set[Node] = set()
    stack, seen = [each.target], {each.target}
    while stack:
        here = stack.pop()
        carrying = [edge.node for edge in here.edges if edge.role == "value" and each.flows.get(edge.node)]
        if here.op != Op.EITHER:
            # The loss, scaled: what else goes in is a number.
            follow = carrying if len(carrying) == 1 and here.op in NEARLY_LINEAR else []
        elif isinstance(here.place.node, cst.If) and _follows(sink, here):
            follow = carrying
            for edge in here.edges:
                if carrying and not each.flows.get(edge.node):
                    found |= _behind(edge.node)
        else:
            follow = []
        stack.extend(node for node in follow if node not in seen)
        seen.update(follow)
    return found


def _follows(sink: Sink, choice: Node) -> bool:
    stack = choice.place.stack
    together = len(stack) == len(sink.place.stack) and all(map(operator.is_, stack, sink.place.stack))
    return together and choice.id > sink.since


def _behind(node: Node) -> set[Node]:
    found, stack = {node}, [node]
    while stack:
        for edge in stack.pop().edges:
            if edge.role == "value" and edge.node not in found and edge.node.source is None:
                found.add(edge.node)
                stack.append(edge.node)
    return found


def roots(each: Trace, node: Node) -> frozenset[Node]:
    """The nearest values behind a node that are not made of plain arithmetic on others."""
    found: set[Node] = set()
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        behind = [edge.node for edge in here.edges if edge.role != "index" and each.recorder in edge.tracked]
        passed_on = here.op == Op.ARGUMENT and not here.opaque  # into jit, vmap or checkpoint: the same value
        if here.opaque or (here.source is not None and not passed_on) or not behind:
            found.add(here)
            continue
        stack.extend(other for other in behind if other not in seen)
        seen.update(behind)
    return frozenset(found)


Join = Literal["term", "near", "factor", "beside", "any"]
"""term: a summand of the loss itself. factor: also in a product with what it was made from. near: in such a
product too, but only as it is or scaled: the vectors of a power iteration on `.data` are meant as constants.
beside: also in a sum with what it was made from, where `x - x.mean().item()` would mean a constant."""


def joins_live_path(each: Trace, path: LostPath, how: Join) -> bool:
    """Does the constant come back in a position where it must have been meant to vary?"""
    if how == "any":
        return True
    origin = roots(each, path.through)
    stack, seen = [path.cut], {path.cut}
    far: set[Node] = set()
    while stack:
        here = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            if edge.role not in ("value", "kept") or consumer in seen or _is_step(consumer):
                continue
            if is_foreign(consumer):
                continue  # what an environment makes of an action has no gradient to lose
            if how == "term" and consumer.cut is not None:
                continue  # an action drawn, a number read out: recorded or not, it would end here
            live = [
                other
                for other in consumer.edges
                if other.node is not here and each.recorder in other.tracked and each.flows.get(other.node)
                and consumer.recorded_by(each.recorder) and other.role != "index"
                and not (consumer.opaque and other.node.source is not None)
            ]  # fmt: skip
            if not live:
                seen.add(consumer)
                stack.append(consumer)
                if here in far or consumer.op not in NEARLY_LINEAR:
                    far.add(consumer)
            elif _is_itself(consumer, path, [other.node for other in live]):
                continue
            elif consumer.op in LINEAR and is_linear_to_target(each, consumer):
                return True
            elif (how == "near" and here in far) or (
                how == "factor" and _weighs_itself(consumer, here, path, [other.node for other in live])
            ):
                continue
            elif how == "beside" or (how in ("near", "factor") and consumer.op not in LINEAR):
                if any(roots(each, other.node) & origin for other in live):
                    return True
    return False


def _is_itself(difference: Node, path: LostPath, terms: list[Node]) -> bool:
    """`x - x.data` is zero whatever x is: only as a constant does the second one say anything."""
    return (
        difference.op == Op.SUB and path.cut.cut is not None and all(term is path.through for term in terms)
    )


def meets_a_branch(each: Trace, cut: Node) -> bool:
    """The first live value that is made of it is what holds after an `if`: whoever took the branch has nothing else."""
    stack, seen = [cut], {cut}
    while stack:
        for consumer, edge in each.consumers.get(stack.pop(), ()):
            if edge.role != "value" or consumer in seen:
                continue
            seen.add(consumer)
            if not each.flows.get(consumer):
                stack.append(consumer)
            elif consumer.op == Op.EITHER:
                return True
    return False


POSITIONS = frozenset({"argmax", "argmin", "argsort"})


def is_dead_term(each: Trace, path: LostPath) -> bool:
    """A whole term of the loss, made by other operations than the terms that live, carries no gradient at all.

    What is subtracted from its own kind, or stands beside the value that it was made from, is meant as a number;
    not so if predicted classes were summed up to a number of their own, beside one that another loss is.
    """
    origin = roots(each, path.through)
    stack, seen = [path.cut], {path.cut}
    counted: set[Node] = set()
    while stack:
        here = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            if edge.role != "value" or consumer in seen or is_foreign(consumer) or is_nothing(consumer):
                continue
            seen.add(consumer)
            if not each.flows.get(consumer):
                stack.append(consumer)
                if here in counted or (path.cut.op in POSITIONS and kind(consumer) == "sum"):
                    counted.add(consumer)
                continue
            others = [other.node for other in consumer.edges if each.flows.get(other.node)]
            apart = not any(roots(each, other) & origin or _is_piece(other, path.through) for other in others)
            apart = apart or (here in counted and all(_is_loss(each, other) for other in others))
            if consumer.op in ADDING and apart and is_linear_to_target(each, consumer):
                return here in counted or not _stands_beside(each, consumer, origin)
    return False


def _stands_beside(each: Trace, term: Node, origin: frozenset[Node]) -> bool:
    """Another term of the same sum, further up, lives on what this one was made from."""
    stack, seen = [term], {term}
    while stack:
        here = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            if consumer in seen or edge.role != "value" or consumer.op not in ADDING:
                continue
            seen.add(consumer)
            stack.append(consumer)
            others = [other.node for other in consumer.edges if other.node is not here]
            if any(each.flows.get(other) and roots(each, other) & origin for other in others):
                return True
    return False


def _is_loss(each: Trace, node: Node, steps: int = 12) -> bool:
    """What a loss function gives, or a mean or sum, be it weighted or added to others."""
    for _ in range(steps):
        if kind(node) == "sum" or loss_input(node) is not None:
            return True
        live = [edge.node for edge in node.edges if each.flows.get(edge.node) and edge.role == "value"]
        if not live or (node.op not in SCALING and node.op not in LINEAR):
            return False
        node = live[0]
    return False


def is_nothing(node: Node) -> bool:
    """A product with 0: `inside * value + outside * 0`."""
    return node.op in (Op.MUL, Op.MULTIPLY) and any(
        isinstance(each, (int, float)) and each == 0 for each in node.constants
    )


def _is_piece(node: Node, chosen_by: Node) -> bool:
    """`(x > 0) * f(x)`: one piece of a function of which another piece is constant."""
    stack, seen = [node], {node}
    while stack and len(seen) < 20:
        here = stack.pop()
        if here.cut == "integer" and any(edge.node is chosen_by for edge in here.edges):
            return True
        more = [each for each in here.operands if each is not None and each not in seen]
        if here.op in COMBINES_CONDITIONS:
            seen.update(more)
            stack.extend(more)
    return False


def _weighs_itself(product: Node, number: Node, path: LostPath, terms: list[Node]) -> bool:
    """A term divided by its own size, or weighted by what a controller makes of it: nobody differentiates that.

    `x * x.item()` alone is rather meant as a square.
    """
    if product.op not in SCALING or any(term is not path.through for term in terms):
        return False
    return number is not path.cut or product.op.startswith("div")


def is_foreign(node: Node) -> bool:
    """The result of a function that nobody can see, or what is added to one of several elements of a container."""
    at = node.place.node
    if isinstance(at, cst.AugAssign) and isinstance(at.target, cst.Subscript):
        return True
    unknown = node.source is not None and node.source.kind == "unknown"
    return unknown and node.opaque and node.op != Op.EITHER


def _is_step(node: Node) -> bool:
    """A comparison, a sign, an index: flat between its jumps, so there was no gradient to lose before it."""
    return node.cut in ("integer", "zero") or node.op in table("numpy").sets["numpy_nondifferentiable"]


def lies_apart(each: Trace, path: LostPath) -> bool:
    """A second cut on a way that a first one has interrupted, with more between them than a change of form."""
    stack, seen = [path.through], {path.through}
    while stack:
        here = stack.pop()
        if here not in each.revived or here.cut is not None:
            continue
        if here.op not in NEARLY_LINEAR:
            return True
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return False


def is_linear_to_target(each: Trace, node: Node) -> bool:
    """Only sums, means and constant factors lie between here and the target."""

    def linear(consumer: Node, _: Node) -> bool:
        factors = consumer.operands or tuple(other.node for other in consumer.edges)
        alone = sum(1 for other in factors if other is not None and each.flows.get(other)) <= 1
        return (
            consumer.op in LINEAR
            or consumer.op in (Op.SCALED, Op.SCALE_LOSS)
            or (consumer.op in SCALING and alone)
        )

    return leads_to_target(each, node, linear)


def leads_to_target(each: Trace, node: Node, passes: Callable[[Node, Node], bool]) -> bool:
    """Whether a value gets to the target through operations of one kind alone; `passes` is asked for each
    and for the operand that the value came in by."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here is each.target:
            return True
        for consumer, edge in each.consumers.get(here, ()):
            if edge.role == "value" and consumer not in seen and passes(consumer, here):
                seen.add(consumer)
                stack.append(consumer)
    return False


def re_entry(each: Trace, cut: Node) -> Node | None:
    """Where a detached value comes back into the framework after NumPy has computed with it."""
    stack: list[tuple[Node, bool]] = [(cut, False)]
    seen: set[tuple[Node, bool]] = set()
    while stack:
        here, computed = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            if edge.role not in ("value", "kept"):
                continue
            now = computed or _computes(consumer)
            if computed and consumer.op.startswith(("torch.", "tf.", "constant", "identity")):
                if (
                    "numpy" in consumer.op
                    or "tensor" in consumer.op
                    or consumer.op in (Op.CONSTANT, Op.IDENTITY)
                ):
                    return consumer
            if (consumer, now) not in seen:
                seen.add((consumer, now))
                stack.append((consumer, now))
    return None


def _computes(node: Node) -> bool:
    """A NumPy function that has a derivative which is lost here."""
    if not node.op.startswith("numpy."):
        return False
    known = table("numpy").sets.get("numpy_differentiable", frozenset())
    return node.op in known or node.op.rpartition(".")[2] in ("add", "sub", "mul", "div", "pow", "matmul")


def only_in_gradient(each: Trace, source: Node) -> bool:
    """A tree handed whole to an inner gradient: which of its leaves that one reads is not known."""
    stack, seen = [source], {source}
    while stack:
        for node, _ in each.consumers.get(stack.pop(), ()):
            if node.op == GRADIENT or node in seen:
                continue
            if node.op not in (Op.ARGUMENT, Op.EITHER):
                return False
            seen.add(node)
            stack.append(node)
    return True


def is_first_value(path: LostPath) -> bool:
    """Numbers with which the module starts a parameter of its own when it is made, not at each call."""
    stack = path.cut.place.stack
    return path.replaced and bool(stack) and isinstance(stack[0], cst.ClassDef)


def is_frozen(path: LostPath) -> bool:
    """One of several weights, stopped where it is read: that is how JAX is told to leave it alone."""
    return path.cut.cut == "stop" and path.through is path.source


def reason_of(path: LostPath, recorder: Recorder, moment: int) -> Reason:
    cut = path.cut
    if cut.cut is not None:
        return cut.cut
    if recorder not in cut.active:
        if recorder.kind == "torch" or (recorder.torch and cut.pause is not None):
            return "paused"
        return "stopped" if recorder in cut.paused else "outside"
    return "reset" if cut.dropped_by(recorder, moment) is not None else "late"


MOST_CUTS = 12
"""Of more cuts in one loss none is compared with the others."""


def on_every_way(each: Trace, paths: list[LostPath]) -> list[LostPath]:
    """One path to each cut, without the cuts beside which the same source comes as far as another cut, further on."""
    first: dict[Node, LostPath] = {}
    for path in paths:
        first.setdefault(path.cut, path)
    if not 1 < len(first) <= MOST_CUTS:
        return list(first.values())
    behind = {cut: reachable([cut], each.recorder) for cut in first}
    reached = {(path.source, path.cut) for path in paths}
    return [
        path
        for path in first.values()
        if not any(
            path.cut is not cut and path.cut in nodes and (path.source, cut) in reached
            for cut, nodes in behind.items()
        )
    ]
