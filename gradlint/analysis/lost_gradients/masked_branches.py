"""Branches that fail just where they are not taken: a guard around a result instead of an argument."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.op_kinds import (
    behind,
    given,
    identity,
    is_same,
    is_share,
    kind,
    number,
    plain,
    whole,
)
from gradlint.analysis.lost_gradients.pointwise import Point, leaves
from gradlint.analysis.lost_gradients.singular_ops import CAN_FAIL, base, fails
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import Op

SAMPLES = (-1000.0, -100.0, -2.0, -1.0, -0.5, -1e-9, 0.0, 1e-9, 0.5, 1.0, 2.0, 100.0, 1000.0)

STEPS = 6
"""How far a formula is taken apart."""


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
    elif node.op == Op.SETITEM and len(node.operands) > 1:
        branch, condition = node.operands[0], node.operands[1]
        if branch is not None and condition is not None and kind(condition) in TESTS:
            yield Choice(condition, branch, False, False)
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
        taken = [
            each
            for other in found
            if other is not choice
            for each in behind(other.branch)
            if kind(each) in CAN_FAIL
        ]
        for operation in behind(choice.branch) if choice.deep else _factors(choice.branch):
            if kind(operation) in CAN_FAIL and operation in carrying and operation not in beyond:
                if _fails_when_masked(operation, choice, tested, taken, torch):
                    yield operation
    if kind(node) == "filled" and node.operands and node.operands[0] is not None:
        yield from (
            each for each in _factors(node.operands[0]) if each in carrying and _fails_somewhere(each, torch)
        )


def _speaks_of(condition: Node, values: dict[object, Node]) -> bool:
    """Whether a test in the condition is about these values alone."""
    tests = (leaves(each) for each in behind(condition, 30) if kind(each) == "comparison")
    return any(ends and ends.keys() <= values.keys() for ends in tests)


def _factors(node: Node, steps: int = STEPS) -> Iterator[Node]:
    """The operations whose results are only added or multiplied to make a value."""
    here = plain(node)
    if kind(here) in ("add", "sub", "mul", "neg", "sum") and steps:
        for operand in here.operands:
            if operand is not None:
                yield from _factors(operand, steps - 1)
    elif kind(here) in CAN_FAIL:
        yield here


def _fails_somewhere(operation: Node, torch: bool) -> bool:
    ends = leaves(base(operation)[0])
    points = (Point(dict.fromkeys(ends, sample)) for sample in SAMPLES)
    return any(
        fails(operation, each, torch) == "at" and each.passes_back(base(operation)[0]) for each in points
    )


def _fails_when_masked(
    operation: Node,
    choice: Choice,
    tested: dict[object, Node],
    taken: list[Node],
    torch: bool,
) -> bool:
    """The condition must speak of what the operation is applied to, or of a factor of it."""
    if _sums_all(base(operation)[0], choice.condition):
        return False
    candidates = map(leaves, _zero_with(base(operation)[0]))
    spoken = [ends for ends in candidates if ends and ends.keys() <= tested.keys()]
    if spoken and not any(end.part < 0 for end in spoken[0].values()):
        if _speaks_of(choice.condition, spoken[0]) and _fails_at(operation, choice, spoken[0], taken, torch):
            return True
    argument = base(operation)[0]
    inside = list(behind(argument, 30)) if argument is not None else []
    for value in _compared(choice.condition):
        same = [each for each in inside if is_same(each, value)]
        if same and _fails_at(
            operation, choice, {identity(each): each for each in (value, *same)}, taken, torch
        ):
            return True
    return False


def _sums_all(node: Node | None, condition: Node) -> bool:
    """`x / mask.sum()`, set to 0 where the mask is 0: the sum of all elements vanishes with none of them."""
    here = whole(node) if node is not None else None
    if here is None or kind(here) != "sum" or given(here, 1, "dim", "axis") != (None, None):
        return False
    return all(whole(each) is not here for each in behind(condition, 30))


def _compared(condition: Node) -> Iterator[Node]:
    """Computed values that a condition holds against a number, or whose size it does."""
    for test in behind(condition, 30):
        if kind(test) == "comparison" and len(test.operands) == 2:
            for value, literal in zip(test.operands, reversed(test.constants)):
                if value is None or number(literal) is None:
                    continue
                size = whole(value)
                inner = size.operands[0] if kind(size) in ("abs", "square") and size.operands else None
                for each in (size, whole(inner) if inner is not None else None):
                    if each is not None and leaves(each).keys() != {identity(each)}:
                        yield each


def _limits(condition: Node) -> Iterator[float]:
    """The numbers that a condition holds values against: where it turns is where things go wrong."""
    for test in behind(condition, 30):
        if kind(test) == "comparison":
            yield from (value for each in test.constants if (value := number(each)) is not None)


def _reaches(value: Node, wanted: float) -> bool:
    """Whether a computed value can be that number: what a clamp or a small addend keeps away never is."""
    share = whole(value)
    if wanted == 0.0 and is_share(share) and share.operands[0] is not None:
        return _reaches(share.operands[0], wanted)
    ends = list(leaves(value))
    if not ends or ends == [identity(value)]:
        return bool(ends)
    found = [
        Point({ends[0]: one, **dict.fromkeys(ends[1:], other)}).at(value)
        for one in SAMPLES
        for other in SAMPLES
    ]
    known = [each for each in found if not math.isnan(each)]
    return bool(known) and min(known) <= wanted <= max(known)


def _fails_at(
    operation: Node, choice: Choice, variables: dict[object, Node], taken: list[Node], torch: bool
) -> bool:
    """Whether the operation fails for a value of these variables for which the branch is not taken.

    Where the branch that is taken fails as well, no test protects anything.
    """
    samples = sorted({*SAMPLES, *_limits(choice.condition)})
    points = [Point(dict.fromkeys(variables, sample)) for sample in samples]
    states = [fails(operation, point, torch) for point in points]
    masked = [bool(point.at(choice.condition)) != choice.taken for point in points]
    steep = kind(operation) in ("exp", "expm1")
    for sample, point, state, hidden in zip(samples, points, states, masked):
        failing = state if steep else state == "at" or (state == "beyond" and "at" in states)
        if hidden and failing and (steep or _next_to_taken(sample, samples, masked)):
            reached = all(_reaches(value, sample) for value in variables.values())
            reached = reached and point.passes_back(base(operation)[0])
            if reached and not any(fails(other, point, torch) for other in taken):
                return True
    return False


def _next_to_taken(sample: float, samples: list[float], masked: list[bool]) -> bool:
    """A test that keeps away from a point takes the branch again not far from it.

    A value minus itself is never anywhere else.
    """
    return all(masked) or any(
        abs(other - sample) <= 2.0 and not hidden for other, hidden in zip(samples, masked)
    )


def _zero_with(node: Node | None, steps: int = STEPS) -> Iterator[Node]:
    """A value, and the factors that it vanishes with."""
    if node is None or not steps:
        return
    yield node
    here = whole(node)
    if kind(here) == "mul":
        for operand in here.operands:
            yield from _zero_with(operand, steps - 1)
    elif kind(here) in ("div", "sum", "neg", "abs", "square", "sqrt", "norm") and here.operands:
        yield from _zero_with(here.operands[0], steps - 1)
