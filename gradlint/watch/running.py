"""One watched run from end to end: lint, run, judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradlint.core.records import dataclass, replace
from gradlint.core.result import Result
from gradlint.watch import process
from gradlint.watch.judging import verdict
from gradlint.watch.plan import Planned
from gradlint.watch.summary import Facts


@dataclass(frozen=True, slots=True)
class Outcome:
    code: int
    """The exit code of the program, negative for a signal."""
    results: tuple[Result, ...]
    facts: tuple[Facts, ...]


def watch(
    python: str,
    words: Sequence[str],
    results: Sequence[Result],
    roots: Sequence[str],
    follow: bool = False,
    record: bool = False,
) -> Outcome:
    planned = Planned(results)
    ran = process.run(python, words, planned.as_json("", roots, follow, record))
    return Outcome(ran.code, tuple(judged(results, planned, ran.facts)), tuple(ran.facts))


def judged(results: Sequence[Result], planned: Planned, facts: Sequence[Facts]) -> list[Result]:
    """The results with a verdict on each finding."""
    seen = _by_number(facts)
    verdicts: dict[tuple[int, int], Any] = {}
    for number, place in planned.numbered.items():
        finding = results[place[0]].findings[place[1]]
        alone = _is_alone(number, finding.code, results, planned, seen)
        verdicts[place] = verdict(finding, seen.get(number), planned.unwatched.get(number, ""), alone)
    return [
        replace(
            result,
            findings=tuple(
                replace(finding, verdict=verdicts.get((number, position), finding.verdict))
                for position, finding in enumerate(result.findings)
            ),
        )
        if result.findings
        else result
        for number, result in enumerate(results)
    ]


def _is_alone(
    number: int, code: str, results: Sequence[Result], planned: Planned, seen: dict[int, Facts]
) -> bool:
    """Whether no other finding of the rule has run: then an exception of its kind is this one's."""
    others = (
        other
        for other, place in planned.numbered.items()
        if other != number and results[place[0]].findings[place[1]].code == code
    )
    return not any(seen.get(other, {}).get("count") for other in others)


def _by_number(facts: Sequence[Facts]) -> dict[int, Facts]:
    """What was seen of each finding, in the process that has seen most of it."""
    found: dict[int, Facts] = {}
    for one in facts:
        for each in one.get("findings") or ():
            seen = {**each, "end": one.get("end") or {}, "rewritten_elsewhere": one.get("rewritten")}
            known = found.get(seen["number"])
            if known is None or seen["count"] > known["count"]:
                found[seen["number"]] = seen
    return found
