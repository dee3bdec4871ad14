"""Formulas that are right on paper and overflow or vanish in floating point."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.domain.state import DATA
from gradlint.analysis.lost_gradients.op_kinds import behind, is_same, is_share, kind, number, plain, whole
from gradlint.analysis.lost_gradients.pointwise import HUGE, Point, leaves
from gradlint.knowledge.names.operations import PAIRWISE_DISTANCES, TURNS, Op

LARGEST_EXPONENT = 88.0
"""exp of more overflows float32."""
SMALLEST_EXPONENT = -104.0
"""exp of less is zero in float32."""


def activation_inside(node: Node) -> Node:
    """The sigmoid or softmax that a logarithm is taken of, by which two such logarithms belong together."""
    return next((each for each in behind(node, 8) if kind(each) in ("sigmoid", "softmax", "tanh")), node)


def unstable(node: Node) -> str:
    """Which well-known unstable formula ends in this operation; "" for none."""
    what = kind(node)
    operands = node.operands
    if what == "log" and operands and operands[0] is not None:
        return _unstable_log(operands[0])
    if what == "log1p" and operands and operands[0] is not None:
        inner = plain(operands[0])
        if kind(inner) == "exp" and overflows(inner):
            return "softplus"
        if kind(inner) == "neg" and _is(inner.operands[0], "sigmoid"):
            return "log_one_minus_sigmoid"
        if kind(inner) == "neg" and _is_squared_tanh(inner.operands[0]):
            return "log_one_minus_tanh"
    if what == "div" and len(operands) > 1 and operands[0] is not None and operands[1] is not None:
        top, bottom = plain(operands[0]), plain(operands[1])
        if kind(top) == "exp" and kind(bottom) == "sum" and overflows(top):
            summed = plain(bottom.operands[0]) if bottom.operands and bottom.operands[0] is not None else None
            if summed is not None and (summed is top or _is_same_exponential(summed, top)):
                return "softmax"
    return ""


def _is_same_exponential(one: Node, two: Node) -> bool:
    """exp(z) written twice."""
    bases = [each.operands[0] for each in (one, two) if kind(each) == "exp" and each.operands]
    return len(bases) == 2 and bases[0] is not None and is_same(bases[0], bases[1])


def _is(node: Node | None, what: str) -> bool:
    return node is not None and kind(plain(node)) == what


def _is_squared_tanh(node: Node | None) -> bool:
    """tanh(x) ** 2, however it is written: it rounds to 1 long before x is large."""
    if node is None:
        return False
    node = plain(node)
    what, operands = kind(node), node.operands
    if what == "square" or (what == "pow" and len(operands) > 1 and number(node.constants[1]) == 2.0):
        return _is(operands[0], "tanh")
    same = what == "mul" and len(operands) > 1 and operands[0] is not None
    return same and _is(operands[0], "tanh") and is_same(operands[0], operands[1])


def _unstable_log(inside: Node) -> str:
    inner = plain(inside)
    what = kind(inner)
    if what == "softmax":
        return "log_softmax"
    if what == "sigmoid":
        return "" if inner.operands and _is_narrow(inner.operands[0]) else "log_sigmoid"
    if what == "sum" and inner.operands and inner.operands[0] is not None:
        summed = plain(inner.operands[0])
        return "logsumexp" if kind(summed) == "exp" and leaves_range(summed) else ""
    if what == "sub" and number(inner.constants[0]) == 1.0:
        if _is(inner.operands[1], "sigmoid"):
            return "log_one_minus_sigmoid"
        if _is(inner.operands[1], "softmax"):
            return "log_one_minus_softmax"
        if _is_squared_tanh(inner.operands[1]):
            return "log_one_minus_tanh"
    if what == "add" and len(inner.operands) > 1:
        for one, other in ((0, 1), (1, 0)):
            grown = inner.operands[other]
            if number(inner.constants[one]) == 1.0 and grown is not None and kind(plain(grown)) == "exp":
                return "softplus" if overflows(plain(grown)) else ""
    return ""


NONNEGATIVE = PAIRWISE_DISTANCES | frozenset("mse_loss norm var std squared_error".split())


def overflows(node: Node) -> bool:
    """Whether exp is given something that nothing keeps from being large."""
    return any(LARGEST_EXPONENT < reached < HUGE for reached in reached(node))


def leaves_range(node: Node) -> bool:
    """Whether exp is given something that nothing keeps from being large, or too small to be seen."""
    return overflows(node) or any(reached < SMALLEST_EXPONENT for reached in reached(node))


def reached(node: Node) -> Iterator[float]:
    """What the argument of an operation becomes when the values behind it are extreme."""
    base = node.operands[0] if node.operands else None
    ends = leaves(base)
    if base is None or any(end.op == Op.EITHER for end in ends.values()):
        return  # which of two values it is may depend on their size
    if any(_is_bounded(end) for end in ends.values()):
        # What stands beside a cosine is a factor or a margin, of a size that somebody has chosen for it.
        ends = {key: end for key, end in ends.items() if not _is_of_unknown_size(end)}
    for sample in (-1000.0, 1000.0):
        inside = {key: _within(end, sample) for key, end in ends.items()}
        yield _Elements(inside).at(base)
        if len(ends) > 1:
            yield from (_Elements({key: value}).at(base) for key, value in inside.items())


def _is_of_unknown_size(end: Node) -> bool:
    return end.op == DATA or (end.source is not None and end.source.kind == "unknown")


class _Elements(Point):
    """The numbers of single elements: where a value meets another form of itself, they are not the same ones."""

    def _apply(self, node: Node, what: str, numbers: list[float], depth: int) -> float:
        if what == "sub" and len(numbers) > 1 and _pairs(node.operands[0], node.operands[1]):
            return numbers[0]
        return super()._apply(node, what, numbers, depth)


NEW_AXIS = frozenset({"unsqueeze", "expand_dims", "getitem"})


def _pairs(left: Node | None, right: Node | None) -> bool:
    """x[:, None] - x[None, :], x - x.t(): every element meets every other one."""
    if left is None or right is None or whole(left) is not whole(right):
        return False
    (axes, turns), (other_axes, other_turns) = _form(left), _form(right)
    return turns != other_turns or (bool(axes) and bool(other_axes) and axes != other_axes)


def _form(node: Node) -> tuple[list[str], bool]:
    """The new axes that a value was given, and whether it was turned."""
    axes, turned, end = [], False, whole(node)
    while node is not end and node.operands and node.operands[0] is not None:
        short = node.op.rpartition(".")[2]
        if short in NEW_AXIS:
            axes.append(repr(node.constants))
        turned ^= short in TURNS
        node = node.operands[0]
    return axes, turned


def _within(node: Node, sample: float) -> float:
    """A sample moved into the range that the value is known to keep."""
    what = kind(node)
    if what == "cosine" or is_share(node) or _is_dot_of_units(node, what):
        return max(-1.0, min(1.0, sample))
    short = node.op.rpartition(".")[2]
    if short in PAIRWISE_DISTANCES and all(map(_unit, filter(None, node.operands))):
        return min(2.0, abs(sample))
    return abs(sample) if short in NONNEGATIVE else sample


def _is_dot_of_units(node: Node, what: str) -> bool:
    """`u @ v`, `F.linear(u, v)`, `(u * v).sum(-1)` of vectors that were brought to length one."""
    inner = node.operands[0] if node.operands else None
    if what == "sum" and inner is not None and kind(inner) == "mul":
        return len(inner.operands) == 2 and all(map(_unit, inner.operands))
    bare = node.op.rpartition(".")[2] == Op.LINEAR and len(node.operands) == 2
    return (what == "dot" or bare) and all(map(_unit, node.operands))


_SMALLEST_FACTOR = 0.02
"""A temperature below this takes even a cosine to where exp() is rounded to zero."""


def _is_narrow(node: Node | None, depth: int = 6) -> bool:
    """A cosine, the difference of two, or one that is scaled by a constant: it comes nowhere near the ends."""
    if node is None or not depth:
        return False
    what, inner = kind(node), node.operands
    if what == "cosine" or _is_dot_of_units(node, what):
        return True
    if what in ("neg", "same", "extreme"):
        return bool(inner) and _is_narrow(inner[0], depth - 1)
    if what in ("add", "sub", "mul", "div"):
        sizes = [number(each) for each in node.constants]
        if any(
            each is not None and not _SMALLEST_FACTOR < abs(each) < 1 / _SMALLEST_FACTOR for each in sizes
        ):
            return False
        parts = [each for each, size in zip(inner, sizes) if size is None]
        return bool(parts) and all(_is_narrow(each, depth - 1) for each in parts)
    return False


def _is_bounded(node: Node) -> bool:
    return all(abs(_within(node, sample)) <= 1.0 for sample in (-1000.0, 1000.0))


def _unit(node: Node | None) -> bool:
    """A vector that was brought to length one."""
    ends = leaves(node)
    return node is not None and all(
        abs(Point(dict.fromkeys(ends, sample)).at(node)) <= 1.01 for sample in (-1000.0, 1000.0)
    )
