"""From a finding and its unit to the job that the runner is given."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from typing import Any

from gradlint.confirm.elsewhere import Elsewhere
from gradlint.confirm.expectation import expectation_of, predicted
from gradlint.confirm.launch import launch_of
from gradlint.confirm.options import Options
from gradlint.confirm.reach import reach_of
from gradlint.confirm.recorded import for_file
from gradlint.confirm.standpoint import away_of, named_in
from gradlint.core.model import Finding, Fix, Role, Span
from gradlint.sources.unit import Unit

NOWHERE = Elsewhere()


def job_of(
    finding: Finding,
    unit: Unit,
    options: Options,
    number: int = 0,
    others: Sequence[Finding] = (),
    elsewhere: Elsewhere = NOWHERE,
) -> dict[str, Any] | None:
    """The job that confirms a finding; None where there is nothing to execute or the place is gone.

    `others` are what else is reported in the same unit: it may stop the program before this finding can show. So may
    what is reported in other files, where the finding's own fix may have to be made as well.
    """
    cut = unit.place(finding.span)
    if finding.framework is None or cut is None:
        return None
    in_another_file = elsewhere.fixed()
    removed = None if in_another_file else _without_it(finding, unit)
    return {
        "id": f"{finding.fingerprint or finding.code}-{number}",
        "task": "confirm",
        "framework": finding.framework,
        "predicted": expectation_of(finding.code),
        "fixed": unit.text if in_another_file else removed or _fixed(finding, unit),
        "removed": removed is not None,
        "fixed_modules": in_another_file,
        "is_sketch": finding.fix is not None and finding.fix.applicability == "display",
        "cut": [list(cut)],
        "enters": _places(finding, unit, "enters"),
        "asked": _places(finding, unit, "asked"),
        "names": list(dict.fromkeys(named_in(finding, unit))),
        "away": [list(each) for each in away_of(finding)],
        "others": [each for one in others for each in _other(one, unit)],
        "recorded": for_file(unit.path, options.recorded),
        "bases": [*_base(finding, others, unit, elsewhere), *_together(finding, others, unit)],
        **surroundings(unit, options),
    }


def surroundings(unit: Unit, options: Options) -> dict[str, Any]:
    """What every job says: the program, where it lies, and what it may use."""
    reach = reach_of(unit.path, unit.text)
    return {
        "source": unit.text,
        "kind": unit.kind,
        "filename": os.path.abspath(unit.path),
        **launch_of(unit.path, unit.text, unit.kind, reach.package, list(reach.search)).as_job(),
        "readable": list(reach.readable),
        "modules": dict(reach.modules),
        "device": options.device,
        "seconds": options.seconds,
        "memory_mb": options.memory_mb,
        "disk_mb": options.disk_mb,
        "seed": 0,
    }


def _places(finding: Finding, unit: Unit, role: Role) -> list[list[int]]:
    found = [unit.place(label.span) for label in finding.labels if label.role == role and label.path is None]
    return [list(place) for place in found if place is not None]


def _other(finding: Finding, unit: Unit) -> Iterator[dict[str, Any]]:
    """The rows at which another finding may stop the program."""
    spans = (
        finding.span,
        *(label.span for label in finding.labels if label.role == "asked" and label.path is None),
    )
    places = [place for place in map(unit.place, spans) if place is not None]
    if places:
        yield {"code": finding.code, "rows": [place[0] for place in places]}


def _together(finding: Finding, others: Sequence[Finding], unit: Unit) -> Iterator[dict[str, Any]]:
    """The program as it is, beside the one in which the same rule's other findings on these lines are fixed as well.

    Of several calls in one expression that must not be there, all but the first show once that one is gone.
    """
    from gradlint.fixing.apply import fixed_unit
    from gradlint.fixing.edits import choose

    if finding.fix is None:
        return
    rows = range(finding.span.start.row, finding.span.end.row + 1)
    same = [
        one
        for one in others
        if one.fix is not None
        and one.code == finding.code
        and one.span.cell == finding.span.cell
        and one.span.start.row in rows
    ]
    taken = choose([finding.fix, *(one.fix for one in same if one.fix is not None)]).taken
    along = [one for one in same if one.fix in taken]
    if not along or finding.fix not in taken:
        return
    edits = tuple(dict.fromkeys(edit for fix in taken for edit in fix.edits))
    fixed = fixed_unit(unit, Fix("", "unsafe", edits))
    if fixed is not None:
        listed = [each for one in along[:1] for each in _other(one, unit)]
        yield {"source": unit.text, "fixed": fixed, "others": listed}


def _base(
    finding: Finding, others: Sequence[Finding], unit: Unit, elsewhere: Elsewhere
) -> Iterator[dict[str, Any]]:
    """The program with the fixes of all other findings made, and with this one's as well.

    A fix that touches what this finding's fix touches is left out, and so is one that changes the flagged lines.
    """
    from gradlint.fixing.apply import fixed_unit
    from gradlint.fixing.edits import choose

    rows = range(finding.span.start.row, finding.span.end.row + 1)
    fixed_too = [
        one
        for one in others
        if one.fix is not None and not any(_touches(edit.span, finding.span, rows) for edit in one.fix.edits)
    ]
    own = [] if finding.fix is None else [finding.fix]
    taken = [
        fix for fix in choose([*own, *(one.fix for one in fixed_too if one.fix)]).taken if fix not in own
    ]
    first, with_own = elsewhere.put_right()
    if not taken and not first:
        return
    source, fixed = (
        fixed_unit(unit, Fix("", "unsafe", tuple(dict.fromkeys(edit for fix in fixes for edit in fix.edits))))
        if fixes
        else unit.text
        for fixes in (taken, [*own, *taken])
    )
    if source is None or (own and fixed is None):
        return
    here = [each for one in fixed_too if one.fix in taken for each in _other(one, unit)]
    yield {
        "source": source,
        "modules": first,
        "fixed": fixed if own or elsewhere.fixed() else None,
        "fixed_modules": with_own,
        "others": [*here, *elsewhere.listed()],
    }


def _touches(edit: Span, flagged: Span, rows: range) -> bool:
    return edit.cell == flagged.cell and any(edit.start.row <= row <= edit.end.row for row in rows)


def _fixed(finding: Finding, unit: Unit) -> str | None:
    """The text with the suggested fix, if there is one."""
    if finding.fix is None:
        return None
    from gradlint.fixing.apply import fixed_unit

    return fixed_unit(unit, finding.fix)


def _without_it(finding: Finding, unit: Unit) -> str | None:
    """The text with `pass` in the place of the flagged statement, if its rule says that this puts the program right."""
    place = unit.place(finding.span)
    if finding.fix is not None or place is None or "removable" not in predicted(finding.code).traits:
        return None
    try:
        tree = ast.parse(unit.text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    row = place[0]
    statements = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign))
        and node.lineno <= row <= (node.end_lineno or node.lineno)
    ]
    lines = unit.text.splitlines(keepends=True)
    if len(statements) != 1 or _binds(statements[0]):
        return None
    if lines[statements[0].lineno - 1][: statements[0].col_offset].strip():
        return None  # behind a colon, or another statement
    first, last = statements[0].lineno, statements[0].end_lineno or statements[0].lineno
    indent = lines[first - 1][: statements[0].col_offset]
    return "".join([*lines[: first - 1], f"{indent}pass\n", *["\n"] * (last - first), *lines[last:]])


def _binds(statement: ast.stmt) -> bool:
    """Whether it gives a name to something, which may be needed."""
    return any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) for node in ast.walk(statement))


def project_of(path: str) -> tuple[str, list[str]]:
    """The dotted package that a file lies in, and the folders that its imports start from."""
    reach = reach_of(path)
    return reach.package, list(reach.search)
