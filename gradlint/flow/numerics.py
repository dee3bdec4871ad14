"""Where a gradient stops being a finite number, or is not the one that was meant: questions about nodes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from gradlint.flow.graph import Node
from gradlint.flow.kinds import behind, given, identity, kind, number, plain, whole
from gradlint.flow.scalar import HUGE, Point, leaves

SAMPLES = (-1000.0, -100.0, -2.0, -1.0, -0.5, -1e-9, 0.0, 1e-9, 0.5, 1.0, 2.0, 100.0, 1000.0)
TINY = 1e-30
LARGEST_EXPONENT = 88.0
"""exp of more overflows float32."""
SMALLEST_EXPONENT = -104.0
"""exp of less is zero in float32."""


# -- single operations --------------------------------------------------------------------


def exponent(node: Node) -> float | None:
    """The literal exponent of a power."""
    return number(given(node, 1, "exponent", "y", "x2")[1]) if kind(node) == "pow" else None


def is_root(node: Node) -> bool:
    """sqrt or a power between 0 and 1."""
    power = exponent(node)
    return kind(node) == "sqrt" or (power is not None and 0.0 < power < 1.0)


def _base(node: Node) -> tuple[Node | None, object]:
    """The argument in which an operation is singular."""
    return given(node, 1, "other", "y", "x2") if kind(node) == "div" else given(node, 0, "x", "self", "input")


def fails(node: Node, point: Point, torch: bool) -> Literal["", "at", "beyond"]:
    """Whether the derivative is infinite at a point, or not a number beyond it."""
    what = kind(node)
    value = point.at(*_base(node))
    if what == "log" or what == "reciprocal" or what == "div" or (what == "norm" and not torch):
        return "at" if abs(value) < TINY else ""
    if what == "log1p":
        return "at" if value == -1.0 else ""
    if what in ("acos", "atanh"):
        return "at" if abs(value) == 1.0 else "beyond" if abs(value) > 1.0 else ""
    if what in ("exp", "expm1"):
        return "at" if value > LARGEST_EXPONENT else ""
    power = exponent(node)
    if what in ("sqrt", "rsqrt") or (power is not None and power < 1.0 and power != int(power)):
        return "at" if abs(value) < TINY else "beyond" if value < 0.0 else ""
    if power is not None and power < 0.0:
        return "at" if abs(value) < TINY else ""
    return ""


CAN_FAIL = frozenset("log log1p reciprocal div norm acos atanh exp expm1 sqrt rsqrt pow".split())


# -- a branch that is thrown away ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One branch of a `where`: its value is taken when the condition is `taken`."""

    condition: Node
    branch: Node
    taken: bool
    deep: bool = True
    """Whether the branch was written for the condition, so that what lies far behind it belongs to it."""


def _is_finite(node: Node, branch: Node | None) -> bool:
    """A value, or a literal that is a number: where infinity is chosen there is no gradient to save."""
    literals = [number(each) for each in node.constants]
    return branch is not None or any(each is not None and math.isfinite(each) for each in literals)


TESTS = frozenset({"comparison", "and", "or", "not"})


def choices(node: Node) -> Iterator[Choice]:
    what = kind(node)
    if what == "where":
        condition = given(node, 0, "condition", "which", "pred")[0]
        first = given(node, 1, "x", "input", "on_true")[0]
        second = given(node, 2, "y", "other", "on_false")[0]
        if kind(first) == "comparison" and condition is not None and kind(condition) != "comparison":
            condition, first = first, condition  # the method: x.where(condition, other)
        if condition is not None and _is_finite(node, first) and _is_finite(node, second):
            yield from (
                Choice(condition, branch, taken)
                for branch, taken in ((first, True), (second, False))
                if branch is not None
            )
    elif what == "masked_fill":
        branch, condition = given(node, 0)[0], given(node, 1, "mask")[0]
        if branch is not None and condition is not None:
            yield Choice(condition, branch, False)
    elif what == "piece" and len(node.operands) > 1:
        branch, condition = node.operands[0], node.operands[1]
        if branch is not None and condition is not None and kind(condition) in TESTS:
            yield Choice(condition, branch, True, False)


def masked_failures(node: Node, carrying: Collection[Node], torch: bool) -> Iterator[Node]:
    """Operations in a branch that fail exactly where the branch is not taken."""
    found = list(choices(node))
    for choice in found:
        tested = leaves(choice.condition)
        # An operation whose result is tested, or that both branches use, is not what the test protects.
        beyond = set(behind(choice.condition)).union(
            *(behind(other.branch) for other in found if other is not choice)
        )
        for operation in behind(choice.branch) if choice.deep else _factors(choice.branch):
            if kind(operation) in CAN_FAIL and operation in carrying and operation not in beyond:
                if _fails_when_masked(operation, choice, tested, carrying, torch):
                    yield operation
    if kind(node) == "filled" and node.operands and node.operands[0] is not None:
        yield from (
            each for each in _factors(node.operands[0]) if each in carrying and _fails_somewhere(each, torch)
        )


