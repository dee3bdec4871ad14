"""Fix a file until nothing more can be fixed: lint, make the fixes, lint again.

What a fix promises is held against the fixed text: the finding is gone, and there is no other in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gradlint.core.model import Edit, Finding, Position, Span
from gradlint.core.records import dataclass
from gradlint.fixing.apply import Applied, fixed_data
from gradlint.fixing.edits import after, choose, in_cell, without_cell
from gradlint.sources.unit import Unit

Lint = Callable[[bytes], tuple[Sequence[Finding], Unit | None]]
"""The findings in a file with this content, and its unit (None where there is nothing to see)."""

ROUNDS = 10
STAYS = "the finding would still be there"
BRINGS = "it would bring {code} on line {row}"


@dataclass(frozen=True, slots=True)
class FixedFile:
    data: bytes
    fixed: tuple[Finding, ...]
    """In the order in which they were fixed; each with the position it had then."""
    refused: tuple[tuple[Finding, str], ...]
    """Findings whose fix was not made, and why."""
    left: tuple[Finding, ...]
    """What the last linting found."""
    rounds: int = 0


def fix_file(data: bytes, lint: Lint, wanted: Callable[[Finding], bool]) -> FixedFile:
    """Make every wanted fix that removes its finding; a fix that does not is taken back and named."""
    fixed: list[Finding] = []
    refused: dict[tuple[str, str], tuple[Finding, str]] = {}
    found, unit = lint(data)
    rounds = 0
    while unit is not None and rounds < ROUNDS:
        open_ = [each for each in found if each.fix and wanted(each) and _key(each, unit) not in refused]
        if not open_:
            break
        step = _step(data, unit, found, open_, lint)
        for each, reason in step.refused:
            refused[_key(each, unit)] = (each, reason)
        if not step.fixed:
            break
        rounds += 1
        fixed.extend(step.fixed)
        data, found, unit = step.data, step.found, step.unit
    return FixedFile(data, tuple(fixed), tuple(refused.values()), tuple(found), rounds)


@dataclass(frozen=True, slots=True)
class _Step:
    data: bytes
    found: Sequence[Finding]
    unit: Unit | None
    fixed: tuple[Finding, ...]
    refused: tuple[tuple[Finding, str], ...]


def _step(data: bytes, unit: Unit, all_: Sequence[Finding], findings: Sequence[Finding], lint: Lint) -> _Step:
    """All that go together; where that does not work out, one after the other until one does."""
    together = _tried(data, unit, all_, findings, lint)
    if not together.refused:
        return together
    refused: list[tuple[Finding, str]] = []
    for finding in findings:
        single = _tried(data, unit, all_, [finding], lint)
        if single.fixed:
            return _Step(single.data, single.found, single.unit, single.fixed, tuple(refused))
        refused.extend(single.refused)
    return _Step(data, all_, unit, (), tuple(refused))


def keeps_its_promise(data: bytes, unit: Unit, all_: Sequence[Finding], finding: Finding, lint: Lint) -> bool:
    """Whether the fix of one finding can be made and leaves neither this finding nor a new one."""
    return bool(_tried(data, unit, all_, [finding], lint).fixed)


def _tried(
    data: bytes, unit: Unit, all_: Sequence[Finding], findings: Sequence[Finding], lint: Lint
) -> _Step:
    applied = fixed_data(data, unit, [finding.fix for finding in findings if finding.fix is not None])
    made = [finding for finding in findings if finding.fix in applied.done]
    if not made:
        return _Step(data, all_, unit, (), tuple(_reasons(applied, findings)))
    found, unit_after = lint(applied.data)
    edits = choose(applied.done).edits
    stay = [each for each in made if _is_among(each, found, edits)]
    if stay:
        return _Step(data, all_, unit, (), tuple((each, STAYS) for each in stay))
    new = _first_new([each for each in all_ if each not in made], found, edits)
    if new is not None:
        reason = BRINGS.format(code=new.code, row=new.span.start.row)
        return _Step(data, all_, unit, (), tuple((each, reason) for each in made))
    return _Step(applied.data, found, unit_after, tuple(made), ())


def _first_new(left: Sequence[Finding], found: Sequence[Finding], edits: Sequence[Edit]) -> Finding | None:
    """A finding in the fixed text that was not there before, where the text has moved or been moved.

    One that is where an old one would be by now is that one. A statement that has gone elsewhere takes its
    findings along, so that of the others as many as before may say the same.
    """
    known = list(left)
    others: list[Finding] = []
    for one in found:
        same = next((each for each in known if each.code == one.code and _is_among(each, [one], edits)), None)
        if same is not None:
            known.remove(same)
        else:
            others.append(one)
    for one in others:
        moved = next((each for each in known if (each.code, each.message) == (one.code, one.message)), None)
        if moved is None:
            return one
        known.remove(moved)
    return None


def _reasons(applied: Applied, findings: Iterable[Finding]) -> Iterable[tuple[Finding, str]]:
    for fix, reason in applied.skipped:
        yield from ((finding, reason) for finding in findings if finding.fix == fix)


def _is_among(finding: Finding, found: Iterable[Finding], edits: Iterable[Edit]) -> bool:
    """The same rule still speaks up at the place that the finding has moved to."""
    here = [without_cell(edit) for edit in in_cell(edits, finding.span.cell)]
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
    from gradlint.sources.excerpt import Lines

    line = Lines(unit).at(finding.span.cell, finding.span.start.row) or ""
    return finding.code, f"{finding.span.start.column} {line.strip()}"
