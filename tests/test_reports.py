"""What the reports look like: for people, for editors, for programs."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradlint.core import catalog
from gradlint.core.links import rule_url
from gradlint.core.model import Edit, Finding, Fix, Label, Position, Severity, Span
from gradlint.core.result import Result
from gradlint.report import load
from gradlint.report.rule_page import page
from gradlint.report.screen import Screen, screen_for
from gradlint.report.statistics import as_json, as_text
from gradlint.report.tally import Tally
from gradlint.sources.read import from_text


def span(row: int, start: int, end: int, cell: int | None = None, last: int | None = None) -> Span:
    return Span(Position(row, start), Position(last or row, end), cell)


def finding(at: Span, *labels: Label, path: str = "train.py", **given: object) -> Finding:
    values = {
        "code": "GL401",
        "name": "detached-loss",
        "message": "the gradient is cut",
        "severity": Severity.ERROR,
        **given,
    }
    return Finding(path=path, span=at, labels=labels, **values)  # type: ignore[arg-type]


def result(text: str, *findings: Finding, path: str = "train.py") -> Result:
    return Result(path, findings, from_text(text, path))


def shown(name: str, results: Sequence[Result], screen: Screen | None = None) -> str:
    return "".join(load(name)(results, screen or Screen()))


TRAINING = """\
import torch

