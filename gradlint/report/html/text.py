"""Text on its way into HTML: all of it is escaped, for names, code and messages come from anywhere."""

from __future__ import annotations

import re
from html import escape

from gradlint.report.screen import Screen

_SCREEN = Screen()
_QUOTED = re.compile(r"`([^`\n]+)`")


def safe(text: str) -> str:
    """One line of text, in ASCII so that it is right whatever the encoding of the output.

    What could turn the direction of writing around, or is no character at all, becomes a mark.
    """
    shown = "\t".join(_SCREEN.clean(part) for part in text.split("\t"))
    return escape(shown).encode("ascii", "xmlcharrefreplace").decode("ascii")


def lines(text: str) -> str:
    """Several lines of text, for where line breaks are kept."""
    return "\n".join(safe(line) for line in text.splitlines())


def worded(text: str) -> str:
    """A sentence in which code stands in backquotes."""
    return _QUOTED.sub(r"<code>\1</code>", lines(text))


def prose(text: str) -> str:
    """The Markdown of our own rules; HTML in it would be shown as text."""
    from markdown_it import MarkdownIt

    made: str = MarkdownIt("commonmark", {"html": False}).render(text)
    return made.encode("ascii", "xmlcharrefreplace").decode("ascii")
