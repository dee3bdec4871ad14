"""Fixes: one function per rule that turns a finding into edits of its text.

A fix serves twice: as the remedy that `--fix` writes, and as the counterfactual against which a finding is
confirmed by running both. Nothing outside of its edits is touched, so formatting and comments stay.
"""

from __future__ import annotations

import libcst as cst

from gradlint.detect.draft import Draft, Program

# Each of these registers its fixes when it is imported.
from gradlint.fixes import (  # noqa: F401
    activations,
    autograd_functions,
    copies,
    differences,
    entry,
    escapes,
    handwritten,
    host,
    inplace,
    leaf_writes,
    leaves,
    numerics,
    overwrites,
    ownership,
    scope,
    smooth,
    sources,
    stopped,
    tracers,
    training,
    transforms,
    updates,
)
from gradlint.fixes.bench import FIXES, Bench
from gradlint.fixes.imports import Imports
from gradlint.fixes.patch import as_fix
from gradlint.fixes.text import Text
from gradlint.model import Fix
from gradlint.sources.unit import Unit


class Workshop:
    """Makes the fixes for one unit; text and imports are looked at once."""

    def __init__(self, unit: Unit, module: cst.Module, program: Program) -> None:
        self._program = program
        self._text = Text(unit, module)
        self._imports: Imports | None = None

    def fix(self, code: str, draft: Draft) -> Fix | None:
        fixer = FIXES.get(code)
        if fixer is None or draft.about is None:
            return None
        if self._imports is None:
            self._imports = Imports(self._text.module)
        made = fixer(Bench(draft, self._program, self._text, self._imports))
        return as_fix(self._text, made) if made is not None else None


__all__ = ["FIXES", "Workshop"]
