"""Which comments hide a finding, and which are reported because they hide none."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradlint.core.model import Finding, Position, Rule, Severity, Span
from gradlint.engine.suppress import apply, skips_file
from gradlint.sources import Unit, from_text
from tests.support.rules import rule

RULES: Mapping[str, Rule] = {
    made.code: made
    for made in (
        rule("GL101", "numpy-call-on-gradient"),
        rule("GL102", "numpy-conversion-of-gradient"),
        rule("GL201", "inplace-on-leaf"),
        rule("GL704", "clamped-parameter", Severity.INFO),
        rule("GL901", "unused-suppression", Severity.WARNING),
    )
}
ALL = frozenset(RULES)


def found(row: int, code: str = "GL101", cell: int | None = None, column: int = 1) -> Finding:
    span = Span(Position(row, column), Position(row, column + 1), cell)
    return Finding(code, RULES[code].name, "message", "a.py", span, RULES[code].severity)


def python(text: str) -> Unit:
    return from_text(text, "a.py")


def left(text: str, *findings: Finding, enabled: frozenset[str] = ALL) -> list[tuple[str, int]]:
    """The code and row of what remains of the findings in a text."""
    return [(f.code, f.span.start.row) for f in apply(python(text), findings, enabled, RULES)]


def complaints(text: str, *findings: Finding, enabled: frozenset[str] = ALL) -> list[str]:
    return [f.message for f in apply(python(text), findings, enabled, RULES) if f.code == "GL901"]


class TestHiding:
    @pytest.mark.parametrize(
        "comment",
        [
            "# gradlint: ignore",
            "# gradlint: ignore[GL101]",
            "# gradlint: ignore[GL101] logged only",
            "#gradlint:ignore[ GL101 ]",
            "# gradlint: ignore[GL201,GL101]",
            "# gradlint: ignore[numpy-call-on-gradient]",
            "# gradlint: ignore[GL1]",
            "# gradlint: ignore[ALL]",
            "# a remark  # gradlint: ignore[GL101]",
            "# type: ignore  # gradlint: ignore[GL101]",
            "# noqa",
            "# NOQA",
            "# noqa: GL101",
            "# noqa:GL101",
            "# noqa: E501, GL101",
            "# noqa: E501 GL101 a reason",
            "# NoQA : gl101",
            "# type: ignore # noqa: GL101",
        ],
    )
    def test_a_comment_on_the_line_hides_the_finding(self, comment: str) -> None:
        assert ("GL101", 1) not in left(f"x = f(y)  {comment}\n", found(1))

    @pytest.mark.parametrize(
        "comment",
        [
            "# gradlint: ignore[GL201]",
            "# gradlint: ignored",
            "# gradlint: ignore-files",
            "# gradlint: ignore[]",
            "# gradlint ignore[GL101]",
            "# noqa: E501",
            "# noqa: GL102",
            "# noqa: because",
            "# noqa-file",
            "# flake8: noqa",
            "# see gradlint: and noqa",
            "",
        ],
    )
    def test_other_comments_hide_nothing(self, comment: str) -> None:
        assert ("GL101", 1) in left(f"x = f(y)  {comment}\n", found(1))

    @pytest.mark.parametrize("word", ["ignor[GL101]", "disable=GL101", "noqa", "ignored", "off"])
    def test_a_word_that_looks_like_one_is_pointed_out(self, word: str) -> None:
        said = complaints(f"x = f(y)  # gradlint: {word}\n", found(1))
        name = word.split("[")[0].split("=")[0]
        assert said == [f"`gradlint: {name}` is not a valid suppression; write `gradlint: ignore[CODE]`"]

    def test_prose_about_gradlint_is_none(self) -> None:
        assert complaints("x = f(y)  # gradlint: this is fine\n", found(1)) == []

    def test_only_the_line_of_the_comment_is_meant(self) -> None:
        text = "x = f(y)  # gradlint: ignore\nx = f(y)\n"
        assert left(text, found(1), found(2)) == [("GL101", 2)]

    @pytest.mark.parametrize("row", [1, 2, 3, 4])
    @pytest.mark.parametrize("start", [1, 2, 3, 4])
    def test_any_line_of_the_statement_will_do(self, row: int, start: int) -> None:
        lines = ["x = f(", "    y,", "    z,", ")"]
        lines[row - 1] += "  # gradlint: ignore[GL101]"
        assert left("\n".join(lines) + "\nw = 1\n", found(start), found(5)) == [("GL101", 5)]

    def test_a_comment_between_the_lines_of_a_statement_belongs_to_it(self) -> None:
        assert left("x = f(\n    # gradlint: ignore[GL101]\n    y)\n", found(3)) == []

    def test_the_head_of_a_block_is_a_statement_of_its_own(self) -> None:
        text = "with a:  # gradlint: ignore[GL101]\n    x = f(y)\n"
        assert left(text, found(1), found(2)) == [("GL101", 2)]

    def test_a_statement_that_ends_with_a_long_string_can_be_marked_there(self) -> None:
        assert left('x = f("""\na\n""")  # noqa: GL101\n', found(1)) == []

    @pytest.mark.parametrize(
        "text",
        [
            'x = "# gradlint: ignore"\n',
            'x = f(y, """\n# gradlint: ignore[GL101]\n""")\n',
            "x = '# noqa'\n",
        ],
    )
    def test_a_string_is_no_comment(self, text: str) -> None:
        assert left(text, found(1)) == [("GL101", 1)]

    def test_broken_code_has_no_suppressions(self) -> None:
        assert left("x = (  # gradlint: ignore\n", found(1)) == [("GL101", 1)]
        assert left("  x\n y  # gradlint: ignore\n", found(2)) == [("GL101", 2)]

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_line_ends_do_not_matter(self, newline: str) -> None:
        text = newline.join(["a = 1", "\x0c", "x = f(y)  # gradlint: ignore[GL101]", ""])
        assert left(text, found(3)) == []

    def test_cells_of_a_notebook_are_told_apart(self) -> None:
        cells = [
            {"cell_type": "code", "source": source}
            for source in ("x = 1", "y = f(x)  # noqa: GL101", "z = 1")
        ]
        unit = from_text(json.dumps({"cells": cells}), "n.ipynb")
        kept = apply(unit, [found(1, cell=1), found(1, cell=2), found(1, cell=3)], ALL, RULES)
        assert [f.span.cell for f in kept] == [1, 3]

    def test_lines_of_a_document_are_those_of_the_document(self) -> None:
        unit = from_text("# T\n> ```py\n> x = f(y)  # gradlint: ignore[GL101]\n> ```\n", "d.md")
        assert apply(unit, [found(3, column=3)], ALL, RULES) == []


