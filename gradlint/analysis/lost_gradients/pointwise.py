"""What an expression is at one point: the graph evaluated on plain numbers.

Every value behind an expression is given a number and the expression is worked out, so that `x + eps`,
`clamp`, `where` and `maximum` guard exactly what they guard. Reductions and reshapes are taken as if the
array had one element; what is divided by its own sum is a value by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.op_kinds import SIGNS, given, identity, is_share, kind, number, whole
from gradlint.knowledge.names.operations import Op

ELSEWHERE = 0.7310585
"""The number for values that are not the question: neither zero nor one nor a round sum of them."""
DEPTH = 60
SEARCHED = 200
"""Values that are looked at on the way back to where an expression ends."""
HUGE = 3.0e38
"""Beyond it a float32 is infinite."""


class Point:
    """The numbers of all values, given those of some."""

    def __init__(self, values: Mapping[object, float], elsewhere: float = ELSEWHERE) -> None:
        self._given = frozenset(values)
        self._known: dict[object, float] = dict(values)
        self._elsewhere = elsewhere

    def at(self, node: Node | None, literal: object = None, depth: int = 0) -> float:
        """The number of a value or literal; NaN where the operation is not defined."""
        if node is None:
            value = float(literal) if isinstance(literal, bool) else number(literal)
            return self._elsewhere if value is None else value
        node = whole(node)
        key = identity(node)
        if key not in self._known:
            self._known[key] = self._elsewhere  # for a value that was made of itself
            self._known[key] = self._work_out(node, depth) if depth < DEPTH else self._elsewhere
        return self._known[key]

    def passes_back(self, node: Node | None) -> bool:
        """Whether something that comes back to a value, such as NaN, goes on to a value that it was made of.

        A `where` selects: it hands exactly zero to the branch that is not taken, whatever came back.
        """
        stack, seen = [node], {node}
        while stack and len(seen) < SEARCHED:
            here = stack.pop()
            if here is None:
                continue
            here = whole(here)
            inner = self._selected(here)
            if inner is None:
                inner = [each for each in here.operands if each is not None]
                ends = here.source is not None or here.opaque or not inner
                if ends or identity(here) in self._given:
                    if not _is_constant(here):
                        return True
                    continue
            stack.extend(each for each in inner if each not in seen)
            seen.update(inner)
        return len(seen) >= SEARCHED

    def _selected(self, node: Node) -> list[Node | None] | None:
        """The branch of a `where` that is taken here, [] for a number in it; None for anything else.

        In PyTorch and JAX a relu selects as well, and where it gives zero it hands zero back.
        """
        if kind(node) == "relu" and self.at(node) == 0.0:
            return [] if all(each.kind not in ("tape", "keras") for each in node.active) else None
        if node.op == Op.EITHER and identity(node) in self._given:
            ways = [whole(edge.node) for edge in node.edges]
            return [] if any(self.at(node) in _literals(each) for each in ways) else None
        if kind(node) != "where" or len(node.operands) < 3 or kind(node.operands[1]) == "comparison":
            return None
        if identity(node) in self._given:
            return [] if self.at(node) in _literals(node) else None
        return [node.operands[1 if self.at(node.operands[0]) else 2]]

    def _work_out(self, node: Node, depth: int) -> float:
        what = kind(node)
        if node.source is not None or (node.opaque and what not in _BOUNDED) or is_share(node):
            return self._elsewhere
        numbers = [self.at(each, literal, depth + 1) for each, literal in zip(node.operands, node.constants)]
        if not numbers:
            return _CONSTANT.get(node.op.rpartition(".")[2], self._elsewhere)
        try:
            return self._apply(node, what, numbers, depth)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    def _apply(self, node: Node, what: str, numbers: list[float], depth: int) -> float:
        if what in _UNARY:
            return _UNARY[what](numbers[0])
        if what in _BINARY and len(numbers) > 1:
            return _BINARY[what](numbers[0], numbers[1])
        if what == "comparison" and len(numbers) > 1:
            return float(_COMPARE[node.sign or SIGNS[node.op.rpartition(".")[2]]](numbers[0], numbers[1]))
        if what == "where" and len(numbers) > 2:
            return numbers[1] if numbers[0] else numbers[2]
        if what == "masked_fill" and len(numbers) > 2:
            return numbers[2] if numbers[1] else numbers[0]
        if what == "clamp":
            return self._clamped(node, numbers[0], depth)
        return self._elsewhere

    def _clamped(self, node: Node, value: float, depth: int) -> float:
        short = node.op.rpartition(".")[2]
        low = given(node, 2 if short == "clamp_max" else 1, *LOW)
        high = given(node, 1 if short == "clamp_max" else 2, *HIGH)
        if low != (None, None):
            value = max(value, self.at(*low, depth + 1))
        if high != (None, None):
            value = min(value, self.at(*high, depth + 1))
        return value


def _literals(node: Node) -> list[float | None]:
    """The numbers between which a `where` chooses."""
    return [number(each) for each in node.constants[1:3]] if kind(node) == "where" else []


LOW = ("min", "a_min", "clip_value_min", "min_val", "x_min")
HIGH = ("max", "a_max", "clip_value_max", "max_val", "x_max")


_CONSTANT = {"zeros": 0.0, "zeros_like": 0.0, "ones": 1.0, "ones_like": 1.0}


def _sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > -700 else 0.0


def _softplus(x: float) -> float:
    return x if x > 30 else math.log1p(math.exp(x))


def _same(x: float) -> float:
    return x


def _quotient(x: float, y: float) -> float:
    if y == 0.0 and x != 0.0:
        return math.copysign(math.inf, x)
    return x / y


def _power(base: float, exponent: float) -> float:
    result = base**exponent
    return math.nan if isinstance(result, complex) else result


def _inside(x: float) -> float:
    return max(-1.0, min(1.0, x))


_UNARY: dict[str, Callable[[float], float]] = {
    "abs": abs,
    "neg": lambda x: -x,
    "square": lambda x: x * x,
    "sqrt": math.sqrt,
    "rsqrt": lambda x: 1.0 / math.sqrt(x),
    "reciprocal": lambda x: 1.0 / x,
    "log": math.log,
    "log1p": math.log1p,
    "exp": math.exp,
    "expm1": math.expm1,
    "acos": math.acos,
    "tanh": math.tanh,
    "asin": math.asin,
    "sin": math.sin,
    "cos": math.cos,
    "sigmoid": _sigmoid,
    "softmax": _sigmoid,
    "softplus": _softplus,
    "relu": lambda x: max(x, 0.0),
    "norm": abs,
    "sum": _same,
    "extreme": _same,
    "same": _same,
    "normalize": _inside,
    "filled": _same,
    "finite": lambda x: float(math.isfinite(x)),
    "broken": lambda x: float(not math.isfinite(x)),
    "not": lambda x: float(not x),
}
_BOUNDED = frozenset({"sigmoid", "softmax", "tanh", "relu", "softplus"})
"""Activations that a layer may end in: their range is known although the layer is not."""
_BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": _quotient,
    "pow": _power,
    "squared_difference": lambda x, y: (x - y) ** 2,
    "max": max,
    "min": min,
    "and": lambda x, y: float(bool(x) and bool(y)),
    "or": lambda x, y: float(bool(x) or bool(y)),
}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}


def _is_constant(node: Node) -> bool:
    """zeros, ones, a tensor made of one literal number, or a plain number that is not known."""
    if node.source is not None:
        return False
    literal = node.constants[0] if kind(node) == "same" and node.constants else None
    return node.op == Op.NUMBER or node.op.rpartition(".")[2] in _CONSTANT or number(literal) is not None


def leaves(node: Node | None, limit: int = 60) -> dict[object, Node]:
    """The values at which the evaluation of an expression ends, by their identity; {} if it is too long."""
    found: dict[object, Node] = {}
    stack, seen = [node] if node is not None else [], {node}
    while stack:
        if len(seen) > limit:
            return {}
        here = whole(stack.pop())
        what = kind(here)
        inner = [each for each in here.operands if each is not None]
        known = what in _UNARY or what in _BINARY or what in ("comparison", "where", "masked_fill", "clamp")
        if here.source is not None or here.opaque or not known or not inner or is_share(here):
            if not _is_constant(here):
                found[identity(here)] = here
            continue
        if what in _UNARY or what == "clamp":
            inner = inner[:1]
        stack.extend(each for each in inner if each not in seen)
        seen.update(inner)
    return found
