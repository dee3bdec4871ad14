"""The rule files, and the one module that reads them."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

import gradlint
from gradlint.confirm.expectation import predicted
from gradlint.confirm.runner.execute.errors import FAMILIES
from gradlint.confirm.runner.execute.expectation import Measure, Shows, Trait
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from tests.support.fresh import printed

ROOT = Path(gradlint.__file__).parent.parent
RULES = ROOT / "rules"


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    _clear()
    yield
    _clear()


def _clear() -> None:
    catalog.headings.cache_clear()
    catalog._folder.cache_clear()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rules that a test may spoil."""
    folder = tmp_path / "rules"
    shutil.copytree(RULES, folder)
    monkeypatch.setattr(catalog, "_folder", lambda: str(folder))
    monkeypatch.setattr(catalog._folder, "cache_clear", lambda: None, raising=False)
    return folder


def test_every_rule_is_complete_and_its_heading_agrees_with_it() -> None:
    rules = list(catalog.rules())
    assert [rule.code for rule in rules] == sorted(catalog.headings())
    for rule in rules:
        heading = catalog.headings()[rule.code]
        assert (rule.name, rule.severity, rule.status) == (heading.name, heading.severity, heading.status)


def test_summaries_are_titles_and_no_sentences() -> None:
    for rule in catalog.rules():
        assert not rule.summary.endswith(".")
        assert "\n" not in rule.summary


def test_every_rule_about_a_framework_shows_it_at_work() -> None:
    for rule in catalog.rules():
        assert {example.framework for example in rule.examples} >= set(rule.frameworks), rule.code


def test_every_rule_says_what_a_run_shows_in_words_that_the_oracle_knows() -> None:
    expectation_of = {code: predicted(code) for code in catalog.headings()}
    assert {each.shows for each in expectation_of.values()} == set(get_args(Shows))
    assert {trait for each in expectation_of.values() for trait in each.traits} == set(get_args(Trait))
    assert {named for each in expectation_of.values() for named in each.measures} == set(get_args(Measure))
    named = {
        error for each in expectation_of.values() for error in each.errors if re.fullmatch(r"\{\w+\}", error)
    }
    assert named == set(FAMILIES)
    for each in expectation_of.values():
        assert each.errors or each.shows != "raises"
        assert all(re.compile(error) for error in each.errors)


def test_the_runner_knows_no_rule() -> None:
    modules = list((ROOT / "gradlint" / "confirm" / "runner").rglob("*.py"))
    assert modules
    assert [path for path in modules if re.search(r"\bGL\d", path.read_text("utf-8"))] == []


def test_a_rule_is_found_by_code_and_by_name() -> None:
    assert catalog.find("GL201").name == "inplace-on-leaf"
    assert catalog.find("gl201").code == "GL201"
    assert catalog.find("inplace-on-leaf").code == "GL201"


@pytest.mark.parametrize(
    ("word", "hint"), [("GL1O1", "GL101"), ("GL299", "GL20"), ("inplace-leaf", "inplace-on-leaf")]
)
def test_a_slip_of_the_finger_gets_a_suggestion(word: str, hint: str) -> None:
    with pytest.raises(GradlintError, match=rf"did you mean {hint}"):
        catalog.find(word)


