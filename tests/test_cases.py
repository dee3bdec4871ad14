"""Labelled code: every mark is found on its line with its rule, and nothing else is reported anywhere.

A case is a script as somebody could have written it. `# HAZARD GLnnn` marks the line to report; a file
without a mark is a look-alike and must stay silent. Each file is also run, so that a label is never
only an opinion.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gradlint.core.catalog import headings
from gradlint.core.model import Severity
from gradlint.engine.findings import findings_in
from gradlint.rules import BY_RUNNING, detected
from gradlint.sources.read import read
from gradlint.sources.triage import may_fire, names_framework
from gradlint.sources.unit import Unit
from tests.support.cases import (
    CASES,
    case,
    case_files,
    case_name,
    case_objection,
    document_files,
    marks,
)
from tests.support.runner import run_file

FILES = case_files()
_EARLIER = "a gradient taken before the tape opened may be the end of an earlier step"
UNSEEN = {
    "GL501/tensorflow/op-outside-tape-4": _EARLIER,
    "GL501/tensorflow/op-outside-tape-6": _EARLIER,
    "GL403/tensorflow/comparison-on-path-4": "a count beside a live term may be meant as a number",
    "GL209/tensorflow/assign-on-path-5": "a statistic stored before it is used may be meant as a constant",
    "GL208/jax/optax-state-not-rebound-5": "gradients times a positive rate are a step up, which may be what is wanted",
    "GL403/jax/nondiff-op-8": "a parameter that only chooses may be trained by another loss",
}
"""Hazards that no rule sees yet, and why."""


def reported(path: Path) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """What is shown by default, and what is shown with every rule selected."""
    unit = Unit(path=path.name, kind="python", text=path.read_text(encoding="utf-8"))
    found = list(findings_in(unit, detected()))
    everything = {(each.span.start.row, each.code) for each in found}
    return {
        (each.span.start.row, each.code) for each in found if each.severity is not Severity.INFO
    }, everything


@pytest.mark.parametrize("path", FILES, ids=case_name)
def test_a_case_is_reported_where_it_is_marked_and_nowhere_else(path: Path) -> None:
    marked = {(row, code) for row, code in marks(path.read_text(encoding="utf-8")) if code not in BY_RUNNING}
    name = case_name(path)
    if name in UNSEEN:
        pytest.xfail(UNSEEN[name])
    shown, everything = reported(path)
    assert shown <= marked <= everything
    data = path.read_bytes()
    assert names_framework(data, "python") or not everything, "triage would never have it parsed"
    assert all(may_fire(data, headings()[code].anchors) for _, code in everything), (
        "triage would lose a finding"
    )


@pytest.mark.parametrize("path", document_files(), ids=lambda path: path.name)
def test_a_document_is_reported_where_it_is_marked_and_nowhere_else(path: Path) -> None:
    unit = read(str(path))
    found = {
        (each.code, unit.row_of(each.span.start.row, each.span.cell))
        for each in findings_in(unit, detected())
    }
    assert found == {(code, row) for row, code in marks(unit.text)}


@pytest.mark.parametrize("path", FILES, ids=case_name)
def test_a_case_does_what_its_label_says_when_it_runs(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert case_objection(source, run_file(case(source).framework, source)) is None


def test_a_case_lies_under_the_rule_that_it_shows() -> None:
    assert [case_name(path) for path in FILES if not _is_in_its_place(path)] == []


def _is_in_its_place(path: Path) -> bool:
    rule, framework = path.relative_to(CASES).parts[:2]
    source = path.read_text(encoding="utf-8")
    marked = {code for _, code in marks(source)}
    known = rule in marked if marked else path.stem.endswith("-ok") and rule in {"clean", *headings()}
    return known and case(source).framework in (framework, "numpy")


def test_no_case_lies_where_nobody_looks() -> None:
    assert sorted(CASES.rglob("*.py")) == FILES


def test_half_of_the_cases_are_look_alikes() -> None:
    silent = sum(1 for path in FILES if not marks(path.read_text(encoding="utf-8")))
    assert len(FILES) > 300
    assert silent * 5 > len(FILES) * 2
