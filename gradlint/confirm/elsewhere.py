"""Fixes in other files of the project: a program is executed with those of its modules put right that are in the way.

A finding may be executed from the file that calls the guilty line. What its fix changes is another file then, which the
program imports; so it is with what else was found there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gradlint.core.model import Finding, Fix
from gradlint.sources.unit import Unit

MOST_FILES = 20

Texts = dict[str, str]
"""What is imported in place of a file, by its path."""


@dataclass(frozen=True)
class Elsewhere:
    """What was found in other files than the one that is executed."""

    own: tuple[Finding, Unit] | None = None
    """The finding itself with its unit, if it stands in another one."""
    others: tuple[tuple[Finding, Unit], ...] = ()

    def fixed(self) -> Texts:
        """The guilty file with the fix of the finding."""
        return {} if self.own is None else _texts([self.own])

    def put_right(self) -> tuple[Texts, Texts]:
        """All files with the fixes of what else was found there, without and with that of the finding itself."""
        own = [] if self.own is None else [self.own]
        return _texts(self.others), _texts([*own, *self.others])

    def listed(self) -> Iterator[dict[str, Any]]:
        for finding, unit in self.others:
            if finding.fix is not None:
                file, row = os.path.basename(unit.path), finding.span.start.row
                yield {"code": finding.code, "rows": [row], "file": file, "path": os.path.realpath(unit.path)}


def _texts(findings: Sequence[tuple[Finding, Unit]]) -> Texts:
    """Each file with the fixes that can be made together, those of the first findings before the others."""
    from gradlint.fixing.apply import fixed_unit
    from gradlint.fixing.edits import choose

    by_path: dict[str, tuple[Unit, list[Fix]]] = {}
    for finding, unit in findings:
        if finding.fix is not None:
            by_path.setdefault(os.path.abspath(unit.path), (unit, []))[1].append(finding.fix)
    made: Texts = {}
    for path, (unit, fixes) in list(by_path.items())[:MOST_FILES]:
        edits = tuple(dict.fromkeys(edit for fix in choose(fixes).taken for edit in fix.edits))
        text = fixed_unit(unit, Fix("", "unsafe", edits))
        if text is not None and unit.kind == "python":
            made[path] = text
    return made
