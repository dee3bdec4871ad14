"""Terms of a loss that somebody stopped as a whole: they add a number, and change no gradient."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.analysis.lost_gradients.loss_functions import loss_input
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.analysis.lost_gradients.path_queries import Reason, is_linear_to_target, is_nothing
from gradlint.knowledge.names.checked import names
from gradlint.knowledge.names.losses import REGRESSIONS
from gradlint.knowledge.names.operations import NEARLY_LINEAR, ROUNDING, Op

BENDING = names("torch tensorflow jax.numpy", "log log1p exp sqrt rsqrt")
"""What is made of a number that stands for a term, and is still one; of a row for each example it may be anything."""
SUMS = frozenset({Op.ADD})
"""What is subtracted may be a baseline; what is added to a loss is meant to be made small."""


def is_constant_term(each: Trace, path: LostPath, reason: Reason) -> bool:
    """A summand of the loss, reduced to a number, all of which lies behind a stop, or is rounded.

    Whoever stops a value for a second use of it, such as the factor of another term, means a constant. So does who
    puts a value in the place of another one: `surrogate + (value - surrogate).detach()`; and who stops it by an option.
    """
    rounded = reason == "zero" and path.cut.op.rpartition(".")[2] in ROUNDING
    if reason not in ("stop", "data") and not rounded:
        return False
    meetings = _meetings(each, path.cut)
    if not meetings or path.cut.optional:
        return False
    origin: set[Node] | None = None
    for here, consumer, reduced in meetings:
        if consumer.op not in SUMS or is_nothing(consumer) or not is_linear_to_target(each, consumer):
            return False
        others = [edge.node for edge in consumer.edges if edge.node is not here and each.flows.get(edge.node)]
        if not others or not all(_is_reduced(each, other) for other in others):
            return False
        if reduced:
            continue
        if not _is_reduced(each, path.through):
            return False
        origin = _behind(path.through) if origin is None else origin
        if any(other in origin or path.through in _behind(other) for other in others):
            return False
    return True


def constants_behind(each: Trace, cut: Node) -> set[Node]:
    """What is computed from a value that was cut off, as long as nothing that lives comes in."""
    found, stack = {cut}, [cut]
    while stack:
        for consumer, edge in each.consumers.get(stack.pop(), ()):
            if edge.role == "value" and consumer not in found and not each.flows.get(consumer):
                found.add(consumer)
                stack.append(consumer)
    return found


def _meetings(each: Trace, cut: Node) -> list[tuple[Node, Node, bool]]:
    """Where what is stopped comes beside something that lives, and whether it was reduced on the way there."""
    found: list[tuple[Node, Node, bool]] = []
    stack, seen = [(cut, False)], {cut}
    while stack:
        here, reduced = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            if edge.role != "value" or consumer.source is not None or consumer.cut is not None:
                return []
            if each.flows.get(consumer):
                found.append((here, consumer, reduced))
            elif consumer not in seen:
                seen.add(consumer)
                stack.append((consumer, reduced or _reduces(consumer)))
    return found


def _reduces(node: Node) -> bool:
    mean = node.op in REGRESSIONS and "reduction" not in node.keys
    return mean or kind(node) == "sum" or loss_input(node) is not None


def _is_reduced(each: Trace, node: Node, steps: int = 40) -> bool:
    """A mean, a sum or a loss, scaled or added to others: what stands for a term, and not for a prediction."""
    stack, seen = [node], {node}
    bent: set[Node] = set()
    while stack and len(seen) < steps:
        here = stack.pop()
        if _reduces(here) and (here not in bent or _is_whole(here)):
            return True
        bends = here.op in BENDING
        if here.op in NEARLY_LINEAR or here.op == Op.EITHER or bends:
            bent.update(edge.node for edge in here.edges if bends or here in bent)
            more = [edge.node for edge in here.edges if edge.role == "value" and edge.node not in seen]
            seen.update(more)
            stack.extend(more)
    return False


def _is_whole(node: Node) -> bool:
    """`x.mean()` and `torch.mean(x)`: without an axis, one number is left."""
    call = node.place.node
    if not isinstance(call, cst.Call) or len(call.args) > 1:
        return False
    return not any(arg.keyword or isinstance(arg.value, _AXES) for arg in call.args)


_AXES = (cst.Integer, cst.UnaryOperation, cst.Tuple, cst.List)


def _behind(node: Node) -> set[Node]:
    found, stack = {node}, [node]
    while stack:
        more = [edge.node for edge in stack.pop().edges if edge.node not in found]
        found.update(more)
        stack.extend(more)
    return found
