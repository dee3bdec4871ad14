"""What a run proves where there is no program with the fix beside it.

A program may have several mistakes. Without the fix to tell them apart, a symptom counts only where the finding says
that it is: raised by a line that it marks, at the source that it names, or lost in the flagged expression itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..execute.expectation import HELD
from ..execute.program import Focus
from ..measure.judge import Judged
from .carried import carried, carried_there, decided_otherwise, finite_without_it
from .look import Look
from .operands import makes_nonfinite, makes_nonfinite_when_called
from .symptoms import Symptom

RAISED_ELSEWHERE = "the exception comes from a line that this finding does not mark"
ANOTHER_SOURCE = "the gradient of another source is broken as well"
ANOTHER_LINE = "a gradient is broken, and not by what this line gives"
NOT_TIED = "a gradient is broken, and nothing that was measured leads from there to this line"
MOST_CALLS = 4
NOT_EXACT = "the numbers are not exact enough to say that no small term is missing"


def alone(seen: Look, symptom: Symptom, focus: Focus, text: str) -> Symptom:
    """Only what the finding itself speaks of proves it, and only exact numbers clear it."""
    if symptom.kind == "right":
        return _cleared(seen, symptom, focus)
    if symptom.kind == "raises" and symptom.unnamed:
        if _is_the_only_one(text, focus) or _reads_what_is_stored(text, symptom, focus):
            return symptom
    if symptom.kind == "nan" and symptom.gradient is None and seen.push is None and not symptom.measured:
        return _not_finite_there(seen, symptom)
    why_not = _why_not(seen, symptom, focus)
    return replace(symptom, kind="unknown", reason=why_not) if why_not else symptom


def _cleared(seen: Look, symptom: Symptom, focus: Focus) -> Symptom:
    judged = symptom.gradient
    if judged is None or focus.predicted.shows != "gradient" or seen.observer.is_exact(seen.observed, judged):
        return symptom
    return replace(symptom, kind="unknown", reason=NOT_EXACT)


def _why_not(seen: Look, symptom: Symptom, focus: Focus) -> str:
    if symptom.kind == "unknown":
        return symptom.reason
    if symptom.kind == "raises":
        return RAISED_ELSEWHERE if symptom.unnamed else ""
    if symptom.gradient is not None:
        if symptom.unnamed:
            return ANOTHER_SOURCE
        return _not_by_this_line(seen, symptom.gradient, focus)
    if symptom.kind == "nan" and not symptom.measured:
        blamed = None if seen.push is None else carried_there(seen.observer, seen.observed, seen.push)
        return "" if blamed else NOT_TIED if blamed is None else ANOTHER_LINE
    if focus.predicted.shows == "ignored-upstream" and not seen.observed.idle_there:
        return NOT_TIED
    return ""


def _not_by_this_line(seen: Look, broken: Judged, focus: Focus) -> str:
    """Why the flagged line is not shown to be what breaks this gradient; empty if it is.

    What is not on the path of the gradient at all needs no line that breaks it: to be named there is all there is.
    """
    if focus.predicted.shows in HELD and broken.symptom == "unrelated":
        return NOT_TIED  # what is not used gets no gradient, wherever it is held
    if broken.symptom == "unrelated" or focus.predicted.shows not in {"gradient", "not-finite"}:
        return "" if broken.wanted else NOT_TIED
    if decided_otherwise(seen.observer, seen.observed, broken):
        return ""
    blamed = carried(seen.observer, seen.observed, broken)
    if _is_made_there(seen, broken, focus):  # also where only the run without a transformation has numbers
        return ""
    if blamed is None:
        # What lacks its flag and is named gets nothing whatever else is wrong.
        lacks = broken.symptom == "none" and not broken.trained and "without-flag" in focus.predicted.traits
        named = broken.wanted and (lacks or "any-source" not in focus.predicted.traits)
        return "" if named and focus.predicted.shows == "gradient" else NOT_TIED
    return "" if blamed else ANOTHER_LINE


def _is_made_there(seen: Look, broken: Judged, focus: Focus) -> bool:
    """Whether the flagged expression itself makes infinities out of numbers, or has the loss in its hands."""
    trace = seen.observed.trace
    if trace is None or not broken.wanted:
        return False
    if focus.predicted.shows == "not-finite":
        return trace.overflows or makes_nonfinite(trace)
    asked = trace.targets[broken.ask] if broken.ask < len(trace.targets) else []
    return any(value is target for _, value in trace.objects for target in asked)


def _not_finite_there(seen: Look, symptom: Symptom) -> Symptom:
    """Of all calls that give something that is not finite, the first that does so by what the flagged line gives."""
    asks = [] if seen.observed.trace is None else seen.observed.trace.asks
    broken = [
        (number, answer)
        for number, ask in enumerate(asks)
        for answer in ask.answers
        if answer.gradient is not None and not np.isfinite(answer.gradient).all()
    ]
    why_not = NOT_TIED
    for number, answer in broken[:MOST_CALLS]:
        blamed = finite_without_it(seen.observer, seen.observed, number, answer, answer.value)
        assert seen.observed.trace is not None
        if blamed or makes_nonfinite_when_called(seen.observed.trace, answer):
            line = f"as written: in line {asks[number].row} the gradient of {answer.label} is not finite"
            return replace(symptom, evidence=(line,))
        why_not = why_not if blamed is None else ANOTHER_LINE
    return replace(symptom, kind="unknown", reason=why_not)


def _reads_what_is_stored(text: str, symptom: Symptom, focus: Focus) -> bool:
    """Whether the statement that raised reads the very name under which the flagged line has stored something."""
    if "read-later" not in focus.predicted.traits or symptom.problem is None:
        return False
    nodes = list(ast.walk(ast.parse(text)))
    stored = {ast.unparse(each) for node in nodes for each in _stored(node) if focus.is_cut(each.lineno)}
    read = [node for node in nodes if isinstance(node, (ast.Name, ast.Attribute))]
    return any(ast.unparse(node) in stored for node in read if node.lineno in symptom.problem.rows)


def _stored(node: ast.AST) -> Iterator[ast.expr]:
    """What something is stored under or in: `best`, `self.best`, the list of `seen.append(x)` and of `seen[0] = x`."""
    if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
        yield node
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        yield node.value
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if isinstance(node.value.func, ast.Attribute):
            yield node.value.func.value


def _is_the_only_one(text: str, focus: Focus) -> bool:
    """Whether the program calls what the flagged expression calls only there: no other call can have raised this.

    A transformation looks at what it was given after it has run: its exception comes from the line that asks.
    """
    if {"only-there", "read-later"} & focus.predicted.traits:
        return False
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    flagged = {_name(node) for node in calls if focus.is_cut(node.lineno)}
    return any(name and sum(_name(node) == name for node in calls) == 1 for name in flagged)


def _name(call: ast.Call) -> str:
    called = call.func
    return (
        called.attr
        if isinstance(called, ast.Attribute)
        else called.id
        if isinstance(called, ast.Name)
        else ""
    )