class TestWholeFile:
    @pytest.mark.parametrize(
        "text", ["# gradlint: ignore-file\nx\n", "x\n\nif y:\n    # gradlint: ignore-file why\n    z\n"]
    )
    def test_a_file_can_ask_to_be_left_alone(self, text: str) -> None:
        assert skips_file(text)
        assert left(text, found(1), found(2)) == []

    @pytest.mark.parametrize(
        "text",
        [
            "x = 1  # gradlint: ignore-file\n",
            "'''\n# gradlint: ignore-file\n'''\n",
            "# gradlint: ignore-file[GL101]\n",
            "# gradlint: ignore\n",
            "# gradlint: ignore-files\n",
            "x = (\n# gradlint: ignore-file\n",
            "",
        ],
    )
    def test_only_a_comment_of_its_own_without_codes_does_that(self, text: str) -> None:
        assert not skips_file(text)

    def test_with_line_ends_of_any_sort(self) -> None:
        assert skips_file("x\r# gradlint: ignore-file\r")
        assert skips_file("x\r\n# gradlint: ignore-file\r\n")

    def test_single_rules_can_be_left_out_of_a_file(self) -> None:
        text = "# gradlint: ignore-file[GL101, inplace-on-leaf] generated\nx\ny\n"
        assert left(text, found(2), found(3, "GL102"), found(3, "GL201")) == [("GL102", 3)]

    def test_after_code_it_is_reported_as_misplaced(self) -> None:
        for text in ("x = 1  # gradlint: ignore-file\n", "x = 1  # gradlint: ignore-file[GL101]\n"):
            assert complaints(text) == ["`gradlint: ignore-file` works only on a line of its own"]


