"""A fix in the making: changes to the text of a unit, and their way into the file."""

from __future__ import annotations

import re
from itertools import pairwise

from gradlint.core.model import Applicability, Edit, Fix
from gradlint.core.records import dataclass
from gradlint.rules.shared.text import Text
from gradlint.sources.unit import Unit

_BREAK = re.compile(r"\r\n?|\n")
_QUOTED = re.compile(r"[ \t>]*")


@dataclass(frozen=True, slots=True)
class Change:
    """Put `content` in place of the text between two offsets of the unit."""

    start: int
    end: int
    content: str


@dataclass(frozen=True, slots=True)
class Patch:
    message: str
    applicability: Applicability
    changes: tuple[Change, ...]


def as_fix(text: Text, patch: Patch) -> Fix | None:
    """The patch with positions of the file; None where the file does not hold what the unit shows."""
    changes = sorted(
        (each for each in dict.fromkeys(patch.changes) if each.content or each.start < each.end),
        key=lambda each: (each.start, each.end),
    )
    if not changes or any(one.end > other.start for one, other in pairwise(changes)):
        return None
    edits = [_edit(text, change) for change in changes]
    if any(edit is None for edit in edits):
        return None
    certain: Applicability = "unsafe" if _loses_comments(text, changes) else "safe"
    applicability = certain if patch.applicability == "safe" else patch.applicability
    return Fix(patch.message, applicability, tuple(edit for edit in edits if edit is not None))


def _loses_comments(text: Text, changes: list[Change]) -> bool:
    """A comment inside of what is rewritten is nowhere in the new text; whole lines go with theirs."""
    written = "".join(change.content for change in changes)
    return any(
        comment not in written
        for change in changes
        for comment in text.comments(change.start, change.end)
        if change.content or text.line_start(change.start) != change.start
    )


def _edit(text: Text, change: Change) -> Edit | None:
    change = _within_lines(text, change)
    start, end = text.point(change.start), text.point(change.end)
    if not all(_is_written(text.unit, row) for row in range(start[0], end[0] + 1)):
        return None
    span = text.unit.span(start, end)
    if text.unit.locate(*start)[1] != text.unit.locate(*end)[1]:
        return None  # from one cell into the next
    before = prefix(text.unit, start[0])
    if before is None or (end[1] > 0 and prefix(text.unit, end[0]) != before):
        return None
    content = _BREAK.sub(lambda found: found[0] + before, change.content) if before else change.content
    return Edit(span, content)


def _within_lines(text: Text, change: Change) -> Change:
    """A change of whole lines that ends where something else begins, such as the fence of a block.

    It gives the line break behind it for the one before it, or leaves it alone.
    """
    row, column = text.point(change.end)
    if text.unit.origins is None or column or row == 1 or _is_code(text.unit, row):
        return change
    last = change.end - _break_before(text.all, change.end)
    if change.content.endswith("\n") and change.start < change.end:
        return Change(change.start, last, change.content[:-1])
    if change.content.endswith("\n"):
        return Change(last, last, f"\n{change.content[:-1]}")
    if not change.content and change.start > 0:
        return Change(change.start - _break_before(text.all, change.start), last, "")
    return change


def _break_before(text: str, offset: int) -> int:
    """How long the line break is that ends just here."""
    return 2 if text[:offset].endswith("\r\n") else 1 if text[:offset].endswith(("\n", "\r")) else 0


def _is_code(unit: Unit, row: int) -> bool:
    """The line holds code: blank ones between blocks and cells do not."""
    if unit.origins is None or row > len(unit.origins):
        return False
    return bool(_BREAK.split(unit.text)[row - 1].strip()) and _is_written(unit, row)


def _is_written(unit: Unit, row: int) -> bool:
    """The line is in the file as the unit has it: no magic was masked, no prompt left out."""
    if not unit.source_lines or unit.origins is None or row > len(unit.origins):
        return True
    column = unit.origins[row - 1].column
    line = unit.text.split("\n")[row - 1] if "\r" not in unit.text else _BREAK.split(unit.text)[row - 1]
    return unit.source_lines[row - 1][column:] == line


def prefix(unit: Unit, row: int) -> str | None:
    """What stands before the code on a line of a document: indent or quote marks; None for a prompt."""
    if unit.origins is None or row > len(unit.origins):
        return ""
    column = unit.origins[row - 1].column
    found = unit.source_lines[row - 1][:column] if column else ""
    return found if _QUOTED.fullmatch(found) else None
