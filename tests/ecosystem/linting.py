"""Lints a folder as `gradlint check` would, in several processes, and counts what it took."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from gradlint.core import catalog
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.sources.discover import discover
from gradlint.sources.excerpt import Lines
from tests.ecosystem.expectation import Seen

CHUNK = 25
"""Files that one process lints in a row: enough to share the modules that they import."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding and the place that a reader has to open."""

    seen: Seen
    row: int
    message: str
    story: tuple[str, ...]
    """Where the gradient enters, is cut and is asked for."""


@dataclass(frozen=True, slots=True)
class Linted:
    """What came out of some files of a project."""

    files: int = 0
    lines: int = 0
    seconds: float = 0.0
    """CPU time."""
    findings: tuple[Located, ...] = ()
    crashes: tuple[str, ...] = ()


def lint(folder: Path, pool: Executor) -> Linted:
    """All that is found below a folder, in the order of its files."""
    files = list(discover([str(folder)], _configuration().settings_in(str(folder)).discovery))
    chunks = [files[start : start + CHUNK] for start in range(0, len(files), CHUNK)]
    return _together(list(pool.map(_lint_files, [str(folder)] * len(chunks), chunks)))


def _configuration() -> Configuration:
    """The defaults, whatever configuration or git repository surrounds the cache."""
    return Configuration(catalog.headings(), {"respect-gitignore": False}, isolated=True)


def _lint_files(folder: str, files: Sequence[str]) -> Linted:
    began = time.process_time()
    engine = Engine(_configuration(), catalog.headings())
    findings: list[Located] = []
    crashes: list[str] = []
    for result in engine.lint(files):
        path = os.path.relpath(result.path, folder).replace(os.sep, "/")
        findings += _located(result, path)
        if result.failure is not None:
            crashes.append(f"{path}: {result.failure}")
    seconds = time.process_time() - began
    return Linted(len(files), sum(map(_lines_of, files)), seconds, tuple(findings), tuple(crashes))


def _located(result: Result, path: str) -> list[Located]:
    lines = None if result.unit is None else Lines(result.unit)
    found = []
    for finding in result.findings:
        row = finding.span.start.row
        line = (lines.at(finding.span.cell, row) if lines is not None else None) or ""
        story = tuple(f"{label.role} {label.span.start.row}: {label.message}" for label in finding.labels)
        found.append(Located(Seen(path, finding.code, line.strip()), row, finding.message, story))
    return found


def _lines_of(file: str) -> int:
    return Path(file).read_bytes().count(b"\n")


def _together(parts: Iterable[Linted]) -> Linted:
    total = Linted()
    for part in parts:
        total = Linted(
            total.files + part.files,
            total.lines + part.lines,
            total.seconds + part.seconds,
            total.findings + part.findings,
            total.crashes + part.crashes,
        )
    return total
