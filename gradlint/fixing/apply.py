"""Make fixes: from the bytes of a file and some fixes to the bytes of the fixed file."""

from __future__ import annotations

import codecs
from collections.abc import Iterable

from gradlint.core.model import Edit, Fix, Position, Span
from gradlint.core.records import dataclass
from gradlint.fixing.edits import choose, edited, in_cell, without_cell
from gradlint.fixing.notebook import with_cells
from gradlint.rules.shared.patch import prefix
from gradlint.sources.decode import encoding_of
from gradlint.sources.read import from_text
from gradlint.sources.syntax import fault
from gradlint.sources.unit import Unit


@dataclass(frozen=True, slots=True)
class Applied:
    """A fixed file: what was done, and what was left and why."""

    data: bytes
    done: tuple[Fix, ...]
    skipped: tuple[tuple[Fix, str], ...] = ()


OVERLAP = "it overlaps with another fix"
BROKEN = "the file would not parse"


def fixed_data(data: bytes, unit: Unit, fixes: Iterable[Fix]) -> Applied:
    """All fixes that go together. If the result does not parse, none of them is made."""
    choice = choose(fixes)
    skipped = tuple((fix, OVERLAP) for fix in choice.overlapping)
    if not choice.taken:
        return Applied(data, (), skipped)
    made = _made(data, unit, choice.edits)
    if made is None or not _parses(made, unit):
        return Applied(data, (), (*((fix, BROKEN) for fix in choice.taken), *skipped))
    return Applied(made, choice.taken, skipped)


def _made(data: bytes, unit: Unit, edits: tuple[Edit, ...]) -> bytes | None:
    encoding = encoding_of(data) if unit.kind == "python" else "utf-8"
    if data.startswith(codecs.BOM_UTF8):
        encoding = "utf-8-sig"
    text = data.decode(encoding)
    if unit.kind == "notebook":

        def change(cell: int, source: str) -> str:
            wanted = [without_cell(edit) for edit in in_cell(edits, cell)]
            return edited(source, wanted) if wanted else source

        made = with_cells(text, change)
    else:
        made = edited(text, edits)
    try:
        return made.encode(encoding)
    except UnicodeEncodeError:
        return None


def _parses(data: bytes, old: Unit) -> bool:
    new = from_text(data, old.path, {ending: old.kind for ending in (old.path.rpartition(".")[2].lower(),)})
    if len(new.problems) > len(old.problems):
        return False
    return fault(new.text) is None or fault(old.text) is not None


def fixed_unit(unit: Unit, fix: Fix) -> str | None:
    """The text of the unit with one fix made, without the file: for running it beside the original."""
    choice = choose([fix])
    edits = [_within(unit, edit) for edit in choice.edits]
    wanted = [edit for edit in edits if edit is not None]
    if not wanted or len(wanted) != len(edits):
        return None
    made = edited(unit.text, wanted)
    return made if fault(made) is None else None


def _within(unit: Unit, edit: Edit) -> Edit | None:
    """The edit with positions of the unit's own text."""
    if unit.origins is None:
        return edit
    rows = {(origin.cell, origin.row): number for number, origin in enumerate(unit.origins, 1)}
    first = rows.get((edit.span.cell, edit.span.start.row))
    last = rows.get((edit.span.cell, edit.span.end.row))
    if first is None or last is None:
        return None
    before = prefix(unit, first) or ""
    start = Position(first, edit.span.start.column - unit.origins[first - 1].column)
    end = Position(last, edit.span.end.column - unit.origins[last - 1].column)
    return Edit(Span(start, end), edit.content.replace(f"\n{before}", "\n"))
