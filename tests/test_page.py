"""The HTML report in a real browser: it is there at once, also with thousands of findings, and can be filtered."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradlint import report
from gradlint.cli.entry import main
from gradlint.core.model import Finding, Position, Severity, Span
from gradlint.core.result import Result
from gradlint.report.screen import Screen
from gradlint.sources.read import from_text
from tests.support.chromium import Browser, needs_chromium

RULES = (("GL101", "numpy-call-on-gradient"), ("GL401", "detached-loss"), ("GL602", "training-step-order"))
VISIBLE = "document.querySelectorAll('.finding:not([hidden])').length"


def large(files: int, each: int) -> list[Result]:
    """Files with findings of all kinds, each with its code."""
    found = []
    for number in range(files):
        path = f"package/module_{number}.py"
        text = "import torch\n" + "".join(f"loss_{row} = model(x).detach().sum()\n" for row in range(each))
        findings = [
            Finding(
                *RULES[row % 3],
                "detach cuts the only path from `model` to the loss",
                path,
                Span(Position(row + 2, 10), Position(row + 2, 30)),
                Severity.ERROR if row % 2 else Severity.WARNING,
                "torch",
                help="remove .detach()",
            )
            for row in range(each)
        ]
        found.append(Result(path, tuple(findings), from_text(text.encode(), path)))
    return found


@needs_chromium
def test_three_thousand_findings_are_there_within_two_seconds_and_a_rule_filters(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("".join(report.load("html")(large(60, 50), Screen())), "utf-8")
    with Browser() as browser:
        browser.open("about:blank")
        taken = []
        for _ in range(3):
            browser.open(page.as_uri())
            taken.append(
                browser.value("performance.timing.loadEventEnd - performance.timing.navigationStart")
            )
        assert browser.value(VISIBLE) == 3000
        assert min(taken) < 2000, taken
        browser.value("document.querySelector('.rules a[data-filter=GL401]').click()")
        assert browser.value(VISIBLE) == 1020
        assert browser.value("document.getElementById('shown').textContent") == "1020 of 3000 shown"
        assert browser.value("document.querySelector('#filters select[name=rule]').value") == "GL401"
        browser.value("document.querySelector('.rules a[data-filter=GL401]').click()")
        assert browser.value(VISIBLE) == 3000
        typing = (
            "(() => { const field = document.querySelector('[name=text]'); field.value = 'MODULE_7.py';"
            " field.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        browser.value(typing)
        assert browser.value(VISIBLE) == 50
        browser.value("document.querySelector('#filters button[type=reset]').click()")
        assert browser.value(f"new Promise((done) => setTimeout(() => done({VISIBLE}), 50))") == 3000


def test_the_page_says_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "<my> project"
    project.mkdir()
    (project / "a b.py").write_text("import torch\n")
    monkeypatch.chdir(project)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert main(["--output-format", "html", "--output-file", "out.html", "a b.py"]) == 0
    text = (project / "out.html").read_text("utf-8")
    assert "<dd>1970-01-01 00:00 UTC</dd>" in text
    assert "<dt>Project</dt><dd>&lt;my&gt; project</dd>" in text
    assert "<dd>gradlint --output-format html --output-file out.html &#x27;a b.py&#x27;</dd>" in text


def test_the_revision_is_that_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil
    import subprocess

    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    run = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run([*run, "init", "-q", "-b", "trunk", str(tmp_path)], check=True)
    subprocess.run([*run, "commit", "-q", "--allow-empty", "-m", "first"], cwd=tmp_path, check=True)
    head = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], cwd=tmp_path, capture_output=True, text=True
    )
    monkeypatch.chdir(tmp_path)
    text = "".join(report.load("html")([], Screen()))
    assert f"<dt>Revision</dt><dd>{head.stdout.strip()} (trunk)</dd>" in text
