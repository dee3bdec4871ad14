"""A hazard that is found in plain JAX is found in whatever library the model is written with."""

from __future__ import annotations

import pytest

import gradlint
from tests.jax_dresses import DRESSES, HAZARDS, Dress, applies, program
from tests.support.runner import run_file


@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_clean_program_is_silent_in_every_dress(dress: Dress) -> None:
    assert gradlint.lint_source(program(dress)) == ()


@pytest.mark.parametrize("hazard", HAZARDS)
@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_hazard_is_found_in_every_dress(dress: Dress, hazard: str) -> None:
    if not applies(dress, hazard):
        pytest.skip("the library works in place")
    text = program(dress, hazard)
    code = HAZARDS[hazard]
    lines = [row for row, line in enumerate(text.splitlines(), 1) if line.endswith(f"# {code}")]
    found = [(each.span.start.row, each.code) for each in gradlint.lint_source(text)]
    assert [(row, code) for row in lines] == found


@pytest.mark.parametrize("hazard", ("", *HAZARDS))
@pytest.mark.parametrize("dress", DRESSES, ids=lambda dress: dress.name)
def test_a_program_does_what_its_label_says(dress: Dress, hazard: str) -> None:
    if not applies(dress, hazard):
        pytest.skip("the library works in place")
    text = "losses = []\n" + program(dress, hazard) + "    losses.append(float(loss))\n" + _SHOWN
    outcome = run_file("jax", text)
    failed = outcome.error.partition(":")[0].rpartition(".")[2]
    assert (failed or outcome.stdout.strip()) == _EXPECTED.get(hazard, "trains")


_SHOWN = """[each + 1 for each in history]
print("trains" if losses[0] > losses[-1] else "does not move")
"""
_EXPECTED = {
    "stopped output": "does not move",
    "rounded output": "does not move",
    "weights from outside": "does not move",
    "update thrown away": "does not move",
    "numpy in loss": "TracerArrayConversionError",
    "float in loss": "ConcretizationTypeError",
    "branch on value": "TracerBoolConversionError",
    "kept loss": "UnexpectedTracerError",
}
