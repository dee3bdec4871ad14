"""A finding is about what a program does: written another way, it is still there, and clean code stays clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradlint.core.model import Severity
from gradlint.engine.findings import findings_in
from gradlint.rules import BY_RUNNING, detected
from gradlint.sources.unit import Unit
from tests.support.cases import case_files, case_name, marks
from tests.support.rewrites import REWRITES, applied
from tests.test_cases import UNSEEN

EVERY = 25
"""Of so many cases an everyday run rewrites one, each day others."""
KEPT = 0.99


def _sample(config: pytest.Config) -> list[Path]:
    files = [path for path in case_files() if case_name(path) not in UNSEEN]
    if config.getoption("--thorough"):
        return files
    return files[config.option.slice % EVERY :: EVERY]


def _reported(text: str) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    found = list(findings_in(Unit(path="case.py", kind="python", text=text), detected()))
    everything = {(each.span.start.row, each.code) for each in found}
    return {
        (each.span.start.row, each.code) for each in found if each.severity is not Severity.INFO
    }, everything


@pytest.mark.parametrize("name", REWRITES)
def test_findings_survive_being_written_another_way(name: str, pytestconfig: pytest.Config) -> None:
    kept = whole = changed = 0
    lost, new = [], []
    for path in _sample(pytestconfig):
        text = applied(name, path.read_text(encoding="utf-8"))
        if text is None:
            continue
        changed += 1
        compile(text, str(path), "exec")
        marked = {each for each in marks(text) if each[1] not in BY_RUNNING}
        shown, everything = _reported(text)
        kept, whole = kept + len(marked & everything), whole + len(marked)
        lost += [case_name(path)] if marked - everything else []
        new += [case_name(path)] if shown - marked else []
    assert changed
    assert not new
    # One finding may be about the very way of writing.
    assert whole - kept <= max(1, (1 - KEPT) * whole), lost
