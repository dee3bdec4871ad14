"""The sources of a finding that enter in other files than the one that is executed: what holds them there.

A class of that file holds `self.scale`, or the file itself holds `encoder`. A model of another file may have an
attribute of the same name: the class and the file tell the two apart.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from functools import lru_cache

from gradlint.core.model import Finding, Label
from gradlint.sources.unit import Unit

_SOURCE = re.compile(r"(?:at|for) `(\w+)`|`(self(?:\.\w+)+)`")


def away_of(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """For each source its name, the class that has it (empty if the file does) and the file."""
    for label in finding.labels:
        if label.role == "enters" and label.path is not None:
            file = os.path.realpath(label.path)
            owner, bound = _at(file, label.span.start.row, _changed(file))
            yield label.name or source_of(label) or bound, owner, file


def named_in(finding: Finding, unit: Unit) -> Iterator[str]:
    """What the sources of the executed file are called: by the flow, or as one of several that a line binds."""
    for label in finding.labels:
        if label.role == "enters" and label.name:
            yield label.name
        elif label.role == "enters" and label.path is None:
            place = unit.place(label.span)
            yield from () if place is None else _one_of_several(unit.text, place)


def _one_of_several(text: str, place: tuple[int, int, int, int]) -> Iterator[str]:
    """`disc`, for the second value of `gen, disc = Gen(), Disc()`."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not node.lineno <= place[0] <= (node.end_lineno or 0):
            continue
        target, value = node.targets[0], node.value
        if (
            isinstance(target, ast.Tuple)
            and isinstance(value, ast.Tuple)
            and len(target.elts) == len(value.elts)
        ):
            for name, given in zip(target.elts, value.elts, strict=True):
                begins, ends = (
                    (given.lineno, given.col_offset),
                    (given.end_lineno or 0, given.end_col_offset or 0),
                )
                if begins <= place[:2] and place[2:] <= ends:
                    yield ast.unparse(name)


def source_of(label: Label) -> str:
    """What the finding calls the source, or the layer that holds it: `w`, `self.scale`; empty if only by its kind."""
    found = _SOURCE.search(label.message)
    return "" if found is None else found[1] or found[2]


def _changed(file: str) -> int:
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=256)
def _at(file: str, row: int, changed: int) -> tuple[str, str]:
    """The innermost class around a row, and what the statement there binds."""
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            tree = ast.parse(opened.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return "", ""
    owner = bound = ""
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or not node.lineno <= row <= (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.ClassDef):
            owner = node.name  # what is walked later lies deeper
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            bound = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
    return owner, bound
