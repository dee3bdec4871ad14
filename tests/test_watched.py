"""Real training programs under `gradlint run`: the same numbers, every hazard confirmed, nothing else said.

Each program of `tests/watched` runs twice, by itself and watched. Everyday runs take a part of them, another one with
each day's commits; `--thorough` takes all.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "watched"
_CONFIRMED = re.compile(r"#.*?((?:GL\d+ )+)confirmed")
_PARTS = 8


def names() -> list[str]:
    return sorted(
        each.stem for each in PROGRAMS.iterdir() if each.suffix == ".py" or (each / "main.py").is_file()
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "program" in metafunc.fixturenames:
        chosen = names()
        if not metafunc.config.getoption("--thorough"):
            chosen = chosen[metafunc.config.getoption("--slice") % _PARTS :: _PARTS]
        metafunc.parametrize("program", chosen)


def script(name: str) -> Path:
    single = PROGRAMS / f"{name}.py"
    return single if single.is_file() else PROGRAMS / name / "main.py"


def started(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TF_ENABLE_ONEDNN_OPTS": "0", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, cwd=folder, env=environment, timeout=180
    )


def expected(path: Path) -> set[tuple[str, int]]:
    found = set()
    for row, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if (match := _CONFIRMED.search(line)) is not None:
            found |= {(code, row) for code in match[1].split()}
    return found


def header(path: Path, key: str) -> list[str]:
    match = re.search(rf"^# {key}: (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return match[1].split() if match is not None else []


def test_half_of_the_programs_have_a_hazard() -> None:
    broken = [
        name
        for name in names()
        if expected(script(name))
        or header(script(name), "hazard")
        or header(script(name), "without gradient")
    ]
    assert (len(names()), len(broken)) == (37, 19)


def test_the_program_runs_as_ever_and_each_hazard_is_confirmed(program: str, tmp_path: Path) -> None:
    path = _alone(script(program), tmp_path / "program")
    for package in (program.partition("_")[0], *header(path, "needs")):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    report = tmp_path / "report.json"
    options = [
        "--isolated",
        "--python",
        sys.executable,
        "--output-format",
        "json",
        "--output-file",
        str(report),
    ]
    watched = started(["-m", "gradlint", "run", *options, path.name], path.parent)
    alone = started([path.name], path.parent)
    assert watched.stdout == alone.stdout, watched.stderr
    assert watched.returncode == alone.returncode == 0, watched.stderr
    findings = json.loads(report.read_text())
    confirmed = [one for one in findings if one["verdict"]["kind"] == "confirmed"]
    assert confirmed == findings, [(one["code"], one["verdict"]) for one in findings]
    if path.name == "main.py":
        assert {one["code"] for one in confirmed} == set(header(path, "hazard"))
    else:
        assert {(one["code"], one["location"]["row"]) for one in confirmed} == expected(path)
    _names_parameters(watched.stderr, header(path, "without gradient"))
    if not findings and not header(path, "without gradient"):
        assert not re.search("never moved|held by no optimizer|first NaN", watched.stderr), watched.stderr


def _alone(path: Path, folder: Path) -> Path:
    """The program in a folder of its own: all of a project is watched."""
    if path.name == "main.py":
        shutil.copytree(path.parent, folder)
    else:
        folder.mkdir()
        shutil.copy(path, folder)
    return folder / path.name


def _names_parameters(text: str, missing: list[str]) -> None:
    """The parameters that never received a gradient are named, and no others."""
    section = re.findall(r"received (?:a gradient|no gradient|only zeros) \(\d+; .*\)\n((?:  .*\n)+)", text)
    named = {line.split()[0] for part in section for line in part.splitlines()}
    assert named == set(missing), text
