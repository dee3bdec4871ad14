"""From which file a finding is executed: from the one that asks for the gradient, if that is another one.

The guilty line may stand in a module that does nothing by itself. The program that calls it shows what happens. What it
calls the sources of the gradient is told as well: a class of another file holds `self.scale`, or that file itself holds
`encoder`, and the class and the file tell such a source from others of the same name.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from gradlint.core.files import read_plain
from gradlint.core.model import Finding, Label
from gradlint.core.records import replace
from gradlint.sources.unit import Unit

_SOURCE = re.compile(r"(?:at|for) `(\w+)`|`(self(?:\.\w+)+)`")


def standpoint(finding: Finding, unit: Unit, others: Iterable[Unit]) -> tuple[Finding, Unit]:
    """The finding as its caller sees it, and the unit to execute.

    There the call stands for the guilty line. What the fix changes is in another file: there is none to compare with.
    The name of the source is kept wherever the gradient enters: no other source proves the finding.
    """
    path = _caller(finding, unit)
    known = {os.path.abspath(each.path): each for each in others}
    outer = known.get(os.path.abspath(path)) if path is not None else None
    if path is None or outer is None:
        return finding, unit
    labels = [label for label in finding.labels if label.path == path]
    called = [label for label in labels if label.role == "note"] or labels
    kept = tuple(replace(label, path=None) for label in labels if label.role != "note")
    entered = tuple(
        replace(label, path=label.path or unit.path, name=source_of(label))
        for label in finding.labels
        if label.role == "enters" and label.path != path
    )
    return replace(finding, path=path, span=called[0].span, labels=(*kept, *entered), fix=None), outer


def _caller(finding: Finding, unit: Unit) -> str | None:
    """The file that asks for the gradient; or the one that calls, unless the guilty one starts by itself."""
    if any(label.role == "asked" and label.path is None for label in finding.labels):
        return None
    starts = "__main__" in unit.text
    return _first(finding.labels, "asked") or (None if starts else _first(finding.labels, "note"))


def _first(labels: Iterable[Label], role: str) -> str | None:
    return next((label.path for label in labels if label.role == role and label.path is not None), None)


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
        tree = ast.parse(read_plain(file).decode("utf-8", "replace"))
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
