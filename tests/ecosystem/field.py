"""Repositories that nobody here had linted: research code, homework, tutorials, with the label of every finding.

    python -m tests.ecosystem.field --checkouts DIR    # folders owner+name, each at the commit of the list

`field.toml` holds names, commits and labels, never a line of their code: at a fixed commit a finding is known by its
path, rule, cell and row. A `look` is what was found before anything was changed because of it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomllib

from gradlint.core import catalog
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.sources.discover import discover

LIST = Path(__file__).parent / "field.toml"
LABELS = {
    "true": "what the message says happens when the line runs",
    "harmless": "it happens, and nothing depends on it there",
    "version": "it happens with today's versions, and not with those that the code was written for",
    "debatable": "it happens, and may well be meant",
    "false": "it does not happen",
}
PER_LINES = 100_000


@dataclass(frozen=True, slots=True)
class Labelled:
    path: str
    code: str
    cell: int
    row: int
    severity: str
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Repository:
    name: str
    commit: str
    look: int
    lines: int
    findings: tuple[Labelled, ...]


def repositories(file: Path = LIST) -> tuple[Repository, ...]:
    with file.open("rb") as opened:
        entries = tomllib.load(opened)["repository"]
    return tuple(
        Repository(
            each["name"],
            each["commit"],
            each["look"],
            each["lines"],
            tuple(Labelled(**one) for one in each.get("finding", [])),
        )
        for each in entries
    )


def table(look: int, listed: Sequence[Repository]) -> Iterator[str]:
    """The labels of one look: of all findings, and of those that were called errors."""
    chosen = [each for each in listed if each.look == look]
    found = [one for each in chosen for one in each.findings if one.code != "GL900"]
    lines = sum(each.lines for each in chosen)
    labels = Counter(one.label for one in found)
    errors = Counter(one.label for one in found if one.severity == "error")
    yield f"look {look}: {len(chosen)} repositories, {lines} lines, {len(found)} findings"
    yield "  " + ", ".join(f"{labels[label]} {label}" for label in LABELS)
    yield "  errors: " + ", ".join(f"{errors[label]} {label}" for label in LABELS)
    yield f"  false alarms per {PER_LINES:,} lines: {PER_LINES * labels['false'] / lines:.2f}"


def changes(checkouts: Path, repository: Repository) -> Iterator[str]:
    """What is found today and has no label, and which false alarms are still there."""
    folder = checkouts / repository.name.replace("/", "+")
    configuration = Configuration(catalog.headings(), {"respect-gitignore": False}, isolated=True)
    files = list(discover([str(folder)], configuration.settings_in(str(folder)).discovery))
    known = {(one.path, one.code, one.cell, one.row): one.label for one in repository.findings}
    for result in Engine(configuration, catalog.headings()).lint(files):
        path = Path(result.path).relative_to(folder).as_posix()
        for finding in result.findings:
            key = path, finding.code, finding.span.cell or 0, finding.span.start.row
            if known.get(key, "new") in ("new", "false"):
                yield f"{known.get(key, 'new')}: {repository.name} {path}:{key[3]} {key[1]} {finding.message}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser("python -m tests.ecosystem.field", description=__doc__)
    parser.add_argument("--checkouts", type=Path, help="folder with the repositories as owner+name")
    parsed = parser.parse_args(arguments)
    listed = repositories()
    for look in sorted({each.look for each in listed}):
        print(*table(look, listed), sep="\n")
    for each in listed if parsed.checkouts else ():
        print(*changes(parsed.checkouts, each), sep="\n", end="", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
