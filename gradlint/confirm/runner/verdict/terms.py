"""What the fix adds to a gradient, measured by itself.

A term of a loss may be a thousandth of it. Beside the whole gradient nobody sees whether that part is missing, so the
source is moved along the very direction in which the gradients with and without the fix differ: there the two slopes
are as far apart as they can be, and finite differences say which of them is right. Where neither is, because the
program holds something else still on purpose, the flagged expression is held still as well: what no longer changes then
is what passes through it, and the fix is right if it adds just that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..execute.finite_differences import DOUBLE, Array, Asked, Lost, Precision, Slope, along
from ..execute.script import quietly
from ..execute.still import Still
from ..measure.observe import Observed, Observer
from .look import Look
from .symptoms import Symptom

SAME = {True: 1e-9, False: 1e-5}
"""What two gradients may differ by relative to their size and still be the same, in double precision and in single."""
SHARE = 0.1
"""How much of the difference the finite differences may be off by."""


@dataclass(frozen=True)
class Term:
    """The slope along what the fix adds to the gradient of one source: without it, with it, and by differences."""

    kind: Literal["same", "missing", "meant", "unclear"]
    """`missing`: the fix is right; `meant`: the program as written is."""
    source: str = ""
    written: float = 0.0
    fixed: float = 0.0
    expected: float = 0.0
    through: float | None = None
    """How much of the slope passes through the flagged expression, where only that was found to agree."""

    def as_symptoms(self) -> tuple[Symptom, Symptom]:
        """What the program as written shows, and the one with the fix."""
        along_it = f"the derivative by {self.source}, along what the fix adds to it, is"
        digits = _digits_between(self.written, self.fixed)
        differences = f"{self.expected:.{digits}g}"
        if self.through is not None:
            differences = f"{self.through:.4g} passes through this line, and that is missing"
        return (
            Symptom(
                "wrong",
                (f"as written: {along_it} {self.written:.{digits}g}", f"finite differences: {differences}"),
            ),
            Symptom("right", (f"after the fix: {along_it} {self.fixed:.{digits}g}",)),
        )


def _digits_between(one: float, other: float) -> int:
    """How many digits it takes to show that two numbers are not the same, and by how much."""
    apart = abs(one - other) / max(abs(one), abs(other), 1e-300)
    return 4 if apart > 1e-2 else min(15, 2 - math.floor(math.log10(max(apart, 1e-15))))


def term(written: Observer, seen: Observed, fixed: Observer, after: Observed) -> Term | None:
    """The first source of the finding to whose gradient the fix adds something; None if nothing can be compared."""
    with quietly():
        theirs = {asked.source: asked.found for asked, _ in fixed.precisely(after)}
        found: Term | None = None
        for asked, precision in written.precisely(seen):
            other = theirs.get(asked.source)
            if asked.found is None or other is None or asked.found.shape != other.shape:
                continue
            found = _compared(asked, other, precision)
            if found.kind == "unclear":
                found = _by_what_passes(written, seen, asked, other, precision) or found
            if found.kind != "same":
                return found
    return found


def _compared(asked: Asked, other: Array, precision: Precision) -> Term:
    assert asked.found is not None
    added = other - asked.found
    size = float(np.linalg.norm(added))
    scale = max(float(np.linalg.norm(other)), float(np.linalg.norm(asked.found)))
    if not np.isfinite(size) or size <= SAME[precision is DOUBLE] * scale:
        return Term("same" if np.isfinite(size) else "unclear", asked.source)
    towards = added.ravel() / size
    have, want = (float((each.ravel() * towards).sum()) for each in (asked.found, other))
    try:
        slope = _slope(asked, towards, precision)
    except Lost:
        return Term("unclear", asked.source)
    if slope.expected is None or 3 * slope.noise > SHARE * size:
        return Term("unclear", asked.source)
    unclear = Term("unclear", asked.source, have, want, slope.expected)
    if abs(slope.expected - want) <= SHARE * size:
        return replace(unclear, kind="missing")
    return replace(unclear, kind="meant") if abs(slope.expected - have) <= SHARE * size else unclear


def _slope(asked: Asked, towards: Array, precision: Precision) -> Slope:
    """No gradient to agree with: both steps are taken."""
    return along(replace(asked, found=np.full(asked.value.shape, np.inf)), towards, precision)


def _by_what_passes(
    observer: Observer, observed: Observed, asked: Asked, other: Array, precision: Precision
) -> Term | None:
    """Whether the fix adds to the gradient just what the loss owes to the flagged expression."""
    assert asked.found is not None
    added = other - asked.found
    size = float(np.linalg.norm(added))
    if not np.isfinite(size):
        return None
    towards, still = added.ravel() / size, Still()
    try:
        free = _slope(replace(asked, exact=None), towards, precision)
        with observer.keeping_still(observed, still):
            target = still.from_the_start(asked.target)
            centre = target(np.zeros(asked.value.size))
            if not still.is_useful:
                return None
            still.give()
            held = _slope(replace(asked, centre=centre, target=target, exact=None), towards, precision)
    except Lost:
        return None
    if free.expected is None or held.expected is None or 3 * (free.noise + held.noise) > SHARE * size:
        return None
    through = free.expected - held.expected
    if abs(through - size) > SHARE * size:
        return None
    have, want = (float((each.ravel() * towards).sum()) for each in (asked.found, other))
    return Term("missing", asked.source, have, want, free.expected, through)


def is_measured(seen: Look) -> bool:
    """Whether gradients were measured, for a finding that speaks of them."""
    trace = seen.observed.trace
    about_them = trace is not None and trace.focus.predicted.shows == "gradient"
    return about_them and seen.symptom.problem is None and bool(seen.observed.gradients)


def may_lack_a_term(seen: Look) -> bool:
    """Whether gradients were measured and look right: a small part of one may still be missing."""
    return seen.clean and is_measured(seen)


def with_term(
    seen: Look, other: Observer, after: Observed, symptom: Symptom, cure: Symptom
) -> tuple[Symptom, Symptom]:
    found = None if after.trace is None else term(seen.observer, seen.observed, other, after)
    if found is not None and found.kind == "missing":
        return found.as_symptoms()
    judged = symptom.gradient
    exact = found is not None and found.kind in {"same", "meant"} and judged is not None
    if symptom.kind == "right" and not (exact and seen.observer.is_exact(seen.observed, judged)):  # type: ignore[arg-type]
        reason = "what the fix changes about the gradient is too small to be measured"
        return replace(symptom, kind="unknown", reason=reason), cure
    return symptom, cure


def of_this_line(seen: Look, other: Observer, after: Observed) -> tuple[Symptom, Symptom] | None:
    """Where a gradient is wrong with the fix and without: just what this line keeps from it, if that is seen."""
    found = None if after.trace is None else term(seen.observer, seen.observed, other, after)
    return found.as_symptoms() if found is not None and found.kind == "missing" else None
