"""What the fix adds to a gradient, measured by itself.

A term of a loss may be a thousandth of it. Beside the whole gradient nobody sees whether that part is missing, so the
source is moved along the very direction in which the gradients with and without the fix differ: there the two slopes
are as far apart as they can be, and finite differences say which of them is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..execute.finite_differences import DOUBLE, Array, Asked, Lost, Precision, along
from ..execute.script import quietly
from ..measure.observe import Observed, Observer
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

    def as_symptoms(self) -> tuple[Symptom, Symptom]:
        """What the program as written shows, and the one with the fix."""
        along_it = f"the derivative by {self.source}, along what the fix adds to it, is"
        return (
            Symptom(
                "wrong",
                (f"as written: {along_it} {self.written:.4g}", f"finite differences: {self.expected:.4g}"),
            ),
            Symptom("right", (f"after the fix: {along_it} {self.fixed:.4g}",)),
        )


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
        # No gradient to agree with: both steps are taken.
        slope = along(replace(asked, found=np.full(asked.value.shape, np.inf)), towards, precision)
    except Lost:
        return Term("unclear", asked.source)
    if slope.expected is None or 3 * slope.noise > SHARE * size:
        return Term("unclear", asked.source)
    unclear = Term("unclear", asked.source, have, want, slope.expected)
    if abs(slope.expected - want) <= SHARE * size:
        return replace(unclear, kind="missing")
    return replace(unclear, kind="meant") if abs(slope.expected - have) <= SHARE * size else unclear
