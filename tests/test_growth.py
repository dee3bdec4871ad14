"""Whatever grows in a program, the work grows in proportion, and what is not followed to its end is said to be so.

Work is the number of function calls that an analysis makes, which is the same on every machine and in every run.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from typing import TypeVar

import pytest

from gradlint.core import catalog, depth
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from tests.worst_cases import BROKEN, GROWERS, IMPORT, LEAF, Grower

T = TypeVar("T")

SLACK = 2.3
"""Twice the size may take so many times the work."""
EVERYDAY = 5
"""The part of the size that everyday runs are content with."""
AT_LEAST = 2_000_000
PER_LINE = 3_000
"""Calls that any file may take, and how many more for each of its lines."""

_CALLS = "a call is followed anew for each way that leads to it"
LINEAR_NOT_YET: dict[str, str] = {
    "deep inheritance": "each method of a class goes up to the root by super()",
    "helpers that call the one before twice": _CALLS,
    "modules that hold the one before twice": "each model that is made is looked through to the last of its weights",
    "mutually recursive helpers": _CALLS,
    "nested loops": "the innermost body is followed once for each loop around it",
}
"""Families whose work grows faster than their size, and why."""
SILENT_YET: dict[str, str] = {}
"""Families whose hazard is neither found nor missed aloud, and why."""


class Laboratory:
    """Lints programs and counts."""

    def __init__(self) -> None:
        rules = catalog.headings()
        self._engine = Engine(Configuration(rules, {}, None, isolated=True), rules)
        self.lint(IMPORT + LEAF + BROKEN)

    def lint(self, text: str) -> Result:
        return self._engine.lint_source(text.encode(), "grown.py")

    def work(self, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
        """How many calls linting takes."""
        profile = cProfile.Profile()
        usual = depth.with_deep_stack

        def counted(work: Callable[[], T]) -> T:
            return usual(lambda: profile.runcall(work))

        with monkeypatch.context() as patch:
            patch.setattr(depth, "with_deep_stack", counted)
            assert self.lint(text).failure is None
        total: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
        return total


@pytest.fixture(scope="module")
def laboratory() -> Laboratory:
    return Laboratory()


@pytest.fixture
def part(request: pytest.FixtureRequest) -> int:
    return 1 if request.config.getoption("--thorough") else EVERYDAY


def families(known: dict[str, str]) -> list[object]:
    """All of them, those with a known failure marked."""
    return [
        pytest.param(
            grower,
            id=grower.name.replace(" ", "-"),
            marks=[pytest.mark.xfail(reason=known[grower.name], strict=True)] if grower.name in known else [],
        )
        for grower in GROWERS
    ]


def test_each_known_failure_is_about_a_family() -> None:
    assert LINEAR_NOT_YET.keys() | SILENT_YET.keys() <= {grower.name for grower in GROWERS}


@pytest.mark.parametrize("grower", families(SILENT_YET))
def test_the_hazard_is_found_or_the_file_is_said_to_be_partly_analysed(
    grower: Grower, part: int, laboratory: Laboratory
) -> None:
    result = laboratory.lint(grower.program(grower.size // min(part, grower.spare)))
    assert result.failure is None
    assert result.partial or {finding.code for finding in result.findings} & {"GL201", "GL401", "GL403"}
    assert "GL900" not in {finding.code for finding in result.findings}


@pytest.mark.parametrize("grower", families(LINEAR_NOT_YET))
def test_twice_the_size_takes_twice_the_work(
    grower: Grower, part: int, laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = grower.size // min(part, grower.spare)
    whole = grower.program(size)
    small, large = (
        laboratory.work(grower.program(size // 2), monkeypatch),
        laboratory.work(whole, monkeypatch),
    )
    assert large <= SLACK * small
    assert large <= AT_LEAST + PER_LINE * whole.count("\n")
