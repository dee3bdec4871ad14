"""What shows only beside the script put right.

Some mistakes leave every derivative intact. A step taken too early, an update thrown away, a loss of the
wrong shape: the framework differentiates correctly what it is given, and it is given something else than
was meant. `good` says what was meant, so `bad` is held against it, if it is the same script but for a few
lines.
"""

from __future__ import annotations

import difflib

from tests.support.outcome import Claim, Outcome, close, objection

MOST_CHANGED = 6
"""Lines that one script has and the other has not. Two scripts that differ in more are no twins."""


def is_put_right(bad: str, good: str) -> bool:
    """Whether `good` is `bad` with a few lines changed, and not merely something that looks like it."""
    changes = difflib.ndiff(_statements(bad), _statements(good))
    return sum(line[0] in "+-" for line in changes) <= MOST_CHANGED


def objection_beside(twin: Outcome, outcome: Outcome, claim: Claim, error: str = "") -> str | None:
    """Why neither the outcome by itself nor its difference from the twin is what was claimed."""
    by_itself = objection(outcome, claim, error)
    if by_itself is None or outcome.end != "ran" or not outcome.gradients:
        return by_itself
    if claim == "wrong" and _is_right(outcome):
        return None if _differ(outcome, twin) else "claims wrong, but trains what its twin trains"
    if claim in {"none", "zero"} and _is_right(twin) and _asks_in_vain(outcome, claim):
        return None
    return by_itself


def _statements(source: str) -> list[str]:
    stripped = (line.partition("  #")[0].rstrip() for line in source.splitlines())
    return [line for line in stripped if line and not line.lstrip().startswith("#")]


def _is_right(outcome: Outcome) -> bool:
    return {gradient.verdict for gradient in outcome.gradients} == {"right"}


def _asks_in_vain(outcome: Outcome, claim: Claim) -> bool:
    """A source that the target does not depend on gets nothing, or zeros: right, and of no use."""
    vain = [gradient for gradient in outcome.gradients if gradient.verdict == "unrelated"]
    others = {gradient.verdict for gradient in outcome.gradients} - {"unrelated"}
    return bool(vain) and others <= {"right"} and {one.found is None for one in vain} == {claim == "none"}


def _differ(outcome: Outcome, twin: Outcome) -> bool:
    """Whether a gradient, or something that was trained, differs between the two under the same name."""
    ours, theirs = _numbers(outcome), _numbers(twin)
    return any(
        not close(have, want)
        for name in ours.keys() & theirs.keys()
        for have, want in zip(ours[name], theirs[name], strict=False)
    )


def _numbers(outcome: Outcome) -> dict[str, list[tuple[float, ...]]]:
    numbers: dict[str, list[tuple[float, ...]]] = {}
    for gradient in outcome.gradients:
        numbers.setdefault(f"gradient of {gradient.source}", []).append(gradient.found or ())
    for name, values in outcome.left:
        numbers.setdefault(name, []).append(values)
    return numbers
