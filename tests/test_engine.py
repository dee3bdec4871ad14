"""From a path to the findings in it, with a stand-in for the detectors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import gradlint
from gradlint.core import catalog
from gradlint.core.model import Severity
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from tests import standin

IMPORT = "import torch\n"


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    standin.install(monkeypatch)
    monkeypatch.chdir(tmp_path)


def engine(**overrides: object) -> Engine:
    options = {key.replace("_", "-"): value for key, value in overrides.items()}
    return Engine(Configuration(catalog.headings(), options), catalog.headings())


def lint(text: str, path: str = "train.py", **overrides: object) -> Result:
    return engine(**overrides).lint_source(text.encode(), path)


def codes(result: Result) -> list[str]:
    return [finding.code for finding in result.findings]


def test_findings_come_in_the_order_of_the_file() -> None:
    result = lint(IMPORT + "x = MAYBE\ny = 1\nz = CUT  # gradlint: ignore[GL101]\n")
    assert [(f.code, f.span.start.row) for f in result.findings] == [("GL401", 2), ("GL401", 4), ("GL901", 4)]
    assert result.failure is None


def test_of_a_clean_file_nothing_is_kept() -> None:
    assert lint(IMPORT + "x = 1\n") == Result("train.py")


class TestWithoutFramework:
    @pytest.fixture(autouse=True)
    def _no_parser(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "gradlint.engine.findings", ModuleType("gradlint.engine.findings"))
        monkeypatch.setitem(sys.modules, "libcst", None)

    def test_a_file_is_never_parsed(self) -> None:
        assert lint("CUT = 1\n") == Result("train.py", without_framework=True)

    def test_broken_syntax_is_not_our_business(self) -> None:
        assert lint("def (:\n") == Result("train.py", without_framework=True)

    def test_a_suppression_of_ours_hides_nothing_and_says_so(self) -> None:
        assert codes(lint("x = 1  # gradlint: ignore[GL101]\n")) == ["GL901"]

    def test_a_noqa_is_left_alone(self) -> None:
        assert codes(lint("x = 1  # noqa: GL101\n")) == []


class TestBrokenFiles:
    def test_a_syntax_error_is_a_finding_with_the_words_of_python(self) -> None:
        (finding,) = lint(IMPORT + "x = (1\ny = 2\n").findings
        assert (finding.code, finding.name, finding.severity) == ("GL900", "invalid-syntax", Severity.ERROR)
        assert finding.message == "'(' was never closed"
        assert (finding.span.start.row, finding.span.start.column) == (2, 5)

    def test_what_was_not_analysed_has_no_unused_suppressions(self) -> None:
        assert codes(lint(IMPORT + "x = 1  # gradlint: ignore[GL101]\ny = = 2\n")) == ["GL900"]

    def test_a_newer_grammar_than_ours_is_no_error(self) -> None:
        assert codes(lint(IMPORT + "type X = int\nx = CUT\n")) == ["GL401"]

    def test_a_file_that_is_no_text_is_a_finding(self) -> None:
        result = engine().lint_source(b"import torch\nx = '\xff'\n", "train.py")
        assert [f.message for f in result.findings] == ["not valid UTF-8: byte 0xff at line 2"]

    def test_of_a_notebook_the_other_cells_are_checked(self) -> None:
        cells = [{"cell_type": "code", "source": text} for text in ("import torch", "x = (", "y = CUT")]
        (invalid, cut) = lint(json.dumps({"cells": cells}), "study.ipynb").findings
        assert (invalid.code, invalid.span.cell, cut.code, cut.span.cell) == ("GL900", 2, "GL401", 3)

    def test_a_block_of_a_document_is_an_error_only_if_somebody_runs_it(self) -> None:
        shell = "```python\nimport torch\n```\n\n```python\nkernel(key, state) -> (state, info)\n```\n"
        assert codes(lint(shell, "guide.md")) == []
        shortened = "```python\nimport torch\nresult = train(rate=0.1, ...)\n```\n"
        assert codes(lint(shortened, "guide.md")) == []
        (finding,) = lint("```{code-cell} python\nimport torch\nx = (\n```\n", "guide.md").findings
        assert (finding.code, finding.severity) == ("GL900", Severity.ERROR)


class TestFailures:
    def test_an_exception_in_one_file_stays_there(self, tmp_path: Path) -> None:
        for name, word in (("a.py", "CUT"), ("b.py", "BOOM"), ("c.py", "CUT")):
            (tmp_path / name).write_text(f"{IMPORT}x = {word}\n")
        first, second, third = engine().lint(["a.py", "b.py", "c.py"])
        assert codes(first) == codes(third) == ["GL401"]
        assert second.findings == ()
        assert second.failure is not None
        assert "internal error" in second.failure
        assert "KeyError: 'boom' (standin.py:" in second.failure

    def test_a_file_that_has_vanished_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "b.py").write_text(f"{IMPORT}x = CUT\n")
        gone, there = engine().lint(["a.py", "b.py"])
        assert gone.failure == "cannot be read: No such file or directory"
        assert codes(there) == ["GL401"]

    def test_endless_recursion_is_an_internal_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def endless(*_: object) -> object:
            return endless(*_)

        monkeypatch.setattr(sys.modules["gradlint.engine.findings"], "analysed", endless)
        failure = lint(IMPORT).failure
        assert failure is not None
        assert "RecursionError" in failure


class TestDepth:
    def test_more_brackets_than_python_takes_is_a_syntax_error(self) -> None:
        for depth in (500, 100_000):
            (finding,) = lint(IMPORT + "x = " + "(" * depth + ")" * depth + "\n").findings
            assert (finding.code, finding.message) == ("GL900", "too many nested parentheses")

    def test_a_long_sum_is_no_problem(self) -> None:
        assert codes(lint(IMPORT + "x = " + " + ".join(["a"] * 900) + "\ny = CUT\n")) == ["GL401"]

    @pytest.mark.parametrize(
        "statement",
        [
            "x = " + " and ".join(["a"] * 20_000),
            "x = " + "-" * 20_000 + "1",
            "x = (" + "\n + ".join(["a"] * 20_000) + ")",
            "x = " + " + \\\n".join(["a"] * 20_000),
            "if a: pass\n" + "elif b: pass\n" * 20_000,
            "x = a" + ".b" * 20_000,
        ],
        ids=["and", "minus", "sum in brackets", "sum over lines", "elif", "attributes"],
    )
    def test_no_depth_brings_the_process_down(self, statement: str) -> None:
        result = lint(f"{IMPORT}{statement}\ny = CUT\n")
        assert codes(result) in (["GL900"], ["GL401"])

    def test_the_limits_of_the_caller_are_left_as_they_were(self) -> None:
        before = sys.getrecursionlimit()
        lint(IMPORT + "x = BOOM\n")
        assert sys.getrecursionlimit() == before


class TestSettings:
    def test_rules_can_be_chosen(self) -> None:
        assert codes(lint(IMPORT + "x = CUT\n", ignore=["GL4"])) == []
        assert codes(lint(IMPORT + "x = CUT\n", select=["GL101"])) == []
        assert codes(lint(IMPORT + "x = CUT\n", select=["detached-loss"])) == ["GL401"]

    def test_and_left_out_in_single_files(self) -> None:
        ignores = {"tests/*": ["GL401"]}
        assert codes(lint(IMPORT + "x = CUT\n", "tests/a.py", per_file_ignores=ignores)) == []
        assert codes(lint(IMPORT + "x = CUT\n", "a.py", per_file_ignores=ignores)) == ["GL401"]

    def test_style_shows_only_if_it_is_asked_for(self) -> None:
        assert codes(lint(IMPORT + "x = STYLE\n")) == []
        assert codes(lint(IMPORT + "x = STYLE\n", extend_select=["GL401"])) == ["GL401"]
        assert codes(lint(IMPORT + "x = STYLE\n", select=["ALL"])) == ["GL401"]

    def test_a_suppression_of_style_that_is_off_is_not_unused(self) -> None:
        assert codes(lint(IMPORT + "x = STYLE  # gradlint: ignore[GL401]\n")) == []

    def test_the_user_may_rate_a_rule(self) -> None:
        (rated,) = lint(IMPORT + "x = CUT\n", severity={"GL401": "info"}).findings
        assert rated.severity is Severity.INFO
        (raised,) = lint(IMPORT + "x = STYLE\n", severity={"GL401": "error"}).findings
        assert raised.severity is Severity.ERROR

    def test_the_nearest_configuration_counts(self, tmp_path: Path) -> None:
        (tmp_path / "inner").mkdir()
        (tmp_path / "inner" / "gradlint.toml").write_text('ignore = ["GL401"]\n')
        for name in ("a.py", "inner/a.py"):
            (tmp_path / name).write_text(IMPORT + "x = CUT\n")
        outer, inner = engine().lint(["a.py", "inner/a.py"])
        assert (codes(outer), codes(inner)) == (["GL401"], [])


class TestSuppressions:
    def test_a_comment_hides_a_finding(self) -> None:
        assert codes(lint(IMPORT + "x = CUT  # gradlint: ignore[GL401] known\n")) == []
        assert codes(lint(IMPORT + "x = CUT  # noqa: GL401\n")) == []

    def test_a_file_can_be_left_out(self) -> None:
        assert codes(lint("# gradlint: ignore-file\n" + IMPORT + "x = CUT\n")) == []

    def test_an_unused_comment_is_told(self) -> None:
        assert codes(lint(IMPORT + "x = 1  # gradlint: ignore[GL401]\n")) == ["GL901"]


class TestFingerprints:
    def prints(self, text: str, path: str = "train.py") -> list[str]:
        return [finding.fingerprint for finding in lint(text, path).findings]

    def test_edits_elsewhere_and_spacing_do_not_change_them(self) -> None:
        before = self.prints(IMPORT + "x = CUT\n")
        assert before == self.prints("import os\n\n" + IMPORT + "if os:\n    x  =  CUT\n")

    def test_equal_lines_are_told_apart(self) -> None:
        prints = self.prints(IMPORT + "x = CUT\ny = 1\nx = CUT\nx = CUT\n")
        assert len(set(prints)) == 3

    def test_the_definition_around_it_makes_a_difference(self) -> None:
        prints = self.prints(
            IMPORT + "x = CUT\ndef f():\n    x = CUT\nclass A:\n    def f():\n        x = CUT\n"
        )
        assert len(set(prints)) == 3

    def test_rule_file_and_line_make_the_difference(self) -> None:
        prints = self.prints(IMPORT + "x = CUT\ny = CUT\n") + self.prints(IMPORT + "x = CUT\n", "other.py")
        assert len(set(prints)) == 3

    def test_the_working_directory_does_not(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "gradlint.toml").write_text("")
        (tmp_path / "inner").mkdir()
        above = self.prints(IMPORT + "x = CUT\n", "inner/a.py")
        monkeypatch.chdir(tmp_path / "inner")
        assert above == self.prints(IMPORT + "x = CUT\n", "a.py")


def test_a_suppression_of_what_only_running_finds_is_not_called_unused() -> None:
    text = (
        "import torch\ndef f(x):\n    return x * x\ndef f_grad(x):\n    return x  # gradlint: ignore[GL804]\n"
    )
    assert [one.code for one in gradlint.lint_source(text, select=["ALL"])] == []
