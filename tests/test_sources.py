"""How files, notebooks and documents become units, and the way back to their lines."""

from __future__ import annotations

import ast
import codecs
import json
import os
import subprocess
import sys
from pathlib import Path

import libcst
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gradlint.core.model import Position
from gradlint.sources import Unit, from_text, read
from gradlint.sources.decode import without_surrogates
from gradlint.sources.lines import position, split_lines
from gradlint.sources.syntax import fault

PYTHON_KERNEL = {"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "python"}}


def code(*lines: str) -> dict[str, object]:
    return {"cell_type": "code", "metadata": {}, "source": [f"{line}\n" for line in lines]}


def notebook(*cells: object, metadata: object = PYTHON_KERNEL) -> Unit:
    return from_text(json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4}), "n.ipynb")


def markdown(*lines: str) -> Unit:
    return from_text("".join(f"{line}\n" for line in lines), "d.md")


def filled(unit: Unit) -> dict[int, str]:
    """The lines of a unit that hold something, by their 1-based row in the unit."""
    return {row: line for row, line in enumerate(unit.text.split("\n"), 1) if line.strip()}


def messages(unit: Unit) -> list[str]:
    return [problem.message for problem in unit.problems]


def where(unit: Unit, needle: str) -> tuple[int | None, int, int]:
    """The cell, row and column in the file of what is written in the unit's text."""
    row, column = position(unit.text, unit.text.index(needle))
    place, cell = unit.locate(row, column)
    return cell, place.row, place.column


def check(unit: Unit) -> None:
    """What every unit promises to whoever comes after."""
    lines = unit.text.split("\n")
    if unit.origins is not None:
        assert len(unit.origins) == len(lines) or (not unit.origins and not unit.text)
        assert len(unit.source_lines) == len(unit.origins)
    if unit.kind != "python":
        assert fault(unit.text) is None
    for problem in unit.problems:
        assert problem.span.start.row >= 1
        assert problem.span.start.column >= 1
        assert "\n" not in problem.message
    "".join(unit.source_lines).encode("utf-8")
    unit.text.encode("utf-8")


class TestLines:
    @pytest.mark.parametrize(
        ("text", "lines"),
        [
            ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
            ("a\r\r\nb", ["a", "", "b"]),
            ("a\x0cb\x0b\x1c\x85\u2028c\n", ["a\x0cb\x0b\x1c\x85\u2028c", ""]),
            ("", [""]),
        ],
    )
    def test_lines_break_where_python_breaks_them(self, text: str, lines: list[str]) -> None:
        assert split_lines(text) == lines

    @given(st.text(alphabet="a\r\n\x0c\u2028", max_size=20), st.integers(0, 20))
    def test_a_position_leads_to_its_character(self, text: str, index: int) -> None:
        index = min(index, len(text))
        row, column = position(text, index)
        line = split_lines(text)[row - 1]
        assert column <= len(line)
        if index < len(text) and text[index] not in "\r\n":
            assert line[column] == text[index]