def _edited(pattern: str, replacement: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        file = folder / "GL201-inplace-on-leaf.toml"
        text, count = re.subn(pattern, replacement, file.read_text("utf-8"), count=1, flags=re.MULTILINE)
        assert count == 1
        file.write_text(text, "utf-8")

    return edit


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_edited("^since =", "sicne ="), "unknown key 'sicne'"),
        (_edited("^since = .*\n", ""), "'since' is missing"),
        (_edited('^what = """', 'what = 3\nother = """'), "unknown key 'other'"),
        (_edited("^references = ", "references = 3 #"), "not valid|Expected|references|Invalid"),
        (_edited('^outcome = "raises"', 'outcome = "explodes"'), "outcome is 'explodes', not one of"),
        (_edited('^framework = "torch"', 'framwork = "torch"'), "unknown key 'framwork'"),
        (_edited(r'^frameworks = \["torch"\]', 'frameworks = ["caffe"]'), "frameworks is 'caffe'"),
        (_edited(r'^frameworks = \["torch"\]', 'frameworks = "torch"'), "must be a list"),
        (_edited('^summary = ".*"', 'summary = " "'), "'summary' must be a text"),
        (_edited("^limits =", "limits"), "GL201-inplace-on-leaf.toml: "),
        (_edited("^shows =", "shwos ="), "unknown key 'shwos'"),
        (_edited("^traits = .*", 'traits = "only-there"'), "must be a list"),
        (_edited(r"^\[confirm\]", "[[confirm]]"), r"written as \[confirm\]"),
        (_edited(r"^\[confirm\]", '[fix]\nchange = "x"\n\n[confirm]'), "unknown key 'change'"),
        (_edited(r"^\[confirm\]", '[fix]\nchanges = " "\n\n[confirm]'), "'changes' must be a text"),
        (_edited(r"^\[confirm\]", '[[fix]]\nchanges = "x"\n\n[confirm]'), r"written as \[fix\]"),
    ],
)
def test_a_file_that_is_wrong_anywhere_is_refused(
    copied: Path, spoil: Callable[[Path], None], complaint: str
) -> None:
    spoil(copied)
    with pytest.raises(GradlintError, match=complaint) as caught:
        list(catalog.rules())
    assert str(caught.value).startswith("rules/GL201-inplace-on-leaf.toml")


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_edited('^severity = "error"', 'severity = "fatal"'), "severity is 'fatal', not one of"),
        (_edited('^status = "stable"', 'status = "new"'), "status is 'new', not one of"),
        (_edited('^name = ".*"', 'name = "inplace-on-loaf"'), "unlike its name"),
        (_edited('^code = "GL201"', 'code = "GL299"'), "unlike its name"),
        (_edited('^code = "GL201"\n', ""), 'no line `code = "..."`'),
        (
            lambda folder: (folder / "GL201-inplace-on-leaf.toml").rename(folder / "leaf.toml"),
            "CODE-name.toml",
        ),
        (
            lambda folder: (folder / "GL201-other-name.toml").write_text(
                (folder / "GL201-inplace-on-leaf.toml")
                .read_text("utf-8")
                .replace("inplace-on-leaf", "other-name"),
                "utf-8",
            ),
            "GL201 is taken by",
        ),
        (
            lambda folder: (folder / "GL299-inplace-on-leaf.toml").write_text(
                (folder / "GL201-inplace-on-leaf.toml").read_text("utf-8").replace('"GL201"', '"GL299"'),
                "utf-8",
            ),
            "inplace-on-leaf is taken by",
        ),
    ],
)
def test_what_every_run_needs_is_checked_on_every_run(
    copied: Path, spoil: Callable[[Path], object], complaint: str
) -> None:
    spoil(copied)
    with pytest.raises(GradlintError, match=complaint):
        catalog.headings()


def test_an_installation_without_rules_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_folder", lambda: str(tmp_path))
    monkeypatch.setattr(catalog._folder, "cache_clear", lambda: None, raising=False)
    with pytest.raises(GradlintError, match="not completely installed"):
        catalog.headings()


def test_knowing_all_codes_takes_no_toml_parser() -> None:
    program = (
        "import sys; from gradlint.core import catalog; catalog.headings();"
        "print(*{'tomllib', 'tomli', 'importlib.resources', 'libcst', 'rich'} & set(sys.modules))"
    )
    assert printed(program).strip() == ""


def test_a_package_in_an_archive_finds_its_rules(tmp_path: Path) -> None:
    archive = tmp_path / "gradlint.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        needed = ("__init__", "catalog", "errors", "links", "model", "records", "selectors")
        for name in ("__init__", *(f"core/{one}" for one in needed)):
            opened.write(ROOT / "gradlint" / f"{name}.py", f"gradlint/{name}.py")
        for file in RULES.iterdir():
            opened.write(file, f"gradlint/catalogue/{file.name}")
    program = (
        "from gradlint.core import catalog;"
        "print(len(catalog.headings()), catalog.rule('GL201').name, catalog.__file__)"
    )
    count, name, module = printed(program, cwd=tmp_path, path=(archive,)).split(maxsplit=2)
    assert (int(count), name) == (len(catalog.headings()), "inplace-on-leaf")
    assert "gradlint.zip" in module
