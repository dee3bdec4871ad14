"""What can be shown where the output goes: how wide, in colour or not, which characters."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, TextIO

from gradlint.core.records import dataclass

ColourChoice = Literal["auto", "always", "never"]
Style = Literal["error", "warning", "info", "frame", "label", "strong", "help", "added", "removed", "plain"]

_CODES: Mapping[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "frame": "34",
    "label": "34",
    "strong": "1",
    "help": "1;32",
    "added": "32",
    "removed": "31",
    "plain": "",
}
_UNLIMITED = 140
"""The width of what is no terminal: enough for code, and a minified line does not flood a log."""
_USUAL = 80
_NARROWEST = 30
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")
_ZERO_WIDTH = ("Mn", "Me", "Cf")


@dataclass(frozen=True, slots=True)
class Screen:
    width: int = _UNLIMITED
    colour: bool = False
    encoding: str = "utf-8"
    verbose: bool = False
    """Whether to tell also what led to nothing."""
    command: str = ""
    """What was typed, for reports that are read later and elsewhere."""

    def paint(self, text: str, style: Style) -> str:
        if not self.colour or not text or style == "plain":
            return text
        return f"\033[{_CODES[style]}m{text}\033[0m"

    def clean(self, text: str) -> str:
        """The text with a mark for what could steer a terminal or cannot be shown there.

        Names and lines come from files we know nothing about.
        """
        if text.isascii() and text.isprintable():
            return text
        return "".join(self._shown(character) for character in text)

    def columns(self, character: str) -> int:
        """How many columns a clean character takes."""
        if character.isascii():
            return 1
        import unicodedata

        if unicodedata.east_asian_width(character) in "WF":
            return 2
        return 0 if unicodedata.category(character) in _ZERO_WIDTH else 1

    @property
    def ellipsis(self) -> str:
        return "\u2026" if self._can_encode("\u2026") else "..."

    def _shown(self, character: str) -> str:
        if character.isascii() and character.isprintable():
            return character
        import unicodedata

        if character in _BIDI or unicodedata.category(character) in _UNSHOWN:
            return "\ufffd" if self._can_encode("\ufffd") else "?"
        return character if self._can_encode(character) else "?"

    def _can_encode(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def harmless(text: str) -> str:
    """Lines for standard error, with a mark for what could steer a terminal: they name files and quote others."""
    return "\n".join(map(Screen().clean, text.split("\n")))


def screen_for(stream: TextIO, colour: ColourChoice = "auto") -> Screen:
    """The screen that a stream writes to.

    As usual: FORCE_COLOR beats NO_COLOR, both only count if they are not empty, and an option beats both.
    """
    terminal = stream.isatty()
    width = _terminal_width(stream) if terminal else _UNLIMITED
    return Screen(max(width, _NARROWEST), _wants_colour(terminal, colour), stream.encoding or "ascii")


def _terminal_width(stream: TextIO) -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except (OSError, ValueError):
        return _USUAL


def _wants_colour(terminal: bool, choice: ColourChoice) -> bool:
    if choice != "auto":
        return choice == "always"
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return terminal
