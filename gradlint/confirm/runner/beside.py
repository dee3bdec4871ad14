"""What shows only beside the program put right: it computes or trains something else."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from .differences import Array
from .observe import Observed
from .program import Focus, Place
from .wording import short

TOLERANCE = 1e-2
MOST_APART = 8


def differences(written: Observed, fixed: Observed) -> Iterator[str]:
    """Gradients and trained numbers that have the same name in both and are not the same."""
    for label, kind, ours, theirs in apart(written, fixed):
        what = f"the gradient of {label} is" if kind == "gradient" else f"{label} ends as"
        yield f"as written: {what} {short(ours)}"
        yield f"after the fix: {what} {short(theirs)}"


def apart(written: Observed, fixed: Observed) -> Iterator[tuple[str, str, Array, Array]]:
    """The same as numbers: the name, whether it is a gradient or what is left in the end, and both."""
    ours, theirs = _gradients(written), _gradients(fixed)
    for label, gradient in ours.items():
        if label in theirs and not _close(gradient, theirs[label]):
            yield label, "gradient", gradient, theirs[label]
    if _is_late(written) or _is_late(fixed):
        return
    for label, numbers in written.left.items():
        if label in fixed.left and not _close(numbers, fixed.left[label]):
            yield label, "left", numbers, fixed.left[label]


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


def followed(focus: Focus, source: str, fixed: str) -> Focus:
    """The same places in the program with the fix, whose rows may have moved."""
    rows = _rows(source, fixed)

    def moved(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(
            (rows.get(first, first), column, rows.get(last, last), end) for first, column, last, end in places
        )

    return replace(focus, cut=moved(focus.cut), enters=moved(focus.enters), asked=moved(focus.asked))


def _rows(source: str, fixed: str) -> dict[int, int]:
    """Which row each row of the source has become; one that was changed is the one in its place."""
    matcher = difflib.SequenceMatcher(a=source.splitlines(), b=fixed.splitlines(), autojunk=False)
    found: dict[int, int] = {}
    for kind, first, last, other, other_last in matcher.get_opcodes():
        if kind in {"equal", "replace", "delete"}:
            for row in range(first, last):
                found[row + 1] = min(other + row - first, max(other_last - 1, 0)) + 1
    return found


def _gradients(observed: Observed) -> dict[str, Array]:
    """What each source was given by the last call that asked: by then everything has happened to it."""
    found: dict[str, Array] = {}
    if observed.trace is not None:
        for ask in observed.trace.asks:
            for answer in ask.answers:
                if answer.gradient is not None:
                    found.setdefault(answer.label, answer.gradient)
    return found


def _close(one: Array, other: Array) -> bool:
    if one.shape != other.shape:
        return False
    scale = float(np.abs(other).max(initial=0.0))
    return bool(
        np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE * 1e-2 * scale + 1e-12, equal_nan=True)
    )
