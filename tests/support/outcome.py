"""What running a script showed, and whether that is what an example claims.

Pure data and arithmetic: no framework is needed to read this module or to test it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["right", "none", "zero", "wrong", "nan", "unrelated"]
Claim = Literal["right", "raises", "none", "zero", "wrong", "nan", "leak"]
Left = tuple[tuple[str, tuple[float, ...]], ...]

# One number beside another, both with the precision of float32.
RELATIVE = 1e-2
ABSOLUTE = 1e-3


@dataclass(frozen=True)
class Gradient:
    """One gradient that a script requested, and what finite differences say about it."""

    source: str
    found: tuple[float, ...] | None
    verdict: Verdict
    expected: tuple[float, ...] = ()
    """Derivatives of the sum of the target: element by element for few, along one direction for many."""
    ask: int = 0
    """By which of its calls that ask."""


@dataclass(frozen=True)
class Outcome:
    """How a script ended, what it printed and the gradients it requested."""

    end: Literal["ran", "raised", "timeout", "died", "unmeasured"]
    error: str = ""
    """`module.Type: message` of the exception, or how the process ended, or why nothing was measured."""
    stdout: str = ""
    gradients: tuple[Gradient, ...] = ()
    left: Left = ()
    """What the script can train, and the gradients stored with it, as they are when it ends."""
    kept: int = 0
    """Steps of the graph that its names keep alive when it ends, those of the losses themselves aside."""

    def sources(self) -> tuple[str, ...]:
        return tuple(gradient.source for gradient in self.gradients)


def close(found: tuple[float, ...], expected: tuple[float, ...]) -> bool:
    return len(found) == len(expected) and all(
        math.isclose(have, want, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
        for have, want in zip(found, expected, strict=True)
    )


def objection(outcome: Outcome, claim: Claim, error: str = "") -> str | None:
    """Why the outcome is not what was claimed, in one line; None where it is."""
    if claim == "raises":
        if outcome.end != "raised":
            return f"claims to raise, but {outcome.end} {_summary(outcome)}"
        if not error or error not in outcome.error:
            return f"claims the error {error!r}, but the error was {outcome.error!r}"
        return None
    if outcome.end != "ran":
        return f"claims {claim}, but {outcome.end}: {outcome.error}"
    if not outcome.gradients:
        return f"claims {claim}, but no gradient was requested"
    seen = {gradient.verdict for gradient in outcome.gradients}
    fits = seen == {"right"} if claim in {"right", "leak"} else seen - {"right"} == {claim}
    if not fits:
        return f"claims {claim}, but {_summary(outcome)}"
    if claim in {"right", "leak"} and bool(outcome.kept) != (claim == "leak"):
        return f"claims {claim}, but its names keep {outcome.kept} steps of a graph alive"
    return None


def _summary(outcome: Outcome) -> str:
    return "; ".join(
        f"{gradient.source} is {gradient.verdict} (found {gradient.found}, expected {gradient.expected})"
        for gradient in outcome.gradients
    )
