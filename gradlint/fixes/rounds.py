"""Mend a file until nothing more can be mended: lint, make the fixes, lint again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gradlint.fixes.apply import Applied, fixed_data
from gradlint.fixes.edits import after, choose, in_cell, without_cell
from gradlint.model import Finding, Position, Span
from gradlint.records import dataclass
from gradlint.sources.unit import Unit

Lint = Callable[[bytes], tuple[Sequence[Finding], Unit | None]]
"""The findings in a file with this content, and its unit (None where there is nothing to see)."""

ROUNDS = 10
STAYS = "the finding would still be there"


@dataclass(frozen=True, slots=True)
class Mended:
    data: bytes
    fixed: tuple[Finding, ...]
    """In the order in which they were mended; each with the position it had then."""
    refused: tuple[tuple[Finding, str], ...]
    """Findings whose fix was not made, and why."""
    left: tuple[Finding, ...]
    """What the last linting found."""
    rounds: int = 0


def mend(data: bytes, lint: Lint, wanted: Callable[[Finding], bool]) -> Mended:
    """Make every wanted fix that removes its finding; a fix that does not is taken back and named."""
    fixed: list[Finding] = []
    refused: dict[tuple[str, str], tuple[Finding, str]] = {}
    found, unit = lint(data)
    rounds = 0
    while unit is not None and rounds < ROUNDS:
        open_ = [each for each in found if each.fix and wanted(each) and _key(each, unit) not in refused]
        if not open_:
            break
        step = _step(data, unit, open_, lint)
        for each, reason in step.refused:
            refused[_key(each, unit)] = (each, reason)
        if not step.fixed:
            break
        rounds += 1
        fixed.extend(step.fixed)
        data, found, unit = step.data, step.found, step.unit
    return Mended(data, tuple(fixed), tuple(refused.values()), tuple(found), rounds)


@dataclass(frozen=True, slots=True)
class _Step:
    data: bytes
    found: Sequence[Finding]
    unit: Unit | None
    fixed: tuple[Finding, ...]
    refused: tuple[tuple[Finding, str], ...]


def _step(data: bytes, unit: Unit, findings: Sequence[Finding], lint: Lint) -> _Step:
    """All that go together; where that does not work out, one after the other until one does."""
    together = _tried(data, unit, findings, lint)
    if not together.refused:
        return together
    refused: list[tuple[Finding, str]] = []
    for finding in findings:
        single = _tried(data, unit, [finding], lint)
        if single.fixed:
            return _Step(single.data, single.found, single.unit, single.fixed, tuple(refused))
        refused.extend(single.refused)
    return _Step(data, findings, unit, (), tuple(refused))


def _tried(data: bytes, unit: Unit, findings: Sequence[Finding], lint: Lint) -> _Step:
    applied = fixed_data(data, unit, [finding.fix for finding in findings if finding.fix is not None])
    made = [finding for finding in findings if finding.fix in applied.done]
    if not made:
        return _Step(data, findings, unit, (), tuple(_reasons(applied, findings)))
    found, mended = lint(applied.data)
    edits = choose(applied.done).edits
    stay = [each for each in made if _is_among(each, found, edits)]
    if stay:
        return _Step(data, findings, unit, (), tuple((each, STAYS) for each in stay))
    return _Step(applied.data, found, mended, tuple(made), ())


def _reasons(applied: Applied, findings: Iterable[Finding]) -> Iterable[tuple[Finding, str]]:
    for fix, reason in applied.skipped:
        yield from ((finding, reason) for finding in findings if finding.fix == fix)


def _is_among(finding: Finding, found: Iterable[Finding], edits: Iterable[object]) -> bool:
    """The same rule still speaks up at the place that the finding has moved to."""
    from gradlint.model import Edit

    here = [
        without_cell(edit) for edit in in_cell((e for e in edits if isinstance(e, Edit)), finding.span.cell)
    ]
    first, last = after(finding.span.start, here)
    return any(
        other.code == finding.code
        and other.span.cell == finding.span.cell
        and _overlaps(other.span, first, last)
        for other in found
    )


def _overlaps(span: Span, first: Position, last: Position) -> bool:
    return first <= span.start <= last


def _key(finding: Finding, unit: Unit) -> tuple[str, str]:
    """What a finding is known by from one round to the next, when its line may have moved."""
    from gradlint.excerpt import Lines

    line = Lines(unit).at(finding.span.cell, finding.span.start.row) or ""
    return finding.code, f"{finding.span.start.column} {line.strip()}"
