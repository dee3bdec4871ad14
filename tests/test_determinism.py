"""The same findings, byte for byte, whatever the processes, the cache, the order of the arguments and the hashes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EVERYDAY = 12
"""Of the labelled cases one in so many is linted in everyday runs."""
EVERYDAY_PROJECTS = 3
"""Of the projects likewise, with all their files; another third with each day's commits."""


@pytest.fixture(scope="module")
def paths(request: pytest.FixtureRequest) -> list[str]:
    """Labelled cases, examples and projects whose findings lie in other files, relative to the repository."""
    cases = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "tests" / "cases").rglob("*.py"))
    others = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "examples").rglob("*") if file.is_file())
    projects = sorted(file for file in (ROOT / "tests" / "projects").iterdir() if file.is_dir())
    if not request.config.getoption("--thorough"):
        cases = cases[::EVERYDAY]
        projects = projects[request.config.getoption("--slice") % EVERYDAY_PROJECTS :: EVERYDAY_PROJECTS]
    modules = sorted(str(file.relative_to(ROOT)) for each in projects for file in each.rglob("*.py"))
    return cases + others + modules


def lint(paths: list[str], *options: str, hashes: str = "0") -> bytes:
    command = [sys.executable, "-m", "gradlint", "--output-format", "json", "--select", "ALL", "--isolated"]
    done = subprocess.run(
        [*command, *options, *paths],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hashes},
        capture_output=True,
    )
    assert done.returncode == 1, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def plain(paths: list[str]) -> bytes:
    """What one process finds without a cache."""
    found = lint(paths, "--no-cache", "-j1")
    assert found.count(b'"code": "GL') > 50
    return found


@pytest.fixture
def shuffled(paths: list[str]) -> list[str]:
    chance = random.Random(6)
    mixed = [*paths, *chance.sample(paths, 10)]
    chance.shuffle(mixed)
    return mixed


def test_two_processes_find_the_same(paths: list[str], plain: bytes) -> None:
    assert lint(paths, "--no-cache", "-j2") == plain


def test_other_hashes_make_no_difference(paths: list[str], plain: bytes) -> None:
    assert lint(paths, "--no-cache", "-j1", hashes="4711") == plain


def test_order_and_repetition_of_the_arguments_make_no_difference(shuffled: list[str], plain: bytes) -> None:
    assert lint(shuffled, "--no-cache", "-j2", hashes="random") == plain


def test_the_cache_makes_no_difference(
    paths: list[str], shuffled: list[str], plain: bytes, tmp_path: Path
) -> None:
    kept = ("--cache-dir", str(tmp_path / "cache"))
    assert lint(paths[::2], *kept, "-j1") != plain
    filled, warm = lint(shuffled, *kept, "-j2"), lint(paths, *kept, "-j1", hashes="1")
    assert filled == warm == plain
