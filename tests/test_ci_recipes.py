"""The recipes for continuous integration and the GitHub action say what gradlint understands."""

from __future__ import annotations

import re
import shlex
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
    assert set(inputs) == {"paths", "args", "version"}
    assert parse(shlex.split(inputs["args"]["default"])).output_format == "github"


def test_the_action_never_pastes_an_input_into_its_script() -> None:
    (step,) = loaded(ACTION)["runs"]["steps"]
    assert "${{" not in step["run"]
    assert {"ARGS", "PATHS", "SOURCE", "VERSION"} == set(step["env"])
