"""Random programs of each framework: what gradlint says of them is what a run shows.

The seeds are always the same; `python -m tests.differential torch --count 10000` tries others and
reduces what differs.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.differential.dialects import DIALECTS
from tests.differential.programs import program

EVERYDAY = {"torch": 150, "tape": 60, "jax": 40}


@pytest.mark.parametrize("dialect", list(DIALECTS))
def test_gradlint_agrees_with_what_random_programs_do(dialect: str, pytestconfig: pytest.Config) -> None:
    count = EVERYDAY[dialect] * (20 if pytestconfig.option.thorough else 1)
    command = [sys.executable, "-m", "tests.differential", dialect, "--count", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, cwd=pytestconfig.rootpath)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


@pytest.mark.parametrize("dialect", list(DIALECTS))
def test_the_same_seed_writes_the_same_program(dialect: str) -> None:
    assert program(dialect, 7).text() == program(dialect, 7).text()
    assert len({program(dialect, seed).text() for seed in range(40)}) == 40


@pytest.mark.parametrize("dialect", list(DIALECTS))
def test_every_program_is_python(dialect: str) -> None:
    for seed in range(200):
        compile(program(dialect, seed).text(), f"{dialect} {seed}", "exec")