def _speaks_of(condition: Node, values: dict[object, Node], carrying: Collection[Node]) -> bool:
    """Whether a test in the condition is about these values alone, or compares them with some threshold."""
    for test in behind(condition, 30):
        if kind(test) == "comparison":
            others = [end for key, end in leaves(test).items() if key not in values]
            fixed = all(_is_threshold(other) and other not in carrying for other in others)
            if fixed and len(others) < len(leaves(test)):
                return True
    return False


def _is_threshold(node: Node) -> bool:
    """Something that was only named."""
    return node.source is not None and node.source.kind == "unknown" and not node.operands


def _factors(node: Node) -> Iterator[Node]:
    """The operations whose results are only added or multiplied to make a value."""
    here = plain(node)
    if kind(here) in ("add", "sub", "mul", "neg", "sum"):
        for operand in here.operands:
            if operand is not None:
                yield from _factors(operand)
    elif kind(here) in CAN_FAIL:
        yield here


def _fails_somewhere(operation: Node, torch: bool) -> bool:
    ends = leaves(_base(operation)[0])
    return any(fails(operation, Point(dict.fromkeys(ends, sample)), torch) == "at" for sample in SAMPLES)


def _fails_when_masked(
    operation: Node, choice: Choice, tested: dict[object, Node], carrying: Collection[Node], torch: bool
) -> bool:
    """The condition must speak of what the operation is applied to, or of a factor of it."""
    candidates = map(leaves, _zero_with(_base(operation)[0]))
    spoken = [ends for ends in candidates if ends and ends.keys() <= tested.keys()]
    if not spoken or any(end.part < 0 for end in spoken[0].values()):
        return False
    if not _speaks_of(choice.condition, spoken[0], carrying):
        return False
    points = [Point(dict.fromkeys(spoken[0], sample)) for sample in SAMPLES]
    states = [fails(operation, point, torch) for point in points]
    masked = [bool(point.at(choice.condition)) != choice.taken for point in points]
    if kind(operation) in ("exp", "expm1"):
        return any(state and hidden for state, hidden in zip(states, masked))
    return any(
        hidden
        and _next_to_taken(sample, masked)
        and (state == "at" or (state == "beyond" and "at" in states))
        for sample, state, hidden in zip(SAMPLES, states, masked)
    )


def _next_to_taken(sample: float, masked: list[bool]) -> bool:
    """A test that keeps away from a point takes the branch again not far from it.

    A value minus itself is never anywhere else.
    """
    return all(masked) or any(
        abs(other - sample) <= 2.0 and not hidden for other, hidden in zip(SAMPLES, masked)
    )


def _zero_with(node: Node | None) -> Iterator[Node]:
    """A value, and the factors that it vanishes with."""
    if node is None:
        return
    yield node
    here = whole(node)
    if kind(here) == "mul":
        for operand in here.operands:
            yield from _zero_with(operand)
    elif kind(here) in ("div", "sum", "neg", "abs", "square", "sqrt", "norm") and here.operands:
        yield from _zero_with(here.operands[0])


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


def why_zero(node: Node, carrying: Collection[Node]) -> Zero | None:
    """What makes a vector zero: it minus itself, its initial value, or two results that may agree."""
    node = plain(node)
    if kind(node) in ("sub", "squared_difference") and len(node.operands) > 1:
        left, right = node.operands[0], node.operands[1]
        if left is None or right is None:
            return None
        if plain(left) is plain(right):
            return _against_itself(left, right)
        return "pair" if left in carrying and right in carrying else None
    return "start" if starts_at_zero(node) else None


def _against_itself(left: Node, right: Node) -> Zero | None:
    """x[:, None] - x[None, :], or x - stop_gradient(x); other pieces of one value are different numbers."""
    ways = [_way(left), _way(right)]
    if all(step in ("axis", "stop") for way in ways for step in way):
        return "diagonal" if any("axis" in way for way in ways) else "itself"
    return None


STOPS = frozenset("detach stop_gradient clone copy identity to float argument array".split())
SPREADS = frozenset("unsqueeze expand_dims expand repeat broadcast_to tile".split())
TURNS = frozenset("transpose permute T mT swapaxes".split())


