"""Whether the flagged line holds what is never trained: no leaf of what is differentiated, and the loss depends on it.

JAX models keep no lists of their weights. So the function that is differentiated is called again: what the flagged line
gives is a plain number there, though a gradient is being taken, it is the same every time, and the loss moves with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from ..execute.adapter import Adapter
from ..execute.execution import Execution
from ..execute.finite_differences import Array, Lost
from ..execute.frameworks.arrays import same_numbers
from ..execute.recorded_asks import Answer, Ask, Move, Trace
from ..execute.still import Still
from .measured_updates import STEP, went

MOST_CALLS = 4


def untrained(execution: Execution, adapter: Adapter, trace: Trace) -> str:
    """The numbers that show it, in words; empty if they do not."""
    field = _field(execution.parsed(), trace)
    try:
        held = "" if field is None else _held_in(*field, execution, adapter, trace)
        return held or _made_inside(trace)
    except Lost:
        return ""


def _made_inside(trace: Trace) -> str:
    """The flagged line is part of what is differentiated."""
    first: list[object] | None = None
    line = ""
    for row, answer in _arguments(trace):
        still = Still(bound=True)
        trace.still = still
        try:
            still.begin()
            assert answer.again is not None
            answer.again(np.zeros(answer.value.size))
            if not still.is_useful:
                if not still.known:
                    return ""  # a gradient is taken of it
                continue
            first = list(still.results) if first is None else first
            if not same_numbers(first, still.results):
                return ""
            line = line or _moved_with(trace, row, answer, still)
        finally:
            trace.still = None
    return line


def _moved_with(trace: Trace, row: int, answer: Answer, still: Still) -> str:
    loss = answer.exact or answer.target
    assert loss is not None
    still.begin()
    nowhere = np.zeros(answer.value.size)
    before = loss(nowhere)
    if not still.is_useful:
        return ""
    still.give()
    still.begin()
    still.shift = STEP
    change = went(before, loss(nowhere))
    what = next(iter(_names(trace)), "what this line gives")
    by = answer.label
    return f"`{what}` is a plain number where line {row} differentiates by {by}; {change}" if change else ""


def _names(trace: Trace) -> Iterator[str]:
    yield from (name for name, _ in trace.bound_there)


def _held_in(owner: str, field: str, execution: Execution, adapter: Adapter, trace: Trace) -> str:
    """The flagged line declares a field: a model is made again with another array in it."""
    for ordinal, name, _, value in trace.holders:
        for label, holder, held_in, array in adapter.beside_leaves(name, value):
            if held_in != field or owner not in {each.__name__ for each in holder.__mro__}:
                continue
            for number, ask in enumerate(trace.asks[:MOST_CALLS]):
                if not ask.answers:
                    continue
                move = Move(ordinal, label, name, np.full(np.size(array), STEP))
                moved = execution.moved(adapter, number, move, double=False, measuring=True)
                if not _same_sources(ask, moved):
                    continue  # a gradient is taken of it
                if moved.answers and (change := went(_loss(ask.answers[0]), _loss(moved.answers[0]))):
                    return (
                        f"`{label}` is none of what line {ask.row} differentiates by: "
                        f"{', '.join(each.label for each in ask.answers[:3])}; {change}"
                    )
    return ""


def _same_sources(ask: Ask, moved: Ask) -> bool:
    """Whether what is differentiated by is what it was before something was moved."""
    return len(ask.answers) == len(moved.answers) and all(
        np.array_equal(one.value, other.value, equal_nan=True)
        for one, other in zip(ask.answers, moved.answers, strict=True)
    )


def _loss(answer: Answer) -> Array:
    loss = answer.exact or answer.target
    if loss is None:
        raise Lost("no function is differentiated")
    return loss(np.zeros(answer.value.size))


def _arguments(trace: Trace) -> list[tuple[int, Answer]]:
    """Each argument by which some call differentiates, by its first leaf."""
    found: dict[tuple[int, str], Answer] = {}
    for number, ask in enumerate(trace.asks):
        for answer in ask.answers:
            if answer.again is not None and not answer.integer:
                found.setdefault((number, answer.label.partition("[")[0].partition(".")[0]), answer)
    return [(trace.asks[number].row, answer) for (number, _), answer in found.items()][:MOST_CALLS]


def _field(tree: ast.Module, trace: Trace) -> tuple[str, str] | None:
    """The class and the field that the flagged line declares or fills, if it does."""
    for owner in ast.walk(tree):
        if not isinstance(owner, ast.ClassDef):
            continue
        for line in owner.body:
            declares = isinstance(line, ast.AnnAssign) and trace.focus.is_cut(line.lineno)
            if declares and isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                return owner.name, line.target.id
        for node in ast.walk(owner):
            if isinstance(node, ast.Assign) and trace.focus.is_cut(node.lineno):
                filled = node.targets[0]
                if isinstance(filled, ast.Attribute) and ast.unparse(filled.value) == "self":
                    return owner.name, filled.attr
    return None
