"""A comment for linters, and the same comment without the names that nobody needs any more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradlint.core.model import Edit
from gradlint.core.records import dataclass
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Unit

_NAME = re.compile(r"[^\s,\[\]]+")
_LIST = re.compile(r"(?<=\[)[^]]*(?=\])|(?<=:)\s*[A-Za-z]+\d+(?:[\s,]+[A-Za-z]+\d+)*")


@dataclass(frozen=True, slots=True)
class Directive:
    """What one `# gradlint: ...` or `# noqa: ...` says, inside of a comment that may say more."""

    comment: str
    row: int
    column: int
    """Where the comment begins."""
    alone: bool
    """Nothing but the comment stands on its line."""
    span: tuple[int, int]
    """The stretch of the comment that it takes up, without the reason behind it."""


def without_names(directive: Directive, names: Sequence[tuple[int, int]], unit: Unit) -> Edit:
    """Some names less. The last of them takes the directive along, with the reason that was given for it."""
    start, end = directive.span
    listed = _LIST.search(directive.comment, start, end)
    kept: list[str] = []
    if listed is not None and names:
        found = _NAME.finditer(directive.comment, *listed.span())
        kept = [each[0] for each in found if not any(first <= each.start() < last for first, last in names)]
    if listed is None or not kept:
        return _removed(directive, unit)
    before = len(listed[0]) - len(listed[0].lstrip())
    return _edit(directive, (listed.start() + before, listed.end()), ", ".join(kept), unit)


def _removed(directive: Directive, unit: Unit) -> Edit:
    """The directive is gone, and the whole comment or line if there is nothing else in it."""
    start = directive.span[0]
    following = directive.comment.find("#", directive.span[1])
    end = following if following >= 0 else len(directive.comment)
    if start == 0 and following < 0 and directive.alone and unit.origins is None:
        return Edit(unit.span((directive.row, 0), (directive.row + 1, 0)), "")
    if following >= 0:
        return _edit(directive, (start, end), "", unit)
    line = split_lines(unit.text)[directive.row - 1]
    rest = line[: directive.column + start]
    gap = len(rest) - len(rest.rstrip())
    return _edit(directive, (start - gap, end), "", unit)


def _edit(directive: Directive, within: tuple[int, int], content: str, unit: Unit) -> Edit:
    first, last = (directive.column + each for each in within)
    return Edit(unit.span((directive.row, first), (directive.row, last)), content)
