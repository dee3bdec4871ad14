"""What shows only beside the program put right: it computes or trains something else."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ..execute.finite_differences import Array
from ..execute.program import Focus, Place
from ..execute.recorded_asks import Part, Trace
from ..measure.observe import Observed
from .wording import short

TOLERANCE = 1e-2
MOST_APART = 8


@dataclass(frozen=True)
class Apart:
    """The same thing in both programs, as two different arrays."""

    label: str
    kind: Literal["gradient", "left"]
    """A gradient that it is given, or what it holds in the end."""
    ours: Array
    theirs: Array
    time: int = 0
    """Which of the gradients that it is given, from 0."""


def differences(written: Observed, fixed: Observed) -> Iterator[str]:
    """Gradients and trained numbers that have the same name in both and are not the same."""
    for each in apart(written, fixed):
        again = f", the {each.time + 1}. time it is requested," if each.time else ""
        what = (
            f"the gradient of {each.label}{again} is" if each.kind == "gradient" else f"{each.label} ends as"
        )
        yield f"as written: {what} {short(each.ours)}"
        yield f"after the fix: {what} {short(each.theirs)}"


def kind_of(written: Observed, fixed: Observed) -> Literal["zero", "wrong", "left"]:
    """What the first of them is: zeros where the fix gives numbers, other numbers, or only another end."""
    first = next(apart(written, fixed), None)
    if first is not None and first.kind == "left":
        return "left"
    return "zero" if first is not None and not first.ours.any() else "wrong"


def apart(written: Observed, fixed: Observed) -> Iterator[Apart]:
    """For each source the first gradient that differs, then what is left in the end."""
    ours, theirs = _gradients(written), _gradients(fixed)
    for label, given in ours.items():
        for time, (one, other) in enumerate(zip(given, theirs.get(label, ()), strict=False)):
            if not _close(one, other):
                yield Apart(label, "gradient", one, other, time)
                break
    if _is_late(written) or _is_late(fixed):
        return
    for label, numbers in written.left.items():
        if label in fixed.left and not _close(numbers, fixed.left[label]):
            yield Apart(label, "left", numbers, fixed.left[label])


def newly_trained(written: Observed, fixed: Observed) -> Iterator[str]:
    """Numbers that the fix gives a gradient to, and that nothing is given to as written, under whatever name.

    The fix may put a copy in place of what was frozen: it is known by its numbers when it was seen first.
    """
    if written.trace is None or fixed.trace is None:
        return
    ours, theirs = _given(written.trace), _given(fixed.trace)
    idle = [part for part in written.trace.all_parts() if id(part.value) not in ours]
    for part in fixed.trace.all_parts():
        gradient = theirs.get(id(part.value))
        if not ours or gradient is None or gradient.size < 2 or not gradient.any():
            continue
        then = _at_first(fixed.trace, part)
        same = [each for each in idle if then is not None and _at_first(written.trace, each) == then]
        if len(same) == 1:
            yield f"as written: {same[0].shown or same[0].label} is given no gradient"
            yield f"after the fix: {part.shown or part.label}, the same numbers, is given {short(gradient)}"


def _given(trace: Trace) -> dict[int, Array]:
    """What each source was given first, by identity."""
    return {
        key: gradient
        for event in reversed(trace.events)
        for key, gradient in event.facts.get("gave", {}).items()
    }


def _at_first(trace: Trace, part: Part) -> tuple[tuple[int, ...], float] | None:
    """What tells the numbers of a part from others, when it was bound first; None if nothing can."""
    seen = trace.sightings.get(id(part.value))
    return (tuple(part.value.shape), seen[0][3]) if seen and seen[0][3] else None


def furthest(ours: Array, theirs: Array) -> dict[str, Any]:
    """The elements in which two arrays differ most."""
    if ours.shape != theirs.shape:
        return {"size": int(theirs.size), "at": [], "found": [], "expected": [], "allowed": 0.0}
    difference = np.nan_to_num(np.abs(ours - theirs).ravel(), nan=np.inf, posinf=np.inf)
    at = sorted(int(each) for each in np.argsort(-difference, kind="stable")[:MOST_APART])
    return {
        "size": int(theirs.size),
        "at": at,
        "found": [float(ours.flat[each]) for each in at],
        "expected": [float(theirs.flat[each]) for each in at],
    }


def _is_late(observed: Observed) -> bool:
    """What a program leaves says something only if it came to its own end."""
    return observed.cut_short or (observed.trace is not None and observed.trace.late)


def survives(focus: Focus, source: str, other: str) -> bool:
    """Whether every flagged row is the same in another text."""
    rows = rows_between(source, other)
    ours, theirs = source.splitlines(), other.splitlines()
    flagged = {row for first, _, last, _ in focus.cut for row in range(first, last + 1)}
    return all(
        row in rows
        and row <= len(ours)
        and rows[row] <= len(theirs)
        and ours[row - 1] == theirs[rows[row] - 1]
        for row in flagged
    )


def followed(focus: Focus, source: str, fixed: str) -> Focus:
    """The same places in the program with the fix, whose rows may have moved."""
    rows = rows_between(source, fixed)

    def moved(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(
            (rows.get(first, first), column, rows.get(last, last), end) for first, column, last, end in places
        )

    return replace(focus, cut=moved(focus.cut), enters=moved(focus.enters), asked=moved(focus.asked))


def rows_between(source: str, fixed: str) -> dict[int, int]:
    """Which row each row of the source has become; one that was changed is the one in its place."""
    matcher = difflib.SequenceMatcher(a=source.splitlines(), b=fixed.splitlines(), autojunk=False)
    found: dict[int, int] = {}
    for kind, first, last, other, other_last in matcher.get_opcodes():
        if kind in {"equal", "replace", "delete"}:
            for row in range(first, last):
                found[row + 1] = min(other + row - first, max(other_last - 1, 0)) + 1
    return found


def _gradients(observed: Observed) -> dict[str, list[Array]]:
    """What each source was given, one call after the other."""
    found: dict[str, list[Array]] = {}
    if observed.trace is not None:
        for ask in observed.trace.asks:
            for answer in ask.answers:
                if answer.gradient is not None:
                    found.setdefault(answer.label, []).append(answer.gradient)
    return found


def _close(one: Array, other: Array) -> bool:
    if one.shape != other.shape:
        return False
    scale = float(np.abs(other).max(initial=0.0))
    return bool(
        np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE * 1e-2 * scale + 1e-12, equal_nan=True)
    )
