"""Positions are those of libcst's own provider, without its price."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

import gradlint.analysis.interpreter.expressions
import gradlint.analysis.interpreter.machine
import gradlint.analysis.interpreter.statements
from gradlint.analysis.project.positions import positions

MODULES = (
    gradlint.analysis.interpreter.expressions,
    gradlint.analysis.interpreter.machine,
    gradlint.analysis.interpreter.statements,
)
NASTY = (
    "x = 1\n",
    "\ufeffx = f(a)[0]\n".lstrip("\ufeff"),
    "if a:\r\n\tb = c(d)\r\n\te = f\r\n",
    "x = (\n    a  # one\n    .b(c)\n    .d()\n)\n",
    "@d(1)\ndef f(a, *, b=2) -> int:\n    return (yield a)\n",
    "x = y = f'{a!r:>{w}} {b}'\nz = a if b else c\n",
    "with a as b, c: pass\nx[1:2, ...] += 3; y = -x\n",
    "\x0cx = 1\nasync def f():\n    await g()\n",
)


def spans(module: cst.Module) -> tuple[dict[int, object], list[cst.CSTNode]]:
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    known = wrapper.resolve(PositionProvider)
    expected = {
        id(node): ((span.start.line, span.start.column), (span.end.line, span.end.column))
        for node, span in known.items()
        if isinstance(node, (cst.BaseExpression, cst.BaseSmallStatement, cst.FunctionDef))
    }
    return expected, [node for node in known if id(node) in expected]


@pytest.mark.parametrize("source", [*NASTY, *(Path(str(m.__file__)).read_text("utf-8") for m in MODULES)])
def test_every_node_is_where_libcst_says(source: str) -> None:
    module = cst.parse_module(source)
    expected, nodes = spans(module)
    assert positions(module, nodes) == expected


def test_only_what_is_asked_for_is_located() -> None:
    module = cst.parse_module("a = b\nc = d\n")
    first = cst.ensure_type(module.body[0], cst.SimpleStatementLine).body[0]
    assert positions(module, [first]) == {id(first): ((1, 0), (1, 5))}
    assert positions(module, []) == {}
