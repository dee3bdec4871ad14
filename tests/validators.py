"""The validators that others check their reports with, fetched once and kept; a test without one is skipped."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gradlint-tests"
_MULTITOOL = "@microsoft/sarif-multitool-linux"
_MULTITOOL_VERSION = "5.7.0"
_PYTEST = "9.2.0"
"""pytest's source distribution holds the schema of Jenkins' xUnit plugin, which it tests itself with."""


def sarif_problems(log: Path) -> list[tuple[str, str, str]]:
    """What Microsoft's validator says of a log by the rules of SARIF and of GitHub: rule, level, place.

    It exits with 0 whatever it finds, so what counts is the log that it writes.
    """
    judged = log.with_suffix(".judged.sarif")
    words = [
        "validate",
        str(log),
        "--rule-kind",
        "Sarif;Ghas",
        "--output",
        str(judged),
        "--log",
        "ForceOverwrite",
    ]
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(
        [str(_multitool()), *words], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert judged.exists(), done.stdout + done.stderr
    (run,) = json.loads(judged.read_text("utf-8-sig"))["runs"]
    return [_problem(result) for result in run.get("results", [])]


def _problem(result: dict[str, Any]) -> tuple[str, str, str]:
    region = result["locations"][0]["physicalLocation"].get("region", {})
    arguments = " ".join(result["message"].get("arguments", []))
    return result["ruleId"], result.get("level", "warning"), f"line {region.get('startLine')}: {arguments}"


def junit_schema() -> Path:
    """The XML schema that Jenkins' xUnit plugin holds JUnit reports against."""
    name = f"junit-10-from-pytest-{_PYTEST}.xsd"
    if not (CACHE / name).exists():
        with tempfile.TemporaryDirectory() as made:
            words = ["download", "--quiet", "--no-deps", "--no-binary", "pytest", "--dest", made]
            _run([sys.executable, "-m", "pip", *words, f"pytest=={_PYTEST}"], "pytest's source distribution")
            (archive,) = Path(made).glob("*.tar.gz")
            with tarfile.open(archive) as tar:
                member = tar.extractfile(f"pytest-{_PYTEST}/testing/example_scripts/junit-10.xsd")
                assert member is not None
                Path(made, name).write_bytes(member.read())
            _keep(Path(made, name), CACHE / name)
    return CACHE / name


def _multitool() -> Path:
    folder = CACHE / f"sarif-multitool-{_MULTITOOL_VERSION}"
    if not folder.is_dir():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not installed, so Microsoft's SARIF validator cannot be had")
        with tempfile.TemporaryDirectory() as made:
            words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", made]
            _run([npm, *words, f"{_MULTITOOL}@{_MULTITOOL_VERSION}"], "Microsoft's SARIF validator")
            _keep(Path(made, "node_modules", _MULTITOOL), folder)
    program = folder / "Sarif.Multitool"
    program.chmod(0o755)
    return program


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        pytest.skip(f"{what} cannot be downloaded: {last}")


def _keep(made: Path, place: Path) -> None:
    """Put something into the cache in one step, so that an interrupted test leaves no half of it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as beside:
        moved = shutil.move(made, Path(beside, place.name))
        # Another process may have been faster.
        with suppress(OSError):
            os.rename(moved, place)
        assert place.exists()
