"""Whether somebody imports a file who was not linted: only then all that its comments hide has been seen."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator

from gradlint.core.files import read_plain

_MOST_FILES = 2_000
"""Of more files nobody looks: it stays open who imports what."""


def has_unseen_importer(path: str, linted: Container[str]) -> bool:
    """Whether a Python file near this one, which is not among those that were linted, may import it."""
    absolute = os.path.abspath(path)
    folder, name = os.path.split(absolute)
    stem = os.path.basename(folder) if name == "__init__.py" else os.path.splitext(name)[0]
    named = re.compile(
        rb"^[ \t]*(?:from|import)\b[^\n]*\b" + re.escape(os.fsencode(stem)) + rb"\b", re.MULTILINE
    )
    for number, file in enumerate(_python_files(_top(folder))):
        if number >= _MOST_FILES:
            return True
        if file != absolute and file not in linted and _mentions(file, named):
            return True
    return False


def _top(folder: str) -> str:
    """The folder above the outermost package."""
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder = os.path.dirname(folder)
    return folder


def _python_files(top: str) -> Iterator[str]:
    for folder, inner, names in os.walk(top):
        inner[:] = [each for each in inner if not each.startswith((".", "__")) and each != "site-packages"]
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


def _mentions(file: str, named: re.Pattern[bytes]) -> bool:
    try:
        return named.search(read_plain(file)) is not None
    except OSError:
        return False
