"""One text and the piece of it that is put to the test."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .extract import NAME as EXTRACTED
from .needs import top_level
from .target import Target, holds


@dataclass(frozen=True)
class Setting:
    """One text (as written or fixed) and what of it is put to the test."""

    text: str
    tree: ast.Module
    target: Target
    framework: str
    package: str
    """The dotted name of the package the file lies in, for its relative imports."""
    roots: tuple[str, ...]

    rows: frozenset[int] = frozenset()
    """Where the finding and its labels stand, for what lives at the level of the module."""

    @property
    def subject(self) -> ast.stmt | None:
        """The statement of the module that holds the target, if that is a function."""
        if self.target.function is None:
            return None
        if self.target.path == (EXTRACTED,):
            return self.target.function
        row = self.target.function.lineno
        return next((node for node in top_level(self.tree) if holds(node, row)), self.target.function)
