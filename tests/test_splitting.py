"""A program in several files shows the same as in one, at the same statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cases import case_files, case_name
from tests.support.splitting import LAYOUTS, compared, split

KNOWN = Path(__file__).parent / "split_differences.txt"
"""Findings that a split loses or brings so far: case, which of both, row, rule, two spaces, the reason."""
PORTIONS = 20


def known() -> dict[str, str]:
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    return dict(line.split("  ", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("portion", range(PORTIONS))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_program_in_several_files_shows_the_same(layout: str, portion: int) -> None:
    paths = case_files()[portion::PORTIONS]
    names = {case_name(path) for path in paths}
    expected = {each for each in known() if each.partition(" ")[0] in names}
    tally = compared(paths, layout)
    assert set(tally.told) == expected, "a difference that is gone leaves the list"
    assert tally.split > tally.whole


def test_hardly_anything_is_lost() -> None:
    marked = sum(path.read_text(encoding="utf-8").count("# HAZARD") for path in case_files())
    assert sum(" lost " in each for each in known()) < 0.03 * marked


def test_what_is_moved_comes_with_what_it_needs() -> None:
    source = (
        "import torch\n\nRATE = 0.1\n\n\ndef double(x):\n    return 2 * x\n\n\n"
        "def loss(x):\n    return double(x).sum()\n\n\ndef step(x):\n    return x - RATE\n\n\n"
        "print(loss(torch.ones(3)), step(1.0))\n"
    )
    made = split(source, "package")
    assert made is not None
    assert made.texts["parts/helpers.py"] == "import torch\ndef double(x):\n    return 2 * x\n"
    assert made.texts["parts/model.py"].startswith("import torch\nfrom .helpers import double\n")
    assert "def step(x):" in made.texts["train.py"], "it reads a variable of the program"
    assert "from parts.model import loss" in made.texts["train.py"]
    assert made.rows["parts/helpers.py"] == [0, 6, 7]
