"""Say where a text stops being Python, whatever Python gradlint itself runs on."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from gradlint.sources.lines import position

_BRACKET = re.compile(r"[][(){}]")
_LINE_NUMBER = re.compile(r" (?:\(detected at line \d+\)|on line \d+)")
"""Python counts from the start of the piece it was given, which tells the user nothing."""
_MOST_NESTED = 200
"""CPython refuses more; libcst overflows the C stack at a few thousand, which no `except` catches."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first place that does not parse: a 1-based row and a 0-based column."""

    row: int
    column: int
    message: str


def fault(text: str) -> Fault | None:
    """Why `text` is no Python program; None if it is one.

    `ast` is ten times faster than libcst, but knows the grammar of the running interpreter only:
    where it refuses, libcst has the last word, so that a file in a newer Python is not called broken.
    """
    if "\0" in text:
        return Fault(*position(text, text.index("\0")), "NUL byte")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        found = _located(error, text)
    except UnicodeEncodeError as error:
        return Fault(*position(text, error.start), "lone surrogate")
    except (RecursionError, MemoryError):
        return Fault(1, 0, "nested too deeply")
    else:
        return None
    return None if _newer_python(text) else found


def _located(error: SyntaxError, text: str) -> Fault:
    row = min(max(error.lineno or 1, 1), position(text, len(text))[0])
    return Fault(row, max((error.offset or 1) - 1, 0), _LINE_NUMBER.sub("", error.msg))


def _newer_python(text: str) -> bool:
    # libcst overlooks a byte order mark in front, which ends where the text is put after another one.
    if _too_nested(text) or text.startswith("\ufeff"):
        return False
    import libcst

    try:
        libcst.parse_module(text)
    except (libcst.ParserSyntaxError, RecursionError):
        return False
    return True


def _too_nested(text: str) -> bool:
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += 1 if match[0] in "([{" else -1
        if depth > _MOST_NESTED:
            return True
    return text.count("lambda") > _MOST_NESTED
