"""The fix of a finding as a difference, under its story."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Applicability, Fix
from gradlint.report.replacement import replacement
from gradlint.report.screen import Screen, Style
from gradlint.report.snippet import plain
from gradlint.sources.excerpt import Lines

_MADE_BY: dict[Applicability, str] = {
    "safe": "--fix makes it",
    "unsafe": "--fix --unsafe-fixes makes it",
    "display": "a sketch, never made by --fix",
}
_STYLES: dict[str, Style] = {"-": "removed", "+": "added"}


def lines_of(fix: Fix, lines: Lines | None, margin: str, screen: Screen) -> Iterator[str]:
    """What the fix does, who makes it, and the lines before and after."""
    lead = f"{margin} {screen.paint('=', 'frame')} {screen.paint('fix:', 'help')} "
    yield f"{lead}{screen.clean(fix.message)} ({_MADE_BY[fix.applicability]})"
    made = replacement(fix, lines) if lines is not None else None
    if made is None:
        return
    import difflib

    difference = difflib.unified_diff(made.before, made.after, n=1, lineterm="")
    for number, line in enumerate(difference):
        if number < 2:
            continue  # names of files
        if line.startswith("@@"):
            if number > 2:
                yield f"{margin}     {screen.paint('...', 'frame')}"
            continue
        style = _STYLES.get(line[:1], "plain")
        shown = f"{line[:1]} {plain(line[1:], screen.width - len(margin) - 8, screen)}".rstrip()
        yield f"{margin}     {screen.paint(shown, style)}"