def _way(node: Node) -> list[str]:
    """How a value was rearranged: by new axes, by a stop, or by something that moves elements."""
    found: list[str] = []
    while (
        kind(node) in ("same", "piece") and node.operands and node.operands[0] is not None and not node.opaque
    ):
        short = node.op.rpartition(".")[2]
        if short in STOPS:
            found.append("stop")
        else:
            turned = short in TURNS and "axis" in found
            spread = short in SPREADS or (short == "getitem" and kind(node) == "same")
            found.append("axis" if turned or spread else "moved")
        node = node.operands[0]
    return found


def starts_at_zero(node: Node) -> bool:
    """A leaf, parameter, variable or argument whose first value is all zeros."""
    node = plain(node)
    first = node.operands[0] if node.operands and node.source is not None else node
    short = (plain(first) if first is not None else node).op.rpartition(".")[2]
    return short in ("zeros", "zeros_like")


def root_at_zero(node: Node, torch: bool, carrying: Collection[Node]) -> Zero | None:
    """A root or norm whose argument is zero for a reason that can be seen."""
    base = node.operands[0] if node.operands else None
    if base is None:
        return None
    if kind(node) == "norm" and not torch:
        parts, rows = [base], _by_rows(node)
    elif is_root(node):
        parts, rows = squared(base), any(_by_rows(step) for step in behind(base, 8))
    else:
        return None
    if not parts or (is_root(node) and not vanishes(base, parts)):
        return None
    reasons = [why_zero(part, carrying) for part in parts]
    if not all(reasons) or ("pair" in reasons and not rows):
        return None
    return reasons[0]


def _by_rows(node: Node) -> bool:
    """A reduction over some axes: one agreeing row is enough, not a whole batch of them."""
    if kind(node) == "norm":
        return bool({"axis", "dim"} & set(node.keys))
    return kind(node) == "sum" and len(node.operands) > 1


# -- spread and eigenvectors --------------------------------------------------------------


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


# -- inverse cosine -----------------------------------------------------------------------


def reaches_one(node: Node) -> bool:
    """acos, asin or atanh of a cosine, or of something clamped, that can be exactly 1."""
    base = node.operands[0] if node.operands else None
    if base is None:
        return False
    steps = list(behind(base, 40))
    if not any(kind(step) in ("cosine", "clamp", "normalize", "max", "min") for step in steps):
        return False
    return any(abs(reached) >= 1.0 for reached in _reached(node))


# -- logarithms of what can be zero or infinite -------------------------------------------


def activation_inside(node: Node) -> Node:
    """The sigmoid or softmax that a logarithm is taken of, by which two such logarithms belong together."""
    return next((each for each in behind(node, 8) if kind(each) in ("sigmoid", "softmax")), node)


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
    if what == "div" and len(operands) > 1 and operands[0] is not None and operands[1] is not None:
        top, bottom = plain(operands[0]), plain(operands[1])
        if kind(top) == "exp" and kind(bottom) == "sum" and overflows(top):
            if bottom.operands and bottom.operands[0] is not None and plain(bottom.operands[0]) is top:
                return "softmax"
    return ""


def _is(node: Node | None, what: str) -> bool:
    return node is not None and kind(plain(node)) == what


def _unstable_log(inside: Node) -> str:
    inner = plain(inside)
    what = kind(inner)
    if what == "softmax":
        return "log_softmax"
    if what == "sigmoid":
        return "log_sigmoid"
    if what == "sum" and inner.operands and inner.operands[0] is not None:
        summed = plain(inner.operands[0])
        return "logsumexp" if kind(summed) == "exp" and leaves_range(summed) else ""
    if what == "sub" and number(inner.constants[0]) == 1.0:
        if _is(inner.operands[1], "sigmoid"):
            return "log_one_minus_sigmoid"
        if _is(inner.operands[1], "softmax"):
            return "log_one_minus_softmax"
    if what == "add" and len(inner.operands) > 1:
        for one, other in ((0, 1), (1, 0)):
            grown = inner.operands[other]
            if number(inner.constants[one]) == 1.0 and grown is not None and kind(plain(grown)) == "exp":
                return "softplus" if overflows(plain(grown)) else ""
    return ""


NONNEGATIVE = frozenset("cdist pdist dist pairwise_distance mse_loss norm var std squared_error".split())


def overflows(node: Node) -> bool:
    """Whether exp is given something that nothing keeps from being large."""
    return any(LARGEST_EXPONENT < reached < HUGE for reached in _reached(node))


def leaves_range(node: Node) -> bool:
    """Whether exp is given something that nothing keeps from being large, or too small to be seen."""
    return overflows(node) or any(reached < SMALLEST_EXPONENT for reached in _reached(node))


