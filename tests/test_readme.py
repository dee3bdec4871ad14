"""What the README says is so."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import gradlint
from gradlint.core import catalog
from gradlint.engine.config import Configuration
from gradlint.report.json_ import as_object
from tests.rule_table import PAGE, page
from tests.test_reports import STORY
from website.terminal import PICTURE, printed

ROOT = Path(gradlint.__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def linted(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def test_the_picture_is_of_what_gradlint_prints() -> None:
    said = re.sub(r"\x1b\[[\d;]*m", "", printed()).split("\n\n")[0]
    drawn = "".join(
        html.unescape("".join(re.findall(r"<text[^>]*>(.*?)</text>", PICTURE.read_text("utf-8")))).split()
    )
    assert "".join(said.split()) in drawn, "python -m website.terminal draws it anew"


def test_every_example_shows_something() -> None:
    found = {
        Path(entry["filename"]).name for entry in json.loads(linted("--output-format", "json", "examples/"))
    }
    assert found == {file.name for file in (ROOT / "examples").iterdir()}


def test_the_rules_are_those_of_the_catalogue() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.rule_table renews the list"


def test_it_fits_two_screens() -> None:
    assert len(README.splitlines()) <= 80


def test_every_page_that_it_names_is_there() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_the_configuration_it_shows_is_valid(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    (tmp_path / "gradlint.toml").write_text("")
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").write_text(text)
    settings = Configuration(catalog.headings()).settings_for(str(project / "a.py"))
    assert settings.source == str(project / "pyproject.toml")
    assert settings.ignore == ("GL103",)


def test_every_key_of_the_json_is_named() -> None:
    page = (ROOT / "docs" / "output.md").read_text("utf-8")
    for key in as_object(STORY):
        assert f"`{key}`" in page


def test_a_name_that_is_not_ours_is_never_recommended() -> None:
    guides = [str(file.relative_to(ROOT)) for file in (ROOT / "docs").rglob("*.md")]
    own = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml", "action.yml", ".ci/run")
    for file in (*own, *guides):
        assert "pip install gradlint" not in (ROOT / file).read_text("utf-8")
