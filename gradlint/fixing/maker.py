"""Makes the fix of a finding.

A fix serves twice: as the remedy that `--fix` writes, and as the counterfactual against which a finding is
confirmed by running both. Nothing outside of its edits is touched, so formatting and comments stay.
"""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.outline import Outline
from gradlint.core.model import Fix
from gradlint.fixing.patchwork import Patchwork
from gradlint.rules import fixer
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.imports import Imports
from gradlint.rules.shared.locality import by_its_callers
from gradlint.rules.shared.patch import as_fix
from gradlint.rules.shared.text import Elsewhere, Text
from gradlint.sources.unit import Unit


class FixMaker:
    """Makes the fixes in one text, which is looked at once. What would have to change elsewhere has none."""

    def __init__(self, text: Text, program: Program) -> None:
        self._program = program
        self._text = text
        self._imports: Imports | None = None

    def fix(self, code: str, draft: Draft) -> Fix | None:
        make = fixer(code)
        if make is None or draft.about is None:
            return None
        if self._imports is None:
            self._imports = Imports(self._text.module)
        bench = Bench(draft, self._program, self._text, self._imports, fixer)
        try:
            made = make(bench)
            return as_fix(self._text, by_its_callers(bench, made)) if made is not None else None
        except Elsewhere:
            return None


class FixMakers:
    """A maker of fixes for each file in which something was found."""

    def __init__(self, unit: Unit, module: cst.Module, program: Program) -> None:
        self._program = program
        self._home = FixMaker(Text(unit, module), program)
        self._others: dict[str, FixMaker] = {}

    def at(self, file: Outline | None, unit: Unit) -> FixMaker:
        if file is None:
            return self._home
        if unit.path not in self._others:
            self._others[unit.path] = FixMaker(Patchwork(unit, file), self._program)
        return self._others[unit.path]
