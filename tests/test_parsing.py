"""A text that is parsed in pieces gives the tree that it gives in one."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

import gradlint
from gradlint.analysis.project import parsing
from gradlint.core import garbage

FUNCTION = "def f{}(a):\n    return a\n"
AWKWARD = {
    "a comment belongs to what follows": "x = 1\n# about f\n\n\ndef f():\n    pass\n# about g\n\ndef g():\n    pass\n",
    "a comment of a block": "def f():\n    pass\n    # the end\n\n\ndef g():\n    pass\n\n    # the end\n",
    "a string": 'x = """\n\ndef f(): pass\n\nclass A: pass\n"""\n\n\ndef g():\n    pass\n',
    "a decorator": "@one\n\n@two\ndef f():\n    pass\n\n@three\nasync def g():\n    pass\n",
    "two kinds of indents": "def f():\n  pass\n\ndef g():\n    pass\n",
    "no indent at first": "import a\n\nclass A: pass\n\ndef g():\n  pass\n\ndef f():\n  pass",
    "two kinds of newlines": "def f():\r\n    pass\r\n\r\ndef g():\n    pass\n\ndef h():\r\n    pass\r\n",
    "blanks in empty lines": "def f():\n    pass\n    \n\ndef g():\n    pass\n  \n\n\nclass A:\n    pass\n\n",
    "only comments": "# one\n\n# two\n\n\ndef f():\n    pass\n",
    "a header": '# -*- coding: utf-8 -*-\n"""Text."""\n\ndef f():\n    pass\n',
    "a block that goes on": "try:\n    pass\n\nexcept A:\n    pass\n\n\nclass A:\n    pass\n# the end\n",
}


@pytest.fixture(autouse=True, params=[1, 40])
def small_pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "PIECE", request.param)
    monkeypatch.setattr(garbage, "_OWNED", [True])


@pytest.mark.parametrize("about", AWKWARD)
def test_pieces_of_an_awkward_text_make_the_whole(about: str) -> None:
    text = AWKWARD[about]
    parsed = parsing.parse(text)
    assert parsed.code == text
    assert parsed.deep_equals(cst.parse_module(text))


def test_pieces_of_our_own_modules_make_the_whole() -> None:
    for path in sorted((Path(gradlint.__file__).parent / "analysis/project").glob("*.py")):
        text = path.read_text()
        assert parsing.parse(text).deep_equals(cst.parse_module(text)), path


def test_a_long_text_is_parsed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(FUNCTION.format(number) for number in range(10))
    longest = 0
    real = cst.parse_module

    def parse(piece: str) -> cst.Module:
        nonlocal longest
        longest = max(longest, len(piece))
        return real(piece)

    monkeypatch.setattr(cst, "parse_module", parse)
    assert len(parsing.parse(text).body) == 10
    assert longest < len(text) / 2


def test_what_is_wrong_is_told_of_the_whole_text() -> None:
    text = FUNCTION.format(1) + "\n" + FUNCTION.format(2) + "\ndef f(:\n    pass\n"
    with pytest.raises(cst.ParserSyntaxError) as whole:
        cst.parse_module(text)
    with pytest.raises(cst.ParserSyntaxError) as raised:
        parsing.parse(text)
    assert raised.value.raw_line == whole.value.raw_line


def test_the_shared_whitespace_is_put_back() -> None:
    kind = cst.SimpleWhitespace
    parsing.parse("x = 1\n")
    with pytest.raises(cst.ParserSyntaxError):
        parsing.parse("x = = 1\n")
    assert cst.SimpleWhitespace is kind