class TestUnused:
    @pytest.mark.parametrize(
        ("comment", "message"),
        [
            ("# gradlint: ignore", "`gradlint: ignore` is unused"),
            ("# gradlint: ignore[GL101] reason", "`gradlint: ignore[GL101]` is unused"),
            ("# gradlint: ignore[inplace-on-leaf]", "`gradlint: ignore[inplace-on-leaf]` is unused"),
            ("# gradlint: ignore[GL1]", "`gradlint: ignore[GL1]` is unused"),
            ("# noqa: E501,GL101", "`noqa: GL101` is unused"),
            ("# gradlint: ignore[]", "`gradlint: ignore[]` names no rule"),
        ],
    )
    def test_a_suppression_that_hides_nothing_is_reported(self, comment: str, message: str) -> None:
        assert complaints(f"x = 1  {comment}\n") == [message]

    @pytest.mark.parametrize(
        "comment", ["# noqa", "# noqa: E501", "# noqa: E501, W291", "# noqa: reason", "# type: ignore"]
    )
    def test_what_other_tools_use_is_never_reported(self, comment: str) -> None:
        assert complaints(f"x = 1  {comment}\n") == []
        assert complaints(f"x = 1  {comment}\ny = 2\n", found(2)) == []

    def test_each_name_is_judged_by_itself(self) -> None:
        text = "x = f(y)  # gradlint: ignore[GL101, GL201]\n"
        assert complaints(text, found(1)) == ["`gradlint: ignore[GL201]` is unused"]
        assert complaints(text, found(1), found(1, "GL201")) == []

    def test_two_comments_that_hide_the_same_are_both_in_use(self) -> None:
        text = "# gradlint: ignore-file[GL101]\nx = f(y)  # gradlint: ignore[GL101]  # noqa: GL101\n"
        assert left(text, found(2)) == []

    def test_an_unused_code_for_the_file_is_reported(self) -> None:
        assert complaints("# gradlint: ignore-file[GL101]\nx\n") == [
            "`gradlint: ignore-file[GL101]` is unused"
        ]

    def test_a_suppression_on_a_line_of_its_own_says_where_it_belongs(self) -> None:
        (message,) = complaints("# gradlint: ignore[GL101]\nx = f(y)\n", found(2))
        assert message.startswith("`gradlint: ignore[GL101]` is unused; ")
        assert message.endswith("it has to stand on a line of the statement that it is about")

    @pytest.mark.parametrize(
        ("comment", "enabled", "reported"),
        [
            ("# gradlint: ignore[GL201]", ALL - {"GL201"}, False),
            ("# gradlint: ignore[GL201]", frozenset({"GL201", "GL901"}), True),
            ("# gradlint: ignore[GL1]", ALL - {"GL102"}, False),
            ("# noqa: GL201", ALL - {"GL201"}, False),
            ("# gradlint: ignore", ALL - {"GL201"}, False),
            ("# gradlint: ignore", ALL - {"GL704"}, True),
            ("# gradlint: ignore[ALL]", ALL - {"GL704"}, True),
            ("# gradlint: ignore[GL704]", ALL - {"GL704"}, False),
            ("# gradlint: ignore[GL704]", ALL, True),
            ("# gradlint: ignore[GL901]", ALL, False),
            ("# gradlint: ignore[GL101]", ALL - {"GL901"}, False),
            ("# gradlint: ignore[GL1O1]", ALL - {"GL901"}, False),
        ],
    )
    def test_only_what_this_run_could_have_found_is_judged(
        self, comment: str, enabled: frozenset[str], reported: bool
    ) -> None:
        assert bool(complaints(f"x = 1  {comment}\n", enabled=enabled)) is reported

    def test_the_report_can_be_suppressed_as_well(self) -> None:
        assert complaints("x = 1  # gradlint: ignore[GL101, GL901]\n") == []
        assert complaints("# gradlint: ignore-file[GL901]\nx = 1  # gradlint: ignore[GL101, GL1O1]\n") == []

    @pytest.mark.parametrize(
        ("comment", "message"),
        [
            ("# gradlint: ignore[GL1O1]", "unknown rule 'GL1O1' (did you mean GL101?) in `gradlint: ignore`"),
            (
                "# gradlint: ignore[inplace-on-laef]",
                "unknown rule 'inplace-on-laef' (did you mean inplace-on-leaf?) in `gradlint: ignore`",
            ),
            ("# gradlint: ignore[E501]", "unknown rule 'E501' in `gradlint: ignore`"),
            ("# gradlint: ignore[what is this]", "unknown rule 'what is this' in `gradlint: ignore`"),
            ("# noqa: GL999", "unknown rule 'GL999' (did you mean GL901?) in `noqa`"),
        ],
    )
    def test_an_unknown_rule_is_named_with_the_nearest_one(self, comment: str, message: str) -> None:
        assert complaints(f"x = 1  {comment}\n") == [message]

    def test_the_report_points_at_the_very_name(self) -> None:
        (finding,) = apply(python("x = 1  # gradlint: ignore[GL101, GL1O1]\n"), [found(1)], ALL, RULES)
        assert finding.span == Span(Position(1, 34), Position(1, 39))
        assert (finding.name, finding.severity, finding.path) == (
            "unused-suppression",
            Severity.WARNING,
            "a.py",
        )

    def test_in_a_notebook_it_points_into_the_cell(self) -> None:
        cells = [{"cell_type": "code", "source": source} for source in ("x = 1", "\ny = 1  # noqa: GL101")]
        unit = from_text(json.dumps({"cells": cells}), "n.ipynb")
        (finding,) = apply(unit, [], ALL, RULES)
        assert finding.span == Span(Position(2, 16), Position(2, 21), 2)


