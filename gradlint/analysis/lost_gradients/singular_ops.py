"""Where the derivative of an operation is not a finite number: roots at zero, inverse cosines at one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.op_kinds import behind, given, identity, kind, number, plain
from gradlint.analysis.lost_gradients.pointwise import Point
from gradlint.analysis.lost_gradients.unstable_formulas import LARGEST_EXPONENT, reached
from gradlint.knowledge.names.operations import HANDED_ON, SPREADS, TURNS, Op

TINY = 1e-30


# -- single operations --------------------------------------------------------------------


def exponent(node: Node) -> float | None:
    """The literal exponent of a power."""
    return number(given(node, 1, "exponent", "y", "x2")[1]) if kind(node) == "pow" else None


def is_root(node: Node) -> bool:
    """sqrt or a power between 0 and 1."""
    power = exponent(node)
    return kind(node) == "sqrt" or (power is not None and 0.0 < power < 1.0)


def base(node: Node) -> tuple[Node | None, object]:
    """The argument in which an operation is singular."""
    return given(node, 1, "other", "y", "x2") if kind(node) == "div" else given(node, 0, "x", "self", "input")


INVERSE = frozenset({"acos", "asin", "atanh"})
"""Functions that stop at 1 and -1, with an infinite slope."""


def fails(node: Node, point: Point, torch: bool) -> Literal["", "at", "beyond"]:
    """Whether the derivative is infinite at a point, or not a number beyond it."""
    what = kind(node)
    value = point.at(*base(node))
    if what == "log" or what == "reciprocal" or what == "div" or (what == "norm" and not torch):
        return "at" if abs(value) < TINY else ""
    if what == "log1p":
        return "at" if value == -1.0 else ""
    if what in INVERSE:
        return "at" if abs(value) == 1.0 else "beyond" if abs(value) > 1.0 else ""
    if what in ("exp", "expm1"):
        return "at" if value > LARGEST_EXPONENT else ""
    power = exponent(node)
    broken = _learns_exponent(node) if power is None else power < 1.0 and power != int(power)
    if what in ("sqrt", "rsqrt") or broken:
        return "at" if abs(value) < TINY else "beyond" if value < 0.0 else ""
    if power is not None and power < 0.0:
        return "at" if abs(value) < TINY else ""
    return ""


def _learns_exponent(node: Node) -> bool:
    """A power whose exponent carries a gradient is no whole number for long; one that is just not known may be 2."""
    power = given(node, 1, "exponent", "y", "x2")[0] if kind(node) == "pow" else None
    if (
        power is None
        or power.op == Op.EITHER
        or not any(edge.node is power and edge.tracked for edge in node.edges)
    ):
        return False
    return any(each.source is not None and each.source.kind != "unknown" for each in behind(power, 30))


CAN_FAIL = frozenset("log log1p reciprocal div norm acos asin atanh exp expm1 sqrt rsqrt pow".split())


# -- a root at zero -----------------------------------------------------------------------


def squared(node: Node) -> list[Node]:
    """The values whose squares are added up in an expression; empty if it is something else."""
    node = plain(node)
    what = kind(node)
    operands = [each for each in node.operands if each is not None]
    if what in ("sum", "relu", "clamp", "abs") and operands:
        return squared(operands[0])
    if what == "square" and operands:
        return operands[:1]
    if what == "pow" and exponent(node) in (2.0, 4.0) and operands:
        return operands[:1]
    if what in ("mul", "dot") and len(operands) == 2 and operands[0] is operands[1]:
        return operands[:1]
    if what == "squared_difference":
        return [node]
    if what == "add" and len(operands) == 2:
        parts = [squared(each) for each in operands]
        return [each for part in parts for each in part] if all(parts) else []
    if what == "add" and len(operands) == 1:
        return squared(operands[0])
    return []


def vanishes(node: Node, parts: list[Node]) -> bool:
    """Whether an expression is exactly zero where its parts are: nothing was added, nothing clamps it."""
    return abs(Point(dict.fromkeys(map(identity, parts), 0.0)).at(node)) < TINY


Zero = Literal["diagonal", "itself", "start", "pair"]


def why_zero(node: Node, carrying: Collection[Node], filled: Set[Node]) -> Zero | None:
    """What makes a vector zero: it minus itself, its initial value, or two results that may agree."""
    node = plain(node)
    if starts_at_zero(node, filled):
        return "start"
    if kind(node) in ("sub", "squared_difference") and len(node.operands) > 1:
        left, right = node.operands[0], node.operands[1]
        if left is None or right is None:
            return None
        if plain(left) is plain(right):
            return None if left is right and _may_differ(node) else _against_itself(left, right)
        met = (
            left in carrying
            and right in carrying
            and not _are_picked(left, right)
            and _are_alike(left, right)
        )
        return "pair" if met else None
    return None


def _are_picked(left: Node, right: Node) -> bool:
    """Rows taken by a mask or by computed indices, not the same ones: whoever compares them may leave out the equal."""
    return _picked(left) != _picked(right)


def _picked(node: Node) -> set[Node]:
    return {
        each
        for each in behind(node, 12)
        if each.op.rpartition(".")[2] == "getitem" and any(edge.role == "index" for edge in each.edges)
    }


def _are_alike(left: Node, right: Node) -> bool:
    """Not the results of two networks, which agree by accident only; one network makes equal rows of equal rows."""
    first, second = _last_weights(left), _last_weights(right)
    return not first or not second or bool(first & second)


def _last_weights(node: Node) -> set[Node]:
    """The weights of the last layer that a value has gone through."""
    level, seen = {node}, {node}
    while level and len(seen) < 200:
        weights = {each for each in level if each.source is not None and each.source.kind in _WEIGHTS}
        if weights:
            return weights
        level = {edge.node for each in level for edge in each.edges if edge.role == "value"} - seen
        seen |= level
    return set()


_WEIGHTS = frozenset({"parameter", "module", "variable"})


def _may_differ(node: Node) -> bool:
    """`a - b` by two names: elements of one list, of which the analysis knows only that they are elements."""
    written = node.place.node
    return isinstance(written, cst.BinaryOperation) and not written.left.deep_equals(written.right)


def _against_itself(left: Node, right: Node) -> Zero | None:
    """x[:, None] - x[None, :], or x - stop_gradient(x); other pieces of one value are different numbers."""
    ways = [_way(left, right), _way(right, left)]
    if all(step in ("axis", "stop") for way in ways for step in way):
        return "diagonal" if any("axis" in way for way in ways) else "itself"
    return None


def _way(node: Node, other: Node) -> list[str]:
    """How a value was rearranged since it was one with the other: by new axes, by a stop, or moved about."""
    found: list[str] = []
    shared = set(_rearranged(other))
    for each in _rearranged(node):
        if each in shared:
            break
        short = each.op.rpartition(".")[2]
        if short in HANDED_ON:
            found.append("stop")
        else:
            turned = short in TURNS and "axis" in found
            spread = short in SPREADS or (short == "getitem" and kind(each) == "same")
            found.append("axis" if turned or spread else "moved")
    return found


def _rearranged(node: Node) -> Iterator[Node]:
    """A value and what it was before each step that only rearranges or selects."""
    yield node
    while (
        kind(node) in ("same", "piece") and node.operands and node.operands[0] is not None and not node.opaque
    ):
        node = node.operands[0]
        yield node


def starts_at_zero(node: Node, filled: Set[Node], steps: int = 5) -> bool:
    """A leaf, parameter, variable or argument whose first value is all zeros, a part of one, or a difference of two."""
    node = plain(node)
    if node in filled:
        return False
    if kind(node) in ("piece", "neg", "sub", "add") and node.source is None and not node.opaque:
        terms = node.operands[:1] if kind(node) == "piece" else node.operands
        return bool(terms and steps) and all(
            each is not None and starts_at_zero(each, filled, steps - 1) for each in terms
        )
    first = node.operands[0] if node.operands and node.source is not None else node
    short = (plain(first) if first is not None else node).op.rpartition(".")[2]
    return short in ("zeros", "zeros_like")


def root_at_zero(node: Node, torch: bool, carrying: Collection[Node], filled: Set[Node]) -> Zero | None:
    """A root or norm whose argument is zero for a reason that can be seen."""
    base = node.operands[0] if node.operands else None
    if base is None:
        return None
    if kind(node) == "norm" and not torch:
        parts, rows, whole = [base], _by_rows(node), not _by_rows(node)
    elif is_root(node):
        steps = list(behind(base, 8))
        parts, rows = squared(base), any(map(_by_rows, steps))
        whole = any(kind(step) == "sum" for step in steps) and not rows
        if not parts and why_zero(base, carrying, filled) in ("itself", "start"):
            parts = [base]
    else:
        return None
    if not parts and is_root(node) and _is_gram_distance(base):
        # relu() of PyTorch gives back exactly zero where it was given nothing above zero, whatever comes back to it.
        return None if torch and kind(plain(base)) == "relu" else "diagonal"
    if not parts or (is_root(node) and not vanishes(base, parts)):
        return None
    reasons = [why_zero(part, carrying, filled) for part in parts]
    if not all(reasons) or ("pair" in reasons and not rows) or ("diagonal" in reasons and whole):
        return None
    return reasons[0]


def _is_gram_distance(base: Node) -> bool:
    """`|a|^2 + |b|^2 - 2 a.b` of all pairs of one list, each with itself included: zero but for rounding.

    The lengths and the products are one number there; whatever is added or clamped stands in the expression.
    """
    steps = list(behind(base, 60))
    grams = {step: found for step in steps if (found := _gram(step)) is not None}
    values: dict[object, float] = {identity(step): factor * _LENGTH for step, (_, factor) in grams.items()}
    vectors = {vector for vector, _ in grams.values()}
    lengths = [
        step
        for step in steps
        if any(plain(part) in vectors for part in squared(step)[:1])
        or (step.op.rpartition(".")[2] in _DIAGONALS and step.operands and step.operands[0] in grams)
    ]
    values.update((identity(step), _LENGTH) for step in lengths if identity(step) not in values)
    return bool(grams and lengths) and abs(Point(values).at(base)) < 1e-12


_LENGTH = 0.375
_DIAGONALS = frozenset("diag diagonal diag_part".split())


def _gram(node: Node) -> tuple[Node, float] | None:
    """`x @ x.T`, perhaps scaled by a number: of what, and by how much."""
    if node.op.rpartition(".")[2] not in ("matmul", "mm") or len(node.operands) < 2:
        return None
    left, right = node.operands[0], node.operands[1]
    factor = 1.0
    if kind(left) == "mul" and left is not None and len(left.operands) == 2:
        scale = next((each for each in map(number, left.constants) if each is not None), None)
        inner = [each for each in left.operands if each is not None]
        if scale is not None and len(inner) == 1:
            left, factor = inner[0], scale
    if left is None or right is None or plain(left) is not plain(right) or left is right:
        return None
    return plain(left), factor


def _by_rows(node: Node) -> bool:
    """A reduction over some axes: one agreeing row is enough, not a whole batch of them."""
    if kind(node) == "norm":
        return bool({"axis", "dim"} & set(node.keys))
    return kind(node) == "sum" and len(node.operands) > 1


# -- an inverse cosine at one -------------------------------------------------------------


def reaches_one(node: Node) -> bool:
    """acos, asin or atanh of a cosine, or of something clamped, that can be exactly 1."""
    base = node.operands[0] if node.operands else None
    if base is None:
        return False
    steps = list(behind(base, 40))
    if not any(kind(step) in ("cosine", "clamp", "normalize", "max", "min") for step in steps):
        return False
    return any(abs(reached) >= 1.0 for reached in reached(node))


# -- spread, eigenvectors, bounds ---------------------------------------------------------


def single_element_spread(node: Node, torch: bool) -> bool:
    """std or var, with Bessel's correction, over an axis of one element or of nobody knows how many."""
    if kind(node) not in ("std", "var") or not node.shapes or node.shapes[0] is None:
        return False
    names = ("correction", "unbiased", "ddof")
    literal = next((given(node, 99, name)[1] for name in names if name in node.keys), 1 if torch else 0)
    if not literal:
        return False
    shape = node.shapes[0]
    axis = given(node, 1, "dim", "axis")[1]
    if isinstance(axis, int) and not isinstance(axis, bool):
        return -len(shape) <= axis < len(shape) and shape[axis] in (1, None)
    return axis is None and bool(shape) and all(each == 1 for each in shape)


def uses_eigenvectors(node: Node, carrying: Collection[Node]) -> bool:
    """The first operation on eigenvectors or singular vectors whose gradient is wanted."""
    return any(each is not None and each in carrying and _is_vectors(each) for each in node.operands)


def _is_vectors(node: Node) -> bool:
    short = node.op.rpartition(".")[2]
    return (short == "eigh" and node.part == 1) or (short == "svd" and node.part == 2)


def of_a_source(node: Node) -> bool:
    """Applied directly to a parameter, variable or leaf."""
    base = plain(node.operands[0]) if node.operands and node.operands[0] is not None else None
    source = base.source if base is not None else None
    return source is not None and source.kind in ("leaf", "parameter", "variable")