class TestPython:
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_newlines_are_kept_and_counted_as_editors_do(self, newline: str) -> None:
        text = newline.join(["import torch", "", "x = 1", ""])
        unit = from_text(text.encode(), "a.py")
        assert unit.text == text
        assert unit.source_lines == ("import torch", "", "x = 1", "")
        wrapper = libcst.metadata.MetadataWrapper(libcst.parse_module(unit.text))
        rows = {
            node.value: place.start.line
            for node, place in wrapper.resolve(libcst.metadata.PositionProvider).items()
            if isinstance(node, libcst.Name)
        }
        assert rows == {"torch": 1, "x": 3}

    def test_a_byte_order_mark_is_dropped(self) -> None:
        assert from_text(codecs.BOM_UTF8 + b"x = 1\n", "a.py").text == "x = 1\n"
        assert from_text("\ufeffx = 1\n", "a.py").text == "x = 1\n"

    @pytest.mark.parametrize(
        "head", ["# -*- coding: latin-1 -*-\n", "#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n"]
    )
    def test_a_coding_cookie_is_obeyed(self, head: str) -> None:
        text = f"{head}name = 'é'\n"
        unit = from_text(text.encode("latin-1"), "a.py")
        assert unit.text == text
        assert not unit.problems

    def test_text_that_is_already_decoded_is_not_decoded_again(self) -> None:
        text = "# coding: latin-1\nname = 'é'\n"
        assert from_text(text, "a.py").text == text

    def test_a_cookie_below_code_is_only_a_comment(self) -> None:
        unit = from_text("x = 1\n# coding: ascii\ny = 'é'\n".encode(), "a.py")
        assert unit.text
        assert not unit.problems

    @pytest.mark.parametrize(
        ("data", "message", "row", "column"),
        [
            (b"x = 1\ny = '\xe9'\n", "not valid UTF-8: byte 0xe9 at line 2", 2, 6),
            (b"a\r\nb\rc\xff", "not valid UTF-8: byte 0xff at line 3", 3, 2),
            ("é = '".encode() + b"\xff'", "not valid UTF-8: byte 0xff at line 1", 1, 6),
            ("x = 1".encode("utf-16"), "not valid UTF-8: byte 0xff at line 1", 1, 1),
            (b"# coding: ascii\nx = '\xe9'\n", "not valid ascii: byte 0xe9 at line 2", 2, 6),
            (b"#!python\n# coding: klingon\n", "unknown encoding 'klingon' declared at line 2", 2, 1),
            (b"# coding: rot13\nx = 1\n", "unknown encoding 'rot13' declared at line 1", 1, 1),
            (b"# coding: undefined\nx = 1\n", "not valid undefined, the encoding declared at line 1", 1, 1),
            (b"x = 1\nx\0y\n", "not valid Python: NUL byte at line 2", 2, 1),
            (b"\0", "not valid Python: NUL byte at line 1", 1, 1),
        ],
    )
    def test_bytes_that_are_no_text_are_one_problem(
        self, data: bytes, message: str, row: int, column: int
    ) -> None:
        unit = from_text(data, "a.py")
        assert unit.text == ""
        assert messages(unit) == [message]
        assert unit.problems[0].span.start == Position(row, column)

    def test_form_feeds_and_tabs_change_no_line(self) -> None:
        text = "if x:\n\ty = 1\n\x0c\nz = 'a\x0cb'\n"
        unit = from_text(text, "a.py")
        assert unit.text == text
        assert unit.source_lines[3] == "z = 'a\x0cb'"

    def test_undecodable_stdin_is_the_same_problem_as_in_a_file(self) -> None:
        unit = from_text(b"x = '\xe9'".decode("utf-8", "surrogateescape"), "a.py")
        assert messages(unit) == ["not valid UTF-8: byte 0xe9 at line 1"]