class TestAnything:
    PIECES = st.sampled_from(
        [
            *(
                "# gradlint: ignore",
                "[",
                "]",
                "GL101",
                ",",
                " ",
                "\n",
                "# noqa",
                ":",
                "-file",
                "x = f(",
                ")",
                "'",
            ),
            *('"""', "\r", "\\\n", "if x:\n    ", "# gradlint:", "\x0c", "\t"),
        ]
    )

    @settings(max_examples=400, deadline=None)
    @given(st.lists(PIECES, max_size=15).map("".join))
    def test_no_text_crashes_it_and_nothing_is_invented(self, text: str) -> None:
        findings = [found(1), found(2, "GL102")]
        kept = apply(python(text), findings, ALL, RULES)
        assert all(finding in findings or finding.code == "GL901" for finding in kept)
        assert not skips_file(text) or kept == []


class TestFixing:
    """What `--fix` leaves of a comment that hides nothing."""

    @pytest.mark.parametrize(
        ("comment", "left_of_it"),
        [
            ("  # gradlint: ignore[GL101]", ""),
            ("  # gradlint: ignore[GL101] only logged", ""),
            ("  # gradlint: ignore", ""),
            ("  # gradlint: ignore[GL101, GL201] words", "  # gradlint: ignore[GL201] words"),
            ("  # gradlint: ignore[GL201, GL101, GL102]", "  # gradlint: ignore[GL201]"),
            ("  # noqa: E501, GL101", "  # noqa: E501"),
            ("  # noqa: GL101, E501 long", "  # noqa: E501 long"),
            ("  # noqa: GL101", ""),
            ("  # a remark  # gradlint: ignore[GL101]", "  # a remark"),
            ("  # gradlint: ignore[GL101]  # type: ignore", "  # type: ignore"),
            ("  # type: ignore # noqa: GL101", "  # type: ignore"),
        ],
    )
    def test_only_what_hides_nothing_goes(self, comment: str, left_of_it: str) -> None:
        from gradlint.fixing.apply import fixed_data

        text = f"x = f(y){comment}\nz = 1\n"
        reported = [
            one for one in apply(python(text), [found(1, "GL201")], ALL, RULES) if one.code == "GL901"
        ]
        if comment == "  # gradlint: ignore":
            reported = [one for one in apply(python(text), [], ALL, RULES) if one.code == "GL901"]
        assert {one.fix.applicability for one in reported if one.fix} == {"safe"}
        made = fixed_data(text.encode(), python(text), [one.fix for one in reported if one.fix])
        assert made.data.decode() == f"x = f(y){left_of_it}\nz = 1\n"

    def test_a_comment_for_the_whole_file_takes_its_line_along(self) -> None:
        from gradlint.fixing.apply import fixed_data

        text = "# gradlint: ignore-file[GL101]\nx = 1\n"
        (reported,) = apply(python(text), [], ALL, RULES)
        assert reported.fix is not None
        assert fixed_data(text.encode(), python(text), [reported.fix]).data == b"x = 1\n"

    def test_a_comment_in_the_wrong_place_is_not_removed_unasked(self) -> None:
        text = "# gradlint: ignore[GL101]\nx = f(y)\n"
        reported = [one for one in apply(python(text), [found(2)], ALL, RULES) if one.code == "GL901"]
        assert [one.fix.applicability for one in reported if one.fix] == ["unsafe"]
