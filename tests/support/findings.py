"""A finding on the line of a text that says so, as the linter would hand it on to runtime mode."""

from __future__ import annotations

import os
import textwrap
from typing import Any

from gradlint.confirm.expectation import expectation_of
from gradlint.confirm.options import Options
from gradlint.confirm.plan import surroundings
from gradlint.sources.read import from_text

SECONDS = 40.0
"""Generous: the tests share their machine with others."""


def job_for(
    text: str,
    code: str,
    framework: str = "torch",
    fixed: str | None = None,
    path: str = "model.py",
    seconds: float = SECONDS,
) -> dict[str, Any]:
    """The flagged line ends with `# here`, the source of the gradient, if it is known, with `# source`."""
    text = textwrap.dedent(text).lstrip("\n")
    lines = text.splitlines()

    def places(mark: str) -> list[list[int]]:
        return [[row, 0, row, len(line)] for row, line in enumerate(lines, 1) if line.endswith(mark)]

    unit = from_text(text.encode(), os.path.abspath(path), {})
    return {
        "id": "one",
        "task": "confirm",
        "framework": framework,
        "predicted": expectation_of(code),
        "fixed": None if fixed is None else textwrap.dedent(fixed).lstrip("\n"),
        "cut": places("# here"),
        "enters": places("# source"),
        "asked": [],
        "names": [],
        **surroundings(unit, Options(seconds=seconds, memory_mb=4096)),
    }
