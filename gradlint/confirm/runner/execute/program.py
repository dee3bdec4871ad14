"""A program to execute and the places in it that a finding speaks of."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .expectation import Predicted, predicted_of
from .held_away import Away
from .launch import SCRIPT, Launch

SCAFFOLD = 1_000_000
"""Rows from here on are ours, not the user's."""

Place = tuple[int, int, int, int]
"""Row, column, end row, end column: rows from 1, columns from 0, the end exclusive."""


@dataclass(frozen=True)
class Program:
    """Python to execute; whatever is executed, its line numbers are those of `text`."""

    text: str
    """What the user wrote: tracebacks and `inspect.getsource` show it."""
    filename: str
    tree: ast.Module | None = None
    """Executed instead of the text: a slice of it, or the text with scaffolding around it."""
    tolerant: bool = False
    """A document or notebook: what one statement raises does not stop those after it."""
    launch: Launch = SCRIPT
    """How the user would start it."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """What is imported in place of files of the project, by their paths: texts with a fix."""

    def parsed(self) -> ast.Module:
        """A fresh tree, free to be rewritten."""
        if self.tree is None:
            return ast.parse(self.text, self.filename)
        copied: ast.Module = _copied(self.tree)
        return copied


def _copied(part: Any) -> Any:
    """A tree like this one. `copy.deepcopy` would take ten times as long, which is felt in every job."""
    if isinstance(part, list):
        return [_copied(each) for each in part]
    if not isinstance(part, ast.AST):
        return part
    made = type(part).__new__(type(part))
    made.__dict__.update({name: _copied(value) for name, value in vars(part).items()})
    return made


@dataclass(frozen=True)
class Focus:
    """The finding that a run is about: what its rule predicts, and where its story takes place."""

    predicted: Predicted
    cut: tuple[Place, ...]
    enters: tuple[Place, ...] = ()
    asked: tuple[Place, ...] = ()
    names: tuple[str, ...] = ()
    """What the flow calls the source: `w`, `self.scale`."""
    inside: tuple[str, ...] = ()
    """The names that the flagged expression reads."""
    away: tuple[Away, ...] = ()
    """The sources that enter in other files than the one that is executed."""

    @property
    def has_source(self) -> bool:
        """Whether the finding says where the gradient enters."""
        return bool(self.enters or self.away)

    def is_cut(self, row: int) -> bool:
        return any(first <= row <= last for first, _, last, _ in self.cut)

    def is_asked(self, row: int) -> bool:
        return any(first <= row <= last for first, _, last, _ in self.asked)

    def is_entered(self, row: int) -> bool:
        return any(first <= row <= last for first, _, last, _ in self.enters)


def focus_of(job: Mapping[str, Any]) -> Focus:
    """The finding that a job is about."""

    def places(key: str) -> tuple[Place, ...]:
        return tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in job[key])

    predicted = predicted_of(job["predicted"])
    names, away = tuple(job["names"]), tuple((str(a), str(b), str(c)) for a, b, c in job.get("away", ()))
    return Focus(predicted, places("cut"), places("enters"), places("asked"), names, away=away)
