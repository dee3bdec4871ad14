"""The passes of a loop, as far as its text tells one from the others."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import elements, names_in


def last_of(body: cst.BaseSuite) -> cst.CSTNode | None:
    inner = body.body[-1] if body.body else None
    return inner.body[-1] if isinstance(inner, cst.SimpleStatementLine) else inner


def counter_of(loop: cst.For) -> str | None:
    """The name that counts the passes of a loop."""
    called = loop.iter.func if isinstance(loop.iter, cst.Call) else None
    name = called.value if isinstance(called, cst.Name) else ""
    target: cst.BaseExpression | None = loop.target
    if name == "enumerate":
        target = next(iter(elements(loop.target) or ()), None)
    elif name != "range":
        return None
    return target.value if isinstance(target, cst.Name) else None


def names_one(test: cst.BaseExpression, counter: str) -> bool:
    """Whether a test holds for one number only."""
    if isinstance(test, cst.BooleanOperation):
        sides = (names_one(test.left, counter), names_one(test.right, counter))
        return any(sides) if isinstance(test.operator, cst.And) else all(sides)
    if isinstance(test, cst.UnaryOperation):
        return isinstance(test.operator, cst.Not) and _is(test.expression, counter)
    if not isinstance(test, cst.Comparison) or len(test.comparisons) != 1:
        return False
    one, two = test.left, test.comparisons[0].comparator
    equal = isinstance(test.comparisons[0].operator, cst.Equal)
    return equal and any(_is(a, counter) and counter not in names_in(b) for a, b in ((one, two), (two, one)))


def _is(node: cst.BaseExpression, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
