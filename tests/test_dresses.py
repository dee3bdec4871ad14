"""A hazard that is found in plain PyTorch is found in whatever the training program is dressed in."""

from __future__ import annotations

import pytest

import gradlint
from tests.dresses import DRESSES, HAZARDS, HOSTED, HOSTS, Dress, hosted_program, program
from tests.support.runner import run_file


@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_clean_program_is_silent_in_every_dress(dress: Dress) -> None:
    assert gradlint.lint_source(program(dress)) == ()


@pytest.mark.parametrize("hazard", HAZARDS)
@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_hazard_is_found_in_every_dress(dress: Dress, hazard: str) -> None:
    text = program(dress, hazard)
    code = HAZARDS[hazard]
    lines = [row for row, line in enumerate(text.splitlines(), 1) if line.endswith(f"# {code}")]
    found = [(each.span.start.row, each.code) for each in gradlint.lint_source(text)]
    assert [(row, code) for row in lines] == found


@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_clean_program_trains(dress: Dress) -> None:
    outcome = run_file("torch", program(dress) + _TRAINED)
    assert outcome.end == "ran", outcome.error


_TRAINED = "assert any(each.grad is not None and each.grad.abs().sum() > 0 for each in model.parameters())\n"


@pytest.mark.parametrize("hazard", ("", *HOSTED))
@pytest.mark.parametrize("host", HOSTS)
def test_what_a_library_differentiates_is_looked_at(host: str, hazard: str) -> None:
    text = hosted_program(host, hazard)
    code = HAZARDS.get(hazard, "none")
    lines = [row for row, line in enumerate(text.splitlines(), 1) if line.endswith(f"# {code}")]
    assert [(row, code) for row in lines] == [(f.span.start.row, f.code) for f in gradlint.lint_source(text)]
