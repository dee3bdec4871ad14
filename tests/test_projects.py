"""Projects of several files: their labels are where they say, and what is clean stays silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradlint import lint_paths
from tests.support.project_scores import labels, projects, score

PROJECTS = projects()
NOT_YET = Path(__file__).parent / "projects" / "not_found_yet.txt"
"""Hazards that nobody finds so far, one per line with the reason."""


def not_yet() -> dict[str, str]:
    lines = NOT_YET.read_text(encoding="utf-8").splitlines()
    return dict(line.split("  ", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_every_label_is_marked_in_the_code(project: Path) -> None:
    marked = {
        (path.relative_to(project).as_posix(), row)
        for path in project.rglob("*.py")
        for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "# HAZARD" in line
    }
    assert {(each["file"], each["line"]) for each in labels(project).get("hazards", ())} == marked
    assert bool(marked) != bool(labels(project)["clean"])


def test_half_of_the_projects_are_clean() -> None:
    clean = sum(bool(labels(project)["clean"]) for project in PROJECTS)
    assert len(PROJECTS) > 40
    assert clean * 5 > len(PROJECTS) * 2


@pytest.mark.parametrize(
    "project", [each for each in PROJECTS if labels(each)["clean"]], ids=lambda project: project.name
)
def test_a_clean_project_is_silent(project: Path) -> None:
    results = list(lint_paths([str(project)]))
    assert results
    assert not [(result.path, each.code, each.span.start.row) for result in results for each in result.findings]


@pytest.mark.parametrize(
    "project", [each for each in PROJECTS if not labels(each)["clean"]], ids=lambda project: project.name
)
def test_a_hazard_is_reported_on_its_line_and_nothing_else_is(project: Path) -> None:
    made = score(project)
    known = {name for name in not_yet() if name.startswith(f"{project.name}/")}
    assert set(made.missed) == known, "a hazard that is found now leaves the list"
    assert not made.false


def test_no_hazard_is_excused_that_is_not_there() -> None:
    there = {f"{each.name}/{one['file']}:{one['line']}" for each in PROJECTS for one in labels(each).get("hazards", ())}
    assert not_yet().keys() <= there