w = torch.ones(3, requires_grad=True)
y = w * 2
z = y.detach()
loss = z.sum()
print(loss)
loss.backward()
"""
STORY = finding(
    span(5, 5, 15),
    Label("enters", "gradient enters here", span(3, 1, 2)),
    Label("cut", "cut here", span(5, 5, 15)),
    Label("asked", "requested here", span(8, 1, 16)),
    framework="torch",
    help="use y itself",
)


class TestFull:
    def test_the_story_is_told_in_the_order_of_the_lines(self) -> None:
        assert shown("full", [result(TRAINING, STORY)]) == (
            "error[GL401] detached-loss: the gradient is cut\n"
            " --> train.py:5:5\n"
            "  |\n"
            "3 | w = torch.ones(3, requires_grad=True)\n"
            "  | - gradient enters here\n"
            "4 | y = w * 2\n"
            "5 | z = y.detach()\n"
            "  |     ^^^^^^^^^^ cut here\n"
            "...\n"
            "8 | loss.backward()\n"
            "  | --------------- requested here\n"
            "  |\n"
            "  = help: use y itself\n"
            f"  = docs: {rule_url('GL401')}\n\n"
        )

    def test_several_labels_on_one_line_each_have_their_own(self) -> None:
        text = "loss = float(model(x).sum())\n"
        told = finding(span(1, 8, 29), Label("enters", "enters here", span(1, 14, 22)))
        assert shown("full", [result(text, told)]).splitlines()[3:6] == [
            "1 | loss = float(model(x).sum())",
            "  |        ^^^^^^^^^^^^^^^^^^^^^",
            "  |              -------- enters here",
        ]

    def test_of_several_lines_the_first_is_marked_to_its_end(self) -> None:
        told = finding(span(1, 5, 2, last=3))
        lines = shown("full", [result("x = f(\n    1\n)\n", told)]).splitlines()
        assert lines[3:5] == ["1 | x = f(", "  |     ^^"]

    def test_the_margin_is_as_wide_as_the_largest_number(self) -> None:
        text = "a = 1\n" * 120
        told = finding(span(100, 1, 2), Label("enters", "here", span(9, 1, 2)))
        lines = shown("full", [result(text, told)]).splitlines()
        assert lines[1] == "   --> train.py:100:1"
        assert "  9 | a = 1" in lines
        assert "100 | a = 1" in lines

    def test_tabs_and_wide_characters_keep_the_marks_in_place(self) -> None:
        text = '\tx = "日本", CUT\n'
        lines = shown("full", [result(text, finding(span(1, 12, 15)))]).splitlines()
        assert lines[3] == '1 |     x = "日本", CUT'
        assert lines[4].endswith("^^^")
        assert columns(lines[4]) - 3 == columns(lines[3].partition("CUT")[0])

    def test_combining_marks_take_no_room(self) -> None:
        text = "e\u0301 = CUT\n"
        lines = shown("full", [result(text, finding(span(1, 6, 9)))]).splitlines()
        assert columns(lines[4]) - 3 == columns(lines[3].partition("CUT")[0])

    def test_a_place_behind_the_end_of_the_line_can_be_marked(self) -> None:
        lines = shown("full", [result("x = (\n", finding(span(1, 6, 7)))]).splitlines()
        assert lines[3:5] == ["1 | x = (", "  |      ^"]

    def test_a_place_without_source_has_no_excerpt(self) -> None:
        broken = Result("a.py", (finding(span(1, 1, 2), path="a.py"),), from_text(b"\xff", "a.py"))
        assert shown("full", [broken]).splitlines() == [
            "error[GL401] detached-loss: the gradient is cut",
            " --> a.py:1:1",
            f"  = docs: {rule_url('GL401')}",
            "",
        ]

    def test_the_cells_of_a_notebook_are_named(self) -> None:
        cells = [
            {"cell_type": "code", "source": "import torch\nw = torch.ones(1, requires_grad=True)"},
            {"cell_type": "markdown", "source": "text"},
            {"cell_type": "code", "source": "z = w.detach()"},
        ]
        told = finding(span(1, 5, 15, 3), Label("enters", "enters here", span(2, 1, 2, 1)), path="n.ipynb")
        lines = shown("full", [result(json.dumps({"cells": cells}), told, path="n.ipynb")]).splitlines()
        assert lines[1:9] == [
            " --> n.ipynb:cell 3:1:5",
            "  |",
            "  ::: cell 1",
            "2 | w = torch.ones(1, requires_grad=True)",
            "  | - enters here",
            "  ::: cell 3",
            "1 | z = w.detach()",
            "  |     ^^^^^^^^^^",
        ]

    def test_help_of_several_lines_is_aligned(self) -> None:
        told = finding(span(1, 1, 2), help="first\nsecond")
        assert shown("full", [result("x\n", told)]).splitlines()[-4:-2] == [
            "  = help: first",
            "          second",
        ]

    def test_what_could_steer_the_terminal_is_not_passed_on(self) -> None:
        text = "x = '\x1b[31m\u202e\u2028'\n"
        told = finding(span(1, 1, 2), message="\x1b]0;title\x07", path="a\x1b[2J.py", help="\x1b[1m")
        out = shown("full", [result(text, told, path="a\x1b[2J.py")])
        assert not set(out) & {"\x1b", "\x07", "\u202e", "\u2028"}

    def test_a_poor_encoding_gets_what_it_can_show(self) -> None:
        screen = Screen(width=40, encoding="ascii")
        text = "é = '日'; " + "x" * 100 + " CUT\n"
        out = shown("full", [result(text, finding(span(1, 111, 114)))], screen)
        out.encode("ascii")
        assert "..." in out


def columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(one) in "WF" for one in text)
    return len(text) + wide - sum(unicodedata.category(one) == "Mn" for one in text)


class TestWidth:
    @given(
        text=st.text(st.sampled_from("ab c日\té\u0301"), max_size=300),
        where=st.integers(0, 299),
        length=st.integers(1, 80),
        width=st.integers(30, 120),
        encoding=st.sampled_from(["utf-8", "ascii", "latin-1"]),
    )
    def test_the_mark_is_always_seen_under_its_place(
        self, text: str, where: int, length: int, width: int, encoding: str
    ) -> None:
        before = text[:where]
        line = f"{before}@{'#' * (length - 1)}{text[where:]}"
        told = finding(span(1, len(before) + 1, len(before) + 1 + length))
        lines = shown("full", [result(line + "\n", told)], Screen(width, encoding=encoding)).splitlines()
        source, mark = lines[3], lines[4]
        assert columns(source) <= width
        assert columns(mark) <= width
        assert source[columns_index(source, mark.index("^"))] == "@"
        assert mark.count("^") <= length

    def test_marks_far_apart_are_both_shown(self) -> None:
        line = f"first = {'x' * 300} + second\n"
        told = finding(span(1, 312, 318), Label("enters", "enters here", span(1, 1, 6)))
        lines = shown("full", [result(line, told)], Screen(60)).splitlines()[3:7]
        assert [line[:4] for line in lines] == ["1 | ", "  | ", "1 | ", "  | "]
        assert lines[0].startswith("1 | first")
        assert lines[1] == "  | ----- enters here"
        assert lines[2].endswith("second")
        assert lines[3].index("^") == lines[2].index("second")


def columns_index(text: str, column: int) -> int:
    return next(index for index in range(len(text)) if columns(text[: index + 1]) > column)


class TestColour:
    def test_colour_adds_nothing_but_colour(self) -> None:
        plain = shown("full", [result(TRAINING, STORY)], Screen())
        painted = shown("full", [result(TRAINING, STORY)], Screen(colour=True))
        assert painted != plain
        assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain

    @pytest.mark.parametrize(
        ("environment", "choice", "expected"),
        [
            ({}, "auto", False),
            ({"FORCE_COLOR": "1"}, "auto", True),
            ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", True),
            ({"FORCE_COLOR": "1"}, "never", False),
            ({"NO_COLOR": "1"}, "always", True),
        ],
    )
    def test_who_decides(
        self, environment: dict[str, str], choice: str, expected: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("FORCE_COLOR", "NO_COLOR"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with open(os.devnull, "w", encoding="utf-8") as stream:
            assert screen_for(stream, choice).colour is expected  # type: ignore[arg-type]


class TestConcise:
    def test_one_line_per_finding(self) -> None:
        assert shown("concise", [result(TRAINING, STORY)]) == "train.py:5:5: GL401 the gradient is cut\n"

    def test_in_a_notebook_with_the_cell(self) -> None:
        told = finding(span(1, 5, 8, 3), path="n.ipynb")
        assert (
            shown("concise", [Result("n.ipynb", (told,))])
            == "n.ipynb:cell 3:1:5: GL401 the gradient is cut\n"
        )

    def test_a_line_stays_a_line(self) -> None:
        told = finding(span(1, 1, 2), message="one\ntwo")
        assert shown("concise", [Result("a.py", (told,))]).count("\n") == 1


class TestJson:
    def test_the_shape_is_ruffs_and_then_ours(self) -> None:
        (entry,) = json.loads(shown("json", [result(TRAINING, STORY)]))
        assert entry == {
            "cell": None,
            "code": "GL401",
            "end_location": {"column": 15, "row": 5},
            "filename": os.path.abspath("train.py"),
            "fix": None,
            "location": {"column": 5, "row": 5},
            "message": "the gradient is cut",
            "name": "detached-loss",
            "noqa_row": 5,
            "severity": "error",
            "url": rule_url("GL401"),
            "framework": "torch",
            "certainty": "certain",
            "labels": [
                {
                    "role": role,
                    "message": message,
                    "filename": os.path.abspath("train.py"),
                    "cell": None,
                    "location": {"column": start, "row": row},
                    "end_location": {"column": end, "row": row},
                }
                for role, message, row, start, end in (
                    ("enters", "gradient enters here", 3, 1, 2),
                    ("cut", "cut here", 5, 5, 15),
                    ("asked", "requested here", 8, 1, 16),
                )
            ],
            "help": "use y itself",
            "fingerprint": "",
            "verdict": None,
        }

    def test_a_fix_has_the_shape_of_ruffs(self) -> None:
        fix = Fix("Remove it", "unsafe", (Edit(span(5, 6, 15), ""),))
        (entry,) = json.loads(shown("json", [Result("a.py", (finding(span(5, 1, 2), fix=fix),))]))
        assert entry["fix"] == {
            "applicability": "unsafe",
            "edits": [
                {
                    "cell": None,
                    "content": "",
                    "end_location": {"column": 15, "row": 5},
                    "location": {"column": 6, "row": 5},
                }
            ],
            "message": "Remove it",
        }

    def test_what_cannot_be_suppressed_has_no_row_for_it(self) -> None:
        (entry,) = json.loads(shown("json", [Result("a.py", (finding(span(1, 1, 2), code="GL900"),))]))
        assert entry["noqa_row"] is None

    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_both_forms_hold_the_same(self, count: int) -> None:
        results = [result(TRAINING, *[STORY] * count), Result("clean.py")]
        lines = shown("json-lines", results).splitlines()
        assert [json.loads(line) for line in lines] == json.loads(shown("json", results))
        assert len(lines) == count

    def test_names_that_are_no_text_are_still_json(self) -> None:
        told = finding(span(1, 1, 2), path="a\udcff.py")
        shown("json", [Result("a\udcff.py", (told,))]).encode("ascii")


class TestSummary:
    def tally(self, *results: Result) -> Tally:
        tally = Tally()
        list(tally.counting(results))
        return tally

    @pytest.mark.parametrize(
        ("severities", "expected"),
        [
            ([], "All checks passed!"),
            (["error"], "Found 1 error in 1 file."),
            (["error", "error", "warning"], "Found 2 errors, 1 warning in 1 file."),
            (["info", "warning"], "Found 1 warning, 1 note in 1 file."),
        ],
    )
    def test_one_line_says_it_all(self, severities: list[str], expected: str) -> None:
        found = [finding(span(1, 1, 2), severity=Severity(one)) for one in severities]
        assert self.tally(result("x\n", *found), Result("b.py")).summary() == expected

    def test_files_that_could_not_be_checked_are_not_forgotten(self) -> None:
        failed = Result("b.py", failure="broken")
        assert self.tally(failed).summary() == "1 file could not be checked."
        found = self.tally(result("x\n", finding(span(1, 1, 2))), failed, failed)
        assert found.summary() == "Found 1 error in 1 file. 2 files could not be checked."

    def test_statistics_count_the_rules(self) -> None:
        other = finding(span(1, 1, 2), code="GL101", name="numpy-call-on-gradient")
        tally = self.tally(result("x\n", STORY, other, STORY))
        assert (
            "".join(as_text(tally, Screen())) == "2  GL401  detached-loss\n1  GL101  numpy-call-on-gradient\n"
        )
        assert json.loads("".join(as_json(tally)))[0] == {
            "code": "GL401",
            "name": "detached-loss",
            "count": 2,
            "fixable": False,
        }

    def test_nothing_to_count_is_nothing_to_show(self) -> None:
        assert "".join(as_text(Tally(), Screen())) == ""


@pytest.mark.parametrize(
    ("name", "expected"), [("full", ""), ("concise", ""), ("json", "[]\n"), ("json-lines", "")]
)
def test_nothing_is_shown_of_nothing(name: str, expected: str) -> None:
    assert shown(name, [Result("a.py")]) == expected


def test_the_page_of_a_rule_has_all_its_parts() -> None:
    for rule in catalog.rules():
        text = page(rule)
        assert text.startswith(f"# {rule.name} ({rule.code})\n")
        for part in (rule.summary, rule.what, rule.why, rule.instead, rule.limits, *rule.references):
            assert part in text
        for example in rule.examples:
            assert f"```python\n{example.bad.strip()}\n```" in text
            assert example.error in text
