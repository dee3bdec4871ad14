"""Split text into lines exactly where Python, and the editor, begin a new one."""

from __future__ import annotations

import re

_BREAK = re.compile(r"\r\n?|\n")


def split_lines(text: str) -> list[str]:
    """The lines of `text` without their ends; text that ends with a break has an empty last line.

    `str.splitlines` also breaks at form feeds, U+2028 and others, where neither Python nor an
    editor starts a new line.
    """
    return text.split("\n") if "\r" not in text else _BREAK.split(text)


def position(text: str, index: int) -> tuple[int, int]:
    """The 1-based row and 0-based column of the character at `index`."""
    before = split_lines(text[:index])
    if text[:index].endswith("\r") and text[index : index + 1] == "\n":
        before = before[:-1]
    return len(before), len(before[-1])
