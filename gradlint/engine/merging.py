"""Findings go to the file in which they stand, whichever file led to them.

Of ten callers that lead to one guilty line one speaks for all, and always the same: what is shown does not depend
on the order in which files were linted, on processes or on the cache.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gradlint.core.file_codes import UNUSED
from gradlint.core.model import Definition, Finding
from gradlint.core.records import dataclass, replace
from gradlint.core.result import Result
from gradlint.engine.importers import has_unseen_importer

if TYPE_CHECKING:
    from gradlint.engine.linting import Engine
    from gradlint.sources.unit import Unit


def merged(results: Iterable[Result], engine: Engine) -> Iterator[Result]:
    """The results with their findings where they belong; files that nobody has named come last, sorted."""
    gathered = list(results)
    linted = {os.path.abspath(result.path) for result in gathered}
    gathered = [_judged(result, linted) for result in _without_refuted(gathered, engine)]
    strangers: dict[str, list[Finding]] = {}
    for result in gathered:
        for finding in result.elsewhere:
            strangers.setdefault(os.path.abspath(finding.path), []).append(finding)
    if not strangers:
        yield from gathered
        return
    names = {os.path.abspath(result.path): result.path for result in gathered}
    units = _units(gathered)
    for result in gathered:
        found = strangers.pop(os.path.abspath(result.path), None)
        yield result if found is None else _joined(result, found, names, units, engine)
    for path, found in sorted(strangers.items()):
        named = Result(found[0].path)
        if any(engine.covers(path, one.via or path) for one in found):
            made = _joined(named, found, names, units, engine)
            if made.findings:
                yield made


@dataclass(frozen=True, slots=True)
class Caller:
    """A file that calls functions of others, and the rules that are on in it."""

    followed: frozenset[Definition]
    codes: frozenset[str]


def _without_refuted(results: Sequence[Result], engine: Engine) -> list[Result]:
    """The results without what rests on imagined calls of functions that other files really call.

    What such a call does wrong is found from there; a file that is linted alone keeps all.
    """
    seen = callers(results, engine)
    if not seen:
        return list(results)
    return [_checked(result, seen, engine) for result in results]


def callers(results: Iterable[Result], engine: Engine) -> list[Caller]:
    """Who of these calls functions of other files."""
    return [
        Caller(frozenset(result.followed), engine.looks_for(result.path))
        for result in results
        if result.followed
    ]


def overruled(result: Result, seen: Sequence[Caller]) -> Result:
    """The result of one file without what rests on calls that others really make, and make otherwise."""
    refuted = {one.rests_on for one in result.findings if is_refuted(one, seen)}
    return replace(without(result, refuted), refuted=tuple(sorted(refuted))) if refuted else result


def _checked(result: Result, seen: Sequence[Caller], engine: Engine) -> Result:
    found = (*result.findings, *result.elsewhere)
    refuted = {one.rests_on for one in found if is_refuted(one, seen)}
    if not refuted:
        return result
    elsewhere = tuple(one for one in result.elsewhere if one.rests_on not in refuted)
    left = replace(without(result, refuted), elsewhere=elsewhere, refuted=tuple(sorted(refuted)))
    return left if len(left.findings) == len(result.findings) else engine.joined(left, ())


def is_refuted(finding: Finding, seen: Sequence[Caller]) -> bool:
    """Whether one and the same file calls all that an imagined call went through, and would have found it."""
    rests_on = frozenset(finding.rests_on)
    return bool(rests_on) and any(
        rests_on <= caller.followed and finding.code in caller.codes for caller in seen
    )


def without(result: Result, refuted: Container[tuple[Definition, ...]]) -> Result:
    return replace(result, findings=tuple(one for one in result.findings if one.rests_on not in refuted))


def _judged(result: Result, linted: set[str]) -> Result:
    """The result without complaints about comments of which a file that was not linted may show the use."""
    if not any(map(is_unused, result.findings)) or not has_unseen_importer(result.path, linted):
        return result
    return replace(result, findings=tuple(one for one in result.findings if not is_unused(one)))


def is_unused(finding: Finding) -> bool:
    """A suppression that seems to hide nothing; what is wrong with one in itself stays wrong."""
    return finding.code == UNUSED and "` is unused" in finding.message


def represented(findings: Iterable[Finding]) -> Iterator[Finding]:
    """One finding for each rule and place: the surest, with the fullest story."""
    best: dict[tuple[str, object], Finding] = {}
    for finding in findings:
        key = (finding.code, finding.span)
        known = best.get(key)
        if known is None or _rank(finding) < _rank(known):
            best[key] = finding
    return iter(best.values())


def _rank(finding: Finding) -> tuple[Any, ...]:
    """The smaller the better. What a caller does to the line says more than what the line might do alone."""
    roles = {label.role for label in finding.labels if label.role != "note"}
    labelled = tuple((label.path or "", label.span, label.role, label.message) for label in finding.labels)
    return (
        -finding.severity.rank,
        -len(roles),
        finding.via is None,
        os.path.abspath(finding.via or ""),
        finding.message,
        tuple(
            (path, (span.cell or 0, span.start, span.end), role, text) for path, span, role, text in labelled
        ),
    )


def _joined(
    result: Result,
    found: Sequence[Finding],
    names: Mapping[str, str],
    units: Mapping[str, Unit],
    engine: Engine,
) -> Result:
    made = with_strangers(result, [_named(one, result.path, names) for one in found], engine)
    needed = {os.path.abspath(label.path) for one in made.findings for label in one.labels if label.path}
    return replace(made, others=tuple(units[path] for path in sorted(needed) if path in units))


def with_strangers(result: Result, strangers: Sequence[Finding], engine: Engine) -> Result:
    """The result of a file with what others have found in it, and who they are."""
    callers = sorted({one.via for one in strangers if one.via is not None})
    return replace(engine.joined(result, strangers), callers=tuple(callers))


def _named(finding: Finding, path: str, names: Mapping[str, str]) -> Finding:
    """The finding with all files called as the user calls them."""
    labels = tuple(
        replace(label, path=names.get(os.path.abspath(label.path), label.path)) if label.path else label
        for label in finding.labels
    )
    return replace(finding, path=path, labels=labels)


def _units(results: Iterable[Result]) -> dict[str, Unit]:
    return {
        os.path.abspath(unit.path): unit
        for result in results
        for unit in (result.unit, *result.others)
        if unit is not None
    }
