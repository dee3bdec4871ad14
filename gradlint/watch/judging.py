"""From what was seen of a finding to a verdict. Confirmed is only what the rule predicts, measured where it says."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

from gradlint.confirm.expectation import predicted
from gradlint.confirm.runner.execute.errors import FAMILIES, GRADIENT_ERRORS
from gradlint.core.model import Finding, Verdict, VerdictKind
from gradlint.watch.gradients import flow
from gradlint.watch.seen import Seen
from gradlint.watch.structure import STRUCTURAL
from gradlint.watch.words import evidence

Judged = tuple[VerdictKind, str]


def verdict(finding: Finding, facts: dict[str, Any] | None, why_not: str = "", alone: bool = True) -> Verdict:
    """What the run has shown of one finding; `alone` if no other finding of its rule has run."""
    if facts is None:
        return Verdict("not-run", why_not or "the program left no record", level="run")
    seen = Seen(finding, facts)
    kind, reason = _judged(finding, seen, alone)
    return Verdict(
        kind,
        reason,
        level="run",
        device=seen.device,
        evidence=tuple(evidence(seen, kind)),
        inputs=tuple(seen.inputs()) if kind in ("confirmed", "refuted") else (),
    )


def _judged(finding: Finding, seen: Seen, alone: bool) -> Judged:
    if raised := _raised(finding, seen) or _ended_by(finding, seen, alone):
        return raised
    if not seen.placed and not seen.facts.get("loaded", True):
        return "not-reached", "its module was not imported"
    if not seen.placed:
        return "inconclusive", "this line defines something and cannot be watched by itself"
    if not seen.count:
        return _not_reached(seen)
    shows = predicted(finding.code).shows
    if shows == "raises":
        return _did_not_raise(finding, seen)
    judge = STRUCTURAL.get(shows)
    if judge is not None:
        return judge(seen)
    return flow(seen, predicted(finding.code).traits)


def _not_reached(seen: Seen) -> Judged:
    if seen.finding.framework == "tensorflow" and seen.outcomes:
        return flow(seen, predicted(seen.finding.code).traits)
    if seen.facts.get("rewritten_elsewhere"):
        return (
            "inconclusive",
            "the line may have run in a function that TensorFlow rewrites, where it is not seen",
        )
    return "not-reached", "the line did not run"


def _raised(finding: Finding, seen: Seen) -> Judged | None:
    """An exception that the rule predicts, from a line that the finding marks."""
    errors = predicted(finding.code).errors
    for one in seen.raised:
        said = f"{one['type']}: {one['message']}"
        matching = [each for each in errors if re.search(FAMILIES.get(each, each), said)]
        if not matching or matching == ["{none_used}"]:
            continue
        if one.get("where") == "asked" and not GRADIENT_ERRORS.search(said):
            continue
        if one.get("where") == "note":
            continue
        first = next((line.strip() for line in str(one["message"]).splitlines() if line.strip()), "")
        return "confirmed", f"the program raises {one['type']} here: {first[:200]}"
    return None


def _ended_by(finding: Finding, seen: Seen, alone: bool) -> Judged | None:
    """The exception that ended the program, if it came from the flagged line or can only come from there."""
    end = seen.facts.get("end") or {}
    said = f"{end.get('type')}: {end.get('message')}"
    expected = predicted(finding.code)
    matching = [each for each in expected.errors if re.search(FAMILIES.get(each, each), said)]
    if not end.get("rows") or not matching or matching == ["{none_used}"]:
        return None
    path, row = end["rows"][0]
    here = finding.span.start.row <= row <= finding.span.end.row
    here = here and os.path.realpath(finding.path) == path
    asks = any(label.role == "asked" for label in finding.labels)
    only = alone and seen.count > 0 and not asks and GRADIENT_ERRORS.search(said) is not None
    if not here and (not only or "only-there" in expected.traits):
        return None
    first = next((line.strip() for line in str(end["message"]).splitlines() if line.strip()), "")
    where = "the program raises" if here else f"the line ran {seen.times}, then the program raised"
    return "confirmed", f"{where} {end['type']}: {first[:200]}"


def _did_not_raise(finding: Finding, seen: Seen) -> Judged:
    """A rule that nothing but an exception shows."""
    times = seen.times
    if seen.raised:
        return "inconclusive", f"the line raised {seen.raised[0]['type']}, which this rule does not explain"
    if "only-there" in predicted(finding.code).traits:
        return "refuted", f"the line ran {times} and raised nothing"
    if not finding.labels or not any(label.role == "asked" for label in finding.labels):
        return "inconclusive", f"the line ran {times} and raised nothing by itself"
    if seen.outcomes or seen.asked_count:
        return "refuted", f"the line ran {times}, a gradient was requested behind it, and nothing was raised"
    return "inconclusive", f"the line ran {times}; no gradient was requested behind it"


Judge = Callable[[Seen], Judged]
