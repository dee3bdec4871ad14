"""Every finding leads to the page of its rule, and one place knows where the pages are."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.links import DOCS, rule_url
from gradlint.engine.config import Configuration

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
BAD = "import torch\n\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"


def urls(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["--output-format", "json", "."]) == 1
    return [entry["url"] for entry in json.loads(capsys.readouterr().out)]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.py").write_text(BAD)
    return tmp_path


def test_the_address_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"]["Homepage"] == DOCS
    assert f"site_url: {DOCS}\n" in (ROOT / "mkdocs.yml").read_text("utf-8")


def test_a_copy_of_the_site_can_be_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "gradlint.toml").write_text("")
    assert urls(capsys) == [rule_url("GL201")]
    (project / "gradlint.toml").write_text('docs-url = "file:///srv/gradlint/site"\n')
    for _ in ("linted", "from the cache"):
        assert urls(capsys) == ["file:///srv/gradlint/site/rules/GL201.html"]


@pytest.mark.parametrize("value", ['"somewhere"', '"https://a b"', '"javascript:alert()"', "3"])
def test_what_is_not_an_address_is_refused(project: Path, value: str) -> None:
    (project / "gradlint.toml").write_text(f"docs-url = {value}\n")
    with pytest.raises(GradlintError, match=r"^gradlint.toml: docs-url: expected an address"):
        Configuration(catalog.headings()).settings_for(str(project / "a.py"))


def test_the_page_of_a_rule_needs_no_network(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "GL201"]) == 0
    assert re.search(r"^x\.exp_\(\)", capsys.readouterr().out, re.MULTILINE)
