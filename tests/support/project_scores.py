"""How many of the labelled hazards of several-file projects are reported on their line, and what else is.

    python -m tests.support.project_scores [-v] [FOLDER ...]

counts for each folder of projects (tests/projects without one): recall, the share of hazards that are reported on a
line that their label accepts, and precision, the share of reports that stand on such a line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gradlint import lint_paths

ROOT = Path(__file__).parent.parent / "projects"
Line = tuple[str, int]


@dataclass
class Score:
    """What one project, or many of them together, shows."""

    found: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    reports: int = 0

    def add(self, other: Score) -> None:
        self.found += other.found
        self.missed += other.missed
        self.false += other.false
        self.reports += other.reports

    @property
    def recall(self) -> float:
        labelled = len(self.found) + len(self.missed)
        return len(self.found) / labelled if labelled else 1.0

    @property
    def precision(self) -> float:
        return 1 - len(self.false) / self.reports if self.reports else 1.0


def projects(root: Path = ROOT) -> list[Path]:
    return sorted(path.parent for path in root.glob("*/project.json"))


def labels(project: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project / "project.json").read_text(encoding="utf-8"))
    return found


def reported(project: Path) -> set[tuple[str, int, str]]:
    """File, line and code of whatever is reported in a project."""
    return {
        (Path(each.path).resolve().relative_to(project.resolve()).as_posix(), each.span.start.row, each.code)
        for result in lint_paths([str(project)])
        for each in result.findings
    }


def accepted(hazard: dict[str, Any]) -> set[Line]:
    """The lines on which a report of this hazard is right."""
    return {(each["file"], each["line"]) for each in (hazard, *hazard.get("also_accept", ()))}


def score(project: Path) -> Score:
    made = Score()
    reports = reported(project)
    right: set[Line] = set()
    for hazard in labels(project).get("hazards", ()):
        lines = accepted(hazard)
        right |= lines
        name = f"{project.name}/{hazard['file']}:{hazard['line']}"
        hit = any((file, row) in lines and code in hazard["codes"] for file, row, code in reports)
        (made.found if hit else made.missed).append(name)
    made.reports = len(reports)
    made.false = [
        f"{project.name}/{f}:{row} {code}" for f, row, code in sorted(reports) if (f, row) not in right
    ]
    return made


def total(folder: Path) -> Score:
    made = Score()
    for project in projects(folder):
        made.add(score(project))
    return made


def _told(folder: Path, verbose: bool) -> Iterator[str]:
    made = total(folder)
    labelled = len(made.found) + len(made.missed)
    recall = f"recall {len(made.found)}/{labelled} = {made.recall:.2f}"
    yield f"{folder}: {recall}, precision {made.precision:.2f} of {made.reports}"
    if verbose:
        yield from (f"  missed {name}" for name in made.missed)
        yield from (f"  false {name}" for name in made.false)


def main(arguments: Iterable[str]) -> int:
    given = list(arguments)
    folders = [Path(each) for each in given if each != "-v"] or [ROOT]
    for folder in folders:
        print("\n".join(_told(folder, "-v" in given)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
