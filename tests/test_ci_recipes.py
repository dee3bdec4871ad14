"""The recipes for continuous integration and the GitHub action say what gradlint understands."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gradlint
from gradlint.cli.arguments import parse

ROOT = Path(gradlint.__file__).parent.parent
GUIDE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION = (ROOT / "action.yml").read_text("utf-8")


def loaded(text: str) -> Any:
    return pytest.importorskip("yaml").safe_load(text)


def test_every_command_of_the_recipes_is_understood() -> None:
    commands = re.findall(
        r"(?:^|[/'\s])gradlint (-[^'|\n]*)", "\n".join(re.findall(r"```\w+\n(.*?)```", GUIDE, re.S))
    )
    commands += re.findall(r"args: (.*)", GUIDE)
    assert len(commands) == 6
    formats = {parse(shlex.split(command)).output_format for command in commands}
    assert formats == {"github", "sarif", "gitlab", "junit", "rdjson", "html"}


def test_the_recipes_are_yaml() -> None:
    for block in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL):
        assert loaded(block)


def test_a_report_is_uploaded_under_the_name_it_was_written() -> None:
    for name in ("gradlint.sarif", "gl-code-quality-report.json", "gradlint.xml"):
        assert GUIDE.count(name) >= 2


def test_the_action_takes_what_the_guide_says() -> None:
    inputs = loaded(ACTION)["inputs"]
    assert set(inputs) == {"paths", "args", "version", "cache"}
    assert parse(shlex.split(inputs["args"]["default"])).output_format == "github"


def test_the_action_never_pastes_an_input_into_its_script() -> None:
    where, _, lint = loaded(ACTION)["runs"]["steps"]
    assert "${{" not in where["run"] + lint["run"]
    assert {"ARGS", "PATHS", "SOURCE", "VERSION", "FOLDER"} == set(lint["env"])


def test_the_action_lints_paths_with_spaces_twice_and_adds_to_the_page_of_the_job(tmp_path: Path) -> None:
    """Its steps as GitHub runs them, with an environment that is there already instead of one from an index."""
    loaded(ACTION)
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    where, _, lint = loaded(ACTION)["runs"]["steps"]
    folder = tmp_path / "temp" / "gradlint"
    (folder / "venv" / "bin").mkdir(parents=True)
    # What stands for the environment of the action, and takes the sources of this tree.
    python = folder / "venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nshift\ncd "$PWD" && PYTHONPATH={ROOT} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    work = tmp_path / "my work"
    (work / "a b").mkdir(parents=True)
    leaf = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()  # a|b\nx.sum().backward()\n"
    (work / "a b" / "c.py").write_text(leaf)
    (work / "d.py").write_text("import torch\n")
    page, outputs = tmp_path / "summary.md", tmp_path / "outputs"
    common = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "GITHUB_STEP_SUMMARY": str(page),
        "GITHUB_OUTPUT": str(outputs),
        "SOURCE": str(ROOT),
        "VERSION": "",
        "ARGS": "--output-format github",
        "FOLDER": str(folder),
    }

    def run(script: str, paths: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=work,
            env={**common, "PATHS": paths},
            capture_output=True,
            text=True,
            check=False,
        )

    assert run(where["run"]).returncode == 0
    said = dict(line.split("=", 1) for line in outputs.read_text().splitlines())
    assert said["folder"] == str(folder) and said["gradlint"]
    for _ in ("cold", "from the cache"):
        done = run(lint["run"], "a b\nd.py")
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.startswith("::error title=gradlint GL201")
    assert page.read_text().count("Found 1 error in 1 file. 2 files checked.") == 2
    assert "| `a b/c.py:3` | [GL201](" in page.read_text()
    assert len([name for name in os.listdir(folder / "cache") if name.endswith(".json")]) == 1
    assert (folder / "own" / "gradlint" / "cache-secret").exists()
    assert run(lint["run"], "d.py").returncode == 0
