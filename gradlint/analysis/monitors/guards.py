"""Conditions on the way from a loop to a statement in it: whether more than one pass gets there."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import walk

_GOES_ON = (cst.GreaterThan, cst.GreaterThanEqual, cst.LessThan, cst.LessThanEqual)


def is_taken_again(machine: Machine, place: Place) -> bool:
    """`if step >= start:` and `if len(buffer) > size:` hold for many passes; of other tests that is not known."""
    loops, steps = machine.loops.statements, (*place.stack, place.node)
    inside = {id(part) for part in walk(loops[-1].body)} if loops else set()
    since = next((number for number, step in enumerate(steps) if id(step) in inside), None)
    if since is None:
        return False
    bodies = [loops[-1].body, *machine.calls[since:]]
    tests = [test for body, step in zip(bodies, steps[since:]) for test in _tests_around(body, step)]
    return bool(tests) and all(map(_goes_on, tests))


def _tests_around(body: cst.CSTNode, step: cst.CSTNode) -> Iterator[cst.BaseExpression | None]:
    """The tests of the branches in which something stands; None for the other side of a test."""
    for each in walk(body):
        if isinstance(each, cst.If):
            if any(part is step for part in walk(each.body)):
                yield each.test
            elif each.orelse is not None and any(part is step for part in walk(each.orelse)):
                yield None
        elif isinstance(each, (cst.Try, cst.Match, cst.IfExp)) and any(part is step for part in walk(each)):
            yield None


def _goes_on(test: cst.BaseExpression | None) -> bool:
    if isinstance(test, cst.BooleanOperation):
        return isinstance(test.operator, cst.And) and _goes_on(test.left) and _goes_on(test.right)
    return (
        isinstance(test, cst.Comparison)
        and len(test.comparisons) == 1
        and isinstance(test.comparisons[0].operator, _GOES_ON)
    )
