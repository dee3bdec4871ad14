"""Projects of several files: their labels are where they say, and what is clean stays silent."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from gradlint import lint_paths
from tests.support.project_scores import accepted, labels, projects, reported, score

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
    assert not [
        (result.path, each.code, each.span.start.row) for result in results for each in result.findings
    ]


@pytest.mark.parametrize(
    "project", [each for each in PROJECTS if not labels(each)["clean"]], ids=lambda project: project.name
)
def test_a_hazard_is_reported_on_its_line_and_nothing_else_is(project: Path) -> None:
    made = score(project)
    known = {name for name in not_yet() if name.startswith(f"{project.name}/")}
    assert set(made.missed) == known, "a hazard that is found now leaves the list"
    assert not made.false


def test_no_hazard_is_excused_that_is_not_there() -> None:
    there = {
        f"{each.name}/{one['file']}:{one['line']}"
        for each in PROJECTS
        for one in labels(each).get("hazards", ())
    }
    assert not_yet().keys() <= there


def _fixed(project: Path, made: Path, hazards: list[dict[str, Any]]) -> Path:
    """A copy of a project in which some hazards are written as they should have been."""
    shutil.copytree(project, made)
    edits = [edit for hazard in hazards for edit in hazard["instead"]]
    for edit in sorted(
        edits, key=lambda each: each["line"], reverse=True
    ):  # the rows above stay where they are
        path = made / edit["file"]
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[edit["line"] - 1 : edit["line"]] = edit["text"]
        path.write_text("\n".join(lines), encoding="utf-8")
    return made


SEVERAL = [each for each in PROJECTS if sum("instead" in one for one in labels(each).get("hazards", ())) > 1]


@pytest.mark.parametrize("project", SEVERAL, ids=lambda project: project.name)
def test_findings_stay_the_same_while_others_are_fixed(project: Path, tmp_path: Path) -> None:
    """One finding hides no other: each hazard is reported until it is fixed, whichever is fixed first."""
    hazards = labels(project)["hazards"]
    for number, order in enumerate((hazards, hazards[::-1])):
        for done in range(1, len(hazards) + 1):
            made = _fixed(project, tmp_path / f"{number}-{done}" / project.name, order[:done])
            left = {each["slug"] for each in order[done:]}
            found = {(file, code) for file, _, code in reported(made)}
            for hazard in hazards:
                seen = any((file, code) in found for file, _ in accepted(hazard) for code in hazard["codes"])
                assert seen is (hazard["slug"] in left), (hazard["slug"], done)