class TestNotebook:
    def test_cells_are_one_program_and_lead_back_to_cell_and_row(self) -> None:
        unit = notebook(
            {"cell_type": "markdown", "source": ["# title"]},
            code("import torch", "x = 1"),
            {"cell_type": "raw", "source": "raw"},
            {"cell_type": "code", "source": "y = x"},
        )
        check(unit)
        assert where(unit, "torch") == (2, 1, 8)
        assert where(unit, "x = 1") == (2, 2, 1)
        assert where(unit, "y = x") == (4, 1, 1)

    def test_cells_are_numbered_as_ruff_numbers_them(self, tmp_path: Path) -> None:
        cells = [
            {"cell_type": "markdown", "metadata": {}, "source": []},
            {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": []},
            {
                "cell_type": "code",
                "metadata": {},
                "outputs": [],
                "execution_count": None,
                "source": ["\n", "import os"],
            },
        ]
        path = tmp_path / "n.ipynb"
        document = {"cells": cells, "metadata": PYTHON_KERNEL, "nbformat": 4, "nbformat_minor": 4}
        path.write_text(json.dumps(document))
        command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select=F401", "--no-cache"]
        done = subprocess.run(
            [*command, "--output-format=json", str(path)], check=False, capture_output=True, text=True
        )
        found = json.loads(done.stdout)[0]
        ours = where(read(str(path)), "os")
        assert ours == (found["cell"], found["location"]["row"], found["location"]["column"])

    def test_what_ends_at_the_end_of_a_cell_ends_in_that_cell(self) -> None:
        unit = notebook(code("x = 1"), code("y = 2"))
        span = unit.span((1, 0), (2, 0))
        assert (span.start, span.end, span.cell) == (Position(1, 1), Position(2, 1), 1)

    @pytest.mark.parametrize(
        ("line", "masked"),
        [
            ("%matplotlib inline", "pass"),
            ("!pip install torch", "pass"),
            ("    !ls", "    pass"),
            ("?torch.nn", "pass"),
            ("torch.nn.Linear?", "pass"),
            ("torch.nn.Linear??", "pass"),
            ("files = !ls *.py", "files = None"),
            ("    t = %timeit -o f()", "    t = None"),
            ("pip install torch==2.0", "pass"),
            ("ls ./data/train/", "pass"),
            ("cd ..", "pass"),
            ("cat = ls or cd", "cat = ls or cd"),
            ("ls is None", "ls is None"),
            ("%time loss.backward()", "loss.backward()"),
            ("%time", "pass"),
            ("%time ! ls data", "pass"),
            ("%time %run train.py", "pass"),
            ("x = 5 % 3  # really?", "x = 5 % 3  # really?"),
            ("x %= 3", "x %= 3"),
            ("if a != b: pass", "if a != b: pass"),
        ],
    )
    def test_ipython_lines_are_masked_in_place(self, line: str, masked: str) -> None:
        indented = line.startswith(" ")
        before = ["%load_ext x"] + (["if y:"] if indented else [])
        unit = notebook(code(*before, line, "after = 1"))
        check(unit)
        assert not unit.problems
        assert unit.text.split("\n")[len(before)] == masked
        assert where(unit, "after") == (1, len(before) + 2, 1)
        assert unit.source_lines[len(before)] == line

    def test_the_indent_of_the_first_line_is_taken_from_those_that_have_it(self) -> None:
        unit = notebook(code(" net = f(1,", "         2)", "net(x)"))
        assert not unit.problems
        assert where(unit, "net(x)") == (1, 3, 1)
        assert where(unit, "2)") == (1, 2, 10)

    def test_the_timed_statement_keeps_its_columns(self) -> None:
        assert where(notebook(code("%time loss.backward()")), "loss") == (1, 1, 7)

    def test_a_shell_command_goes_on_after_a_backslash(self) -> None:
        unit = notebook(code("!pip install \\", "  torch \\", "  numpy", "x = 1"))
        assert filled(unit) == {1: "pass", 4: "x = 1"}

    def test_what_looks_like_a_magic_inside_a_statement_stays(self) -> None:
        unit = notebook(
            code("!ls", "s = '''", "%magic", "!shell", "'''", "a = (b", "% c)", "d = 5 \\", "% 3")
        )
        assert "%magic\n!shell" in unit.text
        assert "% c)" in unit.text
        assert unit.text.rstrip().endswith("% 3")
        check(unit)

    @pytest.mark.parametrize("magic", ["%%time", "%%timeit -n 10", "%%capture out", "%%prun", "%%memit"])
    def test_cell_magics_around_python_lose_only_their_line(self, magic: str) -> None:
        unit = notebook(code(magic, "import torch"))
        assert filled(unit) == {1: "pass", 2: "import torch"}

    def test_a_comment_may_stand_above_a_cell_magic(self) -> None:
        assert filled(notebook(code("# @title Install", "%%shell", "git clone x && cd x"))) == {}

    def test_cell_magics_can_be_stacked_below_blank_lines(self) -> None:
        assert filled(notebook(code("", "%%time", "%%capture", "x = 1"))) == {
            2: "pass",
            3: "pass",
            4: "x = 1",
        }

    @pytest.mark.parametrize("magic", ["%%bash", "%%writefile a.py", "%%html", "%%R", "%%python2", "%%"])
    def test_other_cell_magics_hide_the_cell(self, magic: str) -> None:
        unit = notebook(code(magic, "import torch"), code("x = 1"))
        assert list(filled(unit).values()) == ["x = 1"]
        assert not unit.problems

    def test_await_at_the_top_level_is_code_like_any_other(self) -> None:
        unit = notebook(code("await f()", "async with a: b", "return 3"))
        assert not unit.problems
        libcst.parse_module(unit.text)
        assert "await f()" in unit.text

    def test_a_broken_cell_is_reported_there_and_the_others_go_on(self) -> None:
        unit = notebook(code("x = 1"), code("y = 2", "z = ("), code("w = x"))
        check(unit)
        assert list(filled(unit).values()) == ["x = 1", "w = x"]
        (problem,) = unit.problems
        assert problem.message.startswith("cell is not valid Python: ")
        assert (problem.span.cell, problem.span.start) == (2, Position(2, 5))

    @pytest.mark.parametrize(
        ("outputs", "ran"),
        [([], True), ([{"ename": "ValueError"}], True), ([{"ename": "SyntaxError"}], False)],
    )
    def test_what_ipython_has_run_is_a_language_of_its_own(self, outputs: list[object], ran: bool) -> None:
        cell = {"cell_type": "code", "source": "run setup.py", "execution_count": 4, "outputs": outputs}
        (problem,) = notebook(code("x = 1"), cell).problems
        assert problem.fragment == ran

    def test_a_cell_cannot_lean_on_the_next_one(self) -> None:
        unit = notebook(code("x = 1"), {"cell_type": "code", "source": "y = x + \\"}, code("z = 1"))
        check(unit)
        assert list(filled(unit).values()) == ["x = 1", "z = 1"]
        assert len(unit.problems) == 1

    def test_an_indented_cell_runs_as_in_jupyter(self) -> None:
        unit = notebook(code("    x = 1", "", "    y = x"))
        assert not unit.problems
        assert where(unit, "y") == (1, 3, 5)

    def test_syntax_newer_than_this_python_is_not_broken(self) -> None:
        assert not notebook(code("type Pair[T] = tuple[T, T]", "s = f'{d['k']}'")).problems

    @pytest.mark.parametrize(
        "metadata",
        [
            {"kernelspec": {"name": "ir", "language": "R"}},
            {"kernelspec": {"name": "julia-1.10"}},
            {"language_info": {"name": "scala"}},
            {"kernelspec": {"name": "python3"}, "language_info": {"name": "javascript"}},
        ],
    )
    def test_other_kernels_hold_no_code_of_ours(self, metadata: object) -> None:
        unit = notebook(code("x <- 1"), metadata=metadata)
        assert (unit.text, unit.problems) == ("", ())

    @pytest.mark.parametrize(
        "metadata",
        [
            {},
            None,
            [],
            {"kernelspec": 3},
            {"kernelspec": {"name": "my-env"}},
            {"language_info": {"name": "ipython"}},
        ],
    )
    def test_python_is_assumed_unless_something_else_is_said(self, metadata: object) -> None:
        assert filled(notebook(code("x = 1"), metadata=metadata)) == {1: "x = 1"}

    def test_a_cell_in_another_language_is_left_out(self) -> None:
        shell = {
            "cell_type": "code",
            "metadata": {"vscode": {"languageId": "shellscript"}},
            "source": "ls -l",
        }
        assert filled(notebook(shell, code("x = 1"))) == {1: "x = 1"}

    def test_a_notebook_of_format_3_is_read(self) -> None:
        cells = [{"cell_type": "code", "input": ["x = 1"], "language": "python"}]
        document = {"nbformat": 3, "worksheets": [{"cells": cells}], "metadata": {}}
        assert filled(from_text(json.dumps(document), "n.ipynb")) == {1: "x = 1"}

    @pytest.mark.parametrize(
        "data",
        [
            *(b"", b"  \n", b"{}", b'{"cells": []}', b'{"cells": null}', b'{"cells": {"a": 1}}'),
            *(b'{"cells": [1, null, [], "x", {}]}', b'{"cells": [{"cell_type": "code"}]}'),
            *(b'{"cells": [{"cell_type": "code", "source": 3}]}', b'{"worksheets": [1, {"cells": 2}]}'),
            *(b'{"cells": [{"cell_type": "code", "source": [1, "x"]}]}',),
            *(b'{"cells": [{"cell_type": ["code"], "source": "x", "metadata": 4}]}',),
        ],
    )
    def test_an_empty_or_odd_notebook_holds_nothing(self, data: bytes) -> None:
        unit = from_text(data, "n.ipynb")
        check(unit)
        assert (filled(unit), unit.problems) == ({}, ())

    @pytest.mark.parametrize(
        ("data", "message", "row"),
        [
            (b'{\n "cells": [\n', "not a notebook: Expecting value at line 3", 3),
            (b'{"cells": [}', "not a notebook: Expecting value at line 1", 1),
            (b"[]", "not a notebook: its JSON is no object", 1),
            (b"null", "not a notebook: its JSON is no object", 1),
            (b"\0", "not a notebook: Expecting value at line 1", 1),
            (b'{\n"\xff": 1}', "not valid UTF-8: byte 0xff at line 2", 2),
            (b"[" * 100_000, "not a notebook: its JSON cannot be read", 1),
        ],
    )
    def test_what_is_no_notebook_is_one_problem(self, data: bytes, message: str, row: int) -> None:
        unit = from_text(data, "n.ipynb")
        check(unit)
        assert messages(unit) == [message]
        assert unit.problems[0].span.start.row == row

    @pytest.mark.parametrize("escape", ["\\ud800", "\\u0000"])
    def test_characters_that_no_file_can_hold_spoil_their_cell_only(self, escape: str) -> None:
        broken, whole = (json.dumps(code(text)) for text in ("a = 1\nx@", "y"))
        unit = from_text(f'{{"cells": [{broken}, {whole}]}}'.replace("@", escape), "n.ipynb")
        check(unit)
        assert list(filled(unit).values()) == ["y"]
        assert (unit.problems[0].span.cell, unit.problems[0].span.start) == (1, Position(2, 2))

    @pytest.mark.parametrize("depth", [50_000, 3_000])
    def test_code_too_deep_for_any_parser_is_a_problem_and_no_crash(self, depth: int) -> None:
        for text in (
            "(" * depth + ")" * depth,
            "type X = int; " + "[" * depth + "]" * depth,
            "-" * depth + "1",
        ):
            unit = notebook(code(text))
            assert not unit.problems or filled(unit) == {}


class TestMarkdown:
    @pytest.mark.parametrize(
        "info",
        [
            *("python", "py", "python3", "Python", "py3", "python3.11", "ipython", "ipython3", " python "),
            *(
                "{python}",
                "{.python}",
                "{ .py .annotate }",
                "{#example .python .numberLines}",
                "{python, echo=FALSE}",
            ),
            *('python title="x"', "python,ignore", "python:train.py", "python{1,3}", 'py hl_lines="2 3"'),
            *("{code-cell} ipython3", "{code-cell} python", "{code-block} python", "{testcode}"),
        ],
    )
    def test_a_block_is_python_if_its_first_line_says_so(self, info: str) -> None:
        for mark in ("```", "~~~"):
            unit = markdown("text", f"{mark}{info}", "x = 1", mark)
            assert filled(unit) == {3: "x = 1"}, mark

    @pytest.mark.parametrize(
        "info",
        [
            *(
                "bash",
                "pytb",
                "python-traceback",
                "text",
                "{bash}",
                "{note} python",
                "{code-block} r",
                "cython",
            ),
            *("pyx", "diff", "{}", "{.bash}", "title=python", "json"),
        ],
    )
    def test_a_block_in_another_language_is_not(self, info: str) -> None:
        unit = markdown(f"```{info}", "import torch", "x = (", "```")
        assert (filled(unit), unit.problems) == ({}, ())

    def test_blocks_of_a_document_share_its_lines(self) -> None:
        unit = markdown(
            "# T", "", "```python", "import torch", "```", "text", "~~~py", "x = torch", "", "y = x", "~~~"
        )
        check(unit)
        assert filled(unit) == {4: "import torch", 8: "x = torch", 10: "y = x"}
        assert where(unit, "y = x") == (None, 10, 1)

    def test_blocks_in_lists_and_quotes_keep_their_columns(self) -> None:
        unit = markdown(
            *(
                "- item",
                "",
                "  ```python",
                "  if x:",
                "      y = 1",
                "  ```",
                "1. > ~~~py",
                "   > z = 2",
                "   > ~~~",
            ),
            *(
                "- tab",
                "",
                "\t```python",
                "\tw = 3",
                "\t```",
                "",
                "   ```py",
                "   v = 4",
                "  u = 5",
                "   ```",
            ),
        )
        check(unit)
        assert list(filled(unit).values()) == ["if x:", "    y = 1", "z = 2", "w = 3", "v = 4", "u = 5"]
        assert where(unit, "y = 1") == (None, 5, 7)
        assert where(unit, "z = 2") == (None, 8, 6)
        assert where(unit, "w = 3") == (None, 13, 2)
        assert where(unit, "v = 4") == (None, 17, 4)
        assert where(unit, "u = 5") == (None, 18, 3)

    def test_columns_hold_where_a_tab_is_wider_than_the_list_needs(self) -> None:
        unit = markdown("- a", "  ```py", "\tif x:", "\t    y = 1", "  ```")
        check(unit)
        assert where(unit, "y = 1") == (None, 4, 6)

    def test_blocks_in_the_tabs_of_mkdocs_are_found(self) -> None:
        unit = markdown('=== "PyTorch"', "", "    ```python", "    x = 1", "    ```", "", "    text", "after")
        assert where(unit, "x = 1") == (None, 4, 5)

    @pytest.mark.parametrize("newline", ["\r\n", "\r"])
    def test_line_numbers_hold_with_other_line_ends(self, newline: str) -> None:
        unit = from_text(newline.join(["a", "```py", "x = 1", "```", ""]), "d.md")
        check(unit)
        assert where(unit, "x = 1") == (None, 3, 1)

    def test_prompts_are_dropped_and_output_is_blank(self) -> None:
        unit = markdown(
            *(
                "```pycon",
                ">>> import torch",
                ">>> for i in x:",
                "...     f(i)",
                "...",
                "output (",
                "... more",
            ),
            *(">>> y = 1", "```"),
        )
        check(unit)
        assert list(filled(unit).values()) == ["import torch", "for i in x:", "    f(i)", "y = 1"]
        assert where(unit, "f(i)") == (None, 4, 9)
        assert where(unit, "y = 1") == (None, 8, 5)

    @pytest.mark.parametrize("info", ["python", "", "{doctest}"])
    def test_prompts_are_understood_wherever_python_is(self, info: str) -> None:
        assert filled(markdown(f"```{info}", ">>> import torch", "out", "```")) == {2: "import torch"}

    def test_a_session_with_numbered_prompts_is_understood(self) -> None:
        unit = markdown("```ipython", "In [1]: for i in x:", "   ...:     f(i)", "Out[1]: (", "```")
        assert list(filled(unit).values()) == ["for i in x:", "    f(i)"]

    def test_a_session_without_prompts_is_all_output(self) -> None:
        assert filled(markdown("```pycon", "import torch", "```")) == {}

    @pytest.mark.parametrize(
        ("lines", "taken"),
        [
            (["import torch", "x = 1"], True),
            (["from torch import nn"], True),
            (["x = 1"], False),
            (["import torch", "x = ("], False),
            (["we import things"], False),
            (["important = 1"], False),
            (["import torch;", "int main() {}"], False),
        ],
    )
    def test_an_untagged_block_counts_only_if_it_is_surely_python(
        self, lines: list[str], taken: bool
    ) -> None:
        unit = markdown("```", *lines, "```", "```python", "y = 1", "```")
        assert not unit.problems
        assert len(filled(unit)) == (len(lines) if taken else 0) + 1

    def test_a_broken_block_is_reported_at_its_line_and_the_others_go_on(self) -> None:
        unit = markdown(
            "```py", "x = 1", "```", "> ```py", "> ok = 1", "> y = (", "> ```", "~~~py", "z = 1", "~~~"
        )
        check(unit)
        assert filled(unit) == {2: "x = 1", 9: "z = 1"}
        (problem,) = unit.problems
        assert problem.message.startswith("block is not valid Python: ")
        assert problem.span.start == Position(6, 7)

    @pytest.mark.parametrize("line", ["s = 'open", "if x:"])
    def test_the_message_counts_no_lines_of_its_own(self, line: str) -> None:
        unit = markdown("text", "", "```py", line, "```")
        assert "line" not in unit.problems[0].message.replace("string literal", "")

    def test_ipython_syntax_and_common_indent_break_no_block(self) -> None:
        unit = markdown(
            "```python", "    !pip install torch", "    import torch", "```", "```{code-cell} ipython3"
        )
        assert filled(unit) == {2: "pass", 3: "import torch"}
        assert where(unit, "import") == (None, 3, 5)

    def test_statements_that_only_run_inside_a_function_break_no_block(self) -> None:
        unit = markdown("```python", "loss = await f()", "return loss", "yield x", "```")
        assert len(filled(unit)) == 3
        libcst.parse_module(unit.text)

    def test_front_matter_is_no_content(self) -> None:
        unit = markdown(
            "---", "kernel: python", "text: |", "  ```python", "  broken (", "---", "```py", "x = 1", "```"
        )
        check(unit)
        assert (filled(unit), unit.problems) == ({8: "x = 1"}, ())

    def test_a_ruler_at_the_top_is_no_front_matter(self) -> None:
        assert filled(markdown("---", "", "```py", "x = 1", "```", "---")) == {4: "x = 1"}
        assert filled(markdown("---", "text", "```py", "x = 1", "```")) == {4: "x = 1"}

    def test_options_of_a_directive_are_no_code(self) -> None:
        unit = markdown("```{code-cell} ipython3", ":tags: [hide]", ":name: a", "x = 1", "```")
        assert filled(unit) == {4: "x = 1"}
        unit = markdown("```{code-cell} ipython3", "---", "tags: [a]", "---", "x = 1", "```")
        assert filled(unit) == {5: "x = 1"}

    def test_an_unclosed_block_goes_on_to_the_end(self) -> None:
        unit = from_text("```python\nx = 1\ny = 2", "d.md")
        check(unit)
        assert filled(unit) == {2: "x = 1", 3: "y = 2"}

    def test_a_block_shown_inside_a_longer_fence_is_an_example_of_markdown(self) -> None:
        assert filled(markdown("````markdown", "```python", "x = 1", "```", "````")) == {}

    def test_a_nul_outside_the_blocks_harms_nobody(self) -> None:
        unit = from_text("a\0b\n```py\nx = 1\n```\n", "d.md")
        check(unit)
        assert filled(unit) == {3: "x = 1"}

    def test_excerpts_show_the_line_of_the_document(self) -> None:
        unit = markdown("> ```py", "> x = 1", "> ```")
        assert unit.source_lines[1] == "> x = 1"


class TestRead:
    def test_the_ending_decides_and_the_settings_go_first(self) -> None:
        assert from_text("", "a.py").kind == "python"
        assert from_text("", "a.IPYNB").kind == "notebook"
        assert from_text("", "a.markdown").kind == "markdown"
        assert from_text("", "a.txt").kind == "python"
        assert from_text("", "a.txt", {"txt": "markdown"}).kind == "markdown"
        assert from_text("", "a.md", {"txt": "markdown"}).kind == "markdown"
        assert from_text("", "script").kind == "python"

    def test_a_file_that_is_gone_or_a_folder_is_a_problem_and_no_exception(self, tmp_path: Path) -> None:
        unit = read(str(tmp_path / "gone.py"))
        assert (unit.text, messages(unit)) == ("", [f"cannot be read: {os.strerror(2)}"])
        assert len(read(str(tmp_path)).problems) == 1

    def test_a_file_is_read_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "a.py"
        path.write_bytes(b"x = 1\r\n")
        assert read(str(path)) == from_text(b"x = 1\r\n", str(path))


PIECES = st.sampled_from(
    [
        *(
            "```python\n",
            "```\n",
            "~~~py\n",
            "~~~\n",
            "> ",
            "- ",
            "    ",
            "\t",
            "\n",
            "\r",
            "\r\n",
            "\0",
            "---\n",
        ),
        *(
            ">>> ",
            "... ",
            "x = 1\n",
            "import torch\n",
            "(",
            ")",
            "'''",
            '"',
            "#",
            "\\",
            "\\\n",
            "%time ",
            "%%time\n",
        ),
        *(
            "!ls\n",
            "x = !ls\n",
            "?",
            "\x0c",
            "\u2028",
            "é",
            "\ufeff",
            "\ud800",
            ":a:\n",
            "# coding: utf-16\n",
            "if x:\n",
        ),
        *("{code-cell} ipython3\n", "`", "1. ", "lambda: ", "In [1]: ", "f'{", "}'", "\x1a", "$", "async "),
    ]
)
SOUP = st.lists(PIECES, max_size=25).map("".join)


class TestAnything:
    @settings(max_examples=300, deadline=None)
    @given(st.binary(max_size=200), st.sampled_from(["a.py", "a.ipynb", "a.md", "a"]))
    @example(b"\xef\xbb\xbf# coding: latin-1\n\xe9", "a.py")
    @example(b"# coding: utf-16\nx", "a.py")
    @example(b"# coding: utf-7\n+2AA-\n", "a.py")
    @example(b"# coding: unicode_escape\n'\\ud800'\n", "a.py")
    @example(b"# coding: idna\n" + b"." * 80, "a.py")
    def test_no_bytes_crash_a_reader(self, data: bytes, path: str) -> None:
        check(from_text(data, path))

    @settings(max_examples=400, deadline=None)
    @given(SOUP, st.sampled_from(["a.py", "a.md"]))
    def test_no_text_crashes_a_reader(self, text: str, path: str) -> None:
        check(from_text(text, path))
        check(from_text(text.encode("utf-8", "surrogatepass"), path))

    @settings(max_examples=300, deadline=None)
    @given(st.lists(SOUP, max_size=4))
    def test_no_cells_crash_the_reader(self, sources: list[str]) -> None:
        cells = [{"cell_type": "code", "source": source} for source in sources]
        unit = from_text(json.dumps({"cells": cells}), "a.ipynb")
        check(unit)
        rows = [split_lines(source) for source in sources]
        for origin, line in zip(unit.origins or (), unit.source_lines, strict=True):
            assert origin.cell is not None
            written = rows[origin.cell - 1]
            assert origin.row == len(written) + 1 or line == without_surrogates(written[origin.row - 1])

    @settings(max_examples=100, deadline=None)
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["cells", "metadata", "cell_type", "source", "kernelspec", "language", "name", "code"]
                    ),
                    inner,
                    max_size=4,
                )
            ),
        )
    )
    def test_no_json_crashes_the_reader(self, document: object) -> None:
        check(from_text(json.dumps(document), "a.ipynb"))
        check(from_text(json.dumps({"cells": document}), "a.ipynb"))
        check(from_text(json.dumps({"cells": [document], "metadata": document}), "a.ipynb"))


@pytest.mark.parametrize("module", ["gradlint.sources", "gradlint.engine.config", "gradlint.engine.suppress"])
def test_importing_the_input_side_costs_no_heavy_module(module: str) -> None:
    heavy = ("markdown_it", "pathspec", "tomllib", "tomli", "libcst", "rich", "subprocess")
    program = f"import sys, {module}; print([name for name in {heavy!r} if name in sys.modules])"
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"


def test_a_document_without_fences_costs_no_markdown_parser() -> None:
    program = (
        "import sys; from gradlint.sources import from_text; from_text('# only `text`', 'a.md');"
        "print('markdown_it' in sys.modules)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False"


def test_all_of_python_is_accepted_and_warnings_stay_inside(recwarn: pytest.WarningsRecorder) -> None:
    assert fault("x = '\\d'\n") is None
    assert fault("def f(:\n") is not None
    assert ast.parse("x = 1")
    assert not recwarn.list