def _reached(node: Node) -> Iterator[float]:
    """What the argument of an operation becomes when the values behind it are extreme."""
    base = node.operands[0] if node.operands else None
    ends = leaves(base)
    if base is None or any(end.op == "either" for end in ends.values()):
        return  # which of two values it is may depend on their size
    for sample in (-1000.0, 1000.0):
        inside = {key: _within(end, sample) for key, end in ends.items()}
        yield Point(inside).at(base)
        if len(ends) > 1:
            yield from (Point({key: value}).at(base) for key, value in inside.items())


def _within(node: Node, sample: float) -> float:
    """A sample moved into the range that the value is known to keep."""
    what = kind(node)
    if what == "cosine" or (what == "dot" and all(map(_unit, node.operands))):
        return max(-1.0, min(1.0, sample))
    return abs(sample) if node.op.rpartition(".")[2] in NONNEGATIVE else sample


def _unit(node: Node | None) -> bool:
    """A vector that was brought to length one."""
    ends = leaves(node)
    return node is not None and all(
        abs(Point(dict.fromkeys(ends, sample)).at(node)) <= 1.01 for sample in (-1000.0, 1000.0)
    )


# -- activations and losses ---------------------------------------------------------------

Wants = Literal["logits", "probabilities", "log-probabilities"]


@dataclass(frozen=True, slots=True)
class LossInput:
    """What a loss expects as its prediction, and where it is given."""

    wants: Wants
    position: int
    keys: tuple[str, ...]


_TORCH = ("input", "inputs")
_KERAS = ("y_pred", "output")
LOSSES: dict[str, LossInput] = {
    "cross_entropy": LossInput("logits", 0, _TORCH),
    "binary_cross_entropy_with_logits": LossInput("logits", 0, _TORCH),
    "multilabel_soft_margin_loss": LossInput("logits", 0, _TORCH),
    "nll_loss": LossInput("log-probabilities", 0, _TORCH),
    "kl_div": LossInput("log-probabilities", 0, _TORCH),
    "binary_cross_entropy": LossInput("probabilities", 0, _TORCH),
    "softmax_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "sparse_softmax_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "sigmoid_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "weighted_cross_entropy_with_logits": LossInput("logits", 1, ("logits",)),
    "softmax_cross_entropy": LossInput("logits", 0, ("logits",)),
    "softmax_cross_entropy_with_integer_labels": LossInput("logits", 0, ("logits",)),
    "sigmoid_binary_cross_entropy": LossInput("logits", 0, ("logits",)),
}
KERAS_LOSSES = frozenset(
    "categorical_crossentropy sparse_categorical_crossentropy binary_crossentropy binary_focal_crossentropy "
    "categorical_focal_crossentropy CategoricalCrossentropy SparseCategoricalCrossentropy BinaryCrossentropy "
    "BinaryFocalCrossentropy CategoricalFocalCrossentropy".split()
)
RAW = frozenset("Linear LazyLinear linear Dense Conv1d Conv2d Conv3d Conv1D Conv2D Bilinear".split())
"""Layers whose output may be any number."""


def loss_input(node: Node) -> tuple[LossInput, Node] | None:
    """What a loss was given as its prediction, and what it expects there."""
    short = node.op.rpartition(".")[2]
    expected = LOSSES.get(short)
    if short in KERAS_LOSSES:
        flag = given(node, 99, "from_logits")
        if flag[0] is not None or flag[1] not in (None, True, False):
            return None
        expected = LossInput("logits" if flag[1] is True else "probabilities", 1, _KERAS)
    if expected is None:
        return None
    # Of labels= and logits= the interpreter has put the logits first.
    position = 0 if "labels" in node.keys else expected.position
    prediction = given(node, position, *expected.keys)[0]
    return None if prediction is None else (expected, prediction)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A loss that expects one thing and is given another."""

    wants: Wants
    given: str
    repaired: bool
    """Keras on TensorFlow finds the logits behind its own activation and warns."""


def wrong_activation(node: Node) -> Mismatch | None:
    """What a loss wants and the other thing that it was given."""
    found = loss_input(node)
    if found is None:
        return None
    wants, last = found[0].wants, plain(found[1])
    what = kind(last)
    if what in UNWANTED[wants]:
        return Mismatch(wants, what, wants == "logits" and last.opaque and node.op in KERAS_LOSSES)
    if wants != "logits" and last.opaque and last.op in RAW and not node.op.endswith("kl_div"):
        return Mismatch(wants, "raw", False)
    return None


UNWANTED: dict[Wants, tuple[str, ...]] = {
    "logits": ("softmax", "sigmoid"),
    "log-probabilities": ("softmax", "sigmoid"),
    "probabilities": ("log_softmax", "log_sigmoid"),
}
