"""From findings to the plan that the watched process is given."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gradlint.confirm.expectation import predicted
from gradlint.core.model import Finding, Role
from gradlint.core.result import Result
from gradlint.sources.unit import Unit

_COMPILERS = re.compile(
    r"torch\.(compile|export|_dynamo)\b|torch_compile|\bfullgraph\b|dynamo|from torch import [^\n]*\bcompile\b"
)
"""Programs whose functions torch compiles: a probe would break up what it compiles."""
_NUMBA = re.compile(r"^\s*(import|from) numba\b", re.MULTILINE)

Numbered = dict[int, tuple[int, int]]
"""The result and the position in it, for each finding by its number."""


class Planned:
    """What is watched, and what of it cannot be."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.numbered: Numbered = {}
        self.unwatched: dict[int, str] = {}
        """Why the lines of a finding are not watched, by its number."""
        self.files: list[dict[str, Any]] = []
        compiles = any(one.unit is not None and _COMPILERS.search(one.unit.text) for one in results)
        for place, result in enumerate(results):
            if result.unit is not None and result.findings:
                self._file(place, result, result.unit, compiles)

    def _file(self, place: int, result: Result, unit: Unit, compiles: bool) -> None:
        watched = []
        for position, finding in enumerate(result.findings):
            number = len(self.numbered)
            self.numbered[number] = (place, position)
            reason = _not_watched(finding, unit, compiles)
            if reason:
                self.unwatched[number] = reason
            elif (one := _watched(finding, unit, number)) is not None:
                watched.append(one)
        if watched:
            self.files.append({"path": os.path.realpath(unit.path), "text": unit.text, "findings": watched})

    def as_json(self, facts: str, roots: Iterable[str], follow: bool, record: bool = False) -> dict[str, Any]:
        return {
            "facts": facts,
            "roots": list(roots),
            "files": self.files,
            "follow": follow,
            "record": record,
        }


def _not_watched(finding: Finding, unit: Unit, compiles: bool) -> str:
    if finding.framework is None:
        return "nothing to run: the file cannot be parsed as it is"
    if compiles and finding.framework == "torch":
        return "not watched: the program uses torch.compile, and watching this line would change what it compiles"
    if _NUMBA.search(unit.text):
        return "not watched: the file uses numba, which compiles functions as they are"
    return ""


def _watched(finding: Finding, unit: Unit, number: int) -> dict[str, Any] | None:
    cut = unit.place(finding.span)
    if cut is None:
        return None
    return {
        "number": number,
        "framework": finding.framework,
        "shows": predicted(finding.code).shows,
        "cut": list(cut),
        "enters": list(_places(finding, unit, "enters")),
        "asked": list(_places(finding, unit, "asked")),
        "notes": list(_places(finding, unit, "note")),
    }


def _places(finding: Finding, unit: Unit, role: Role) -> Iterator[list[int]]:
    for label in finding.labels:
        place = unit.place(label.span) if label.role == role else None
        if place is not None:
            yield list(place)
