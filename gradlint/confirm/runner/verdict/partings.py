"""The calls at which the program with the fix is given another gradient than the program as written.

A program may ask many times, and have several mistakes. Where the two are given different gradients, call by call,
there the fix has an effect, and there this finding shows, whatever other calls are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..execute.finite_differences import Array
from ..execute.program import Focus
from ..execute.recorded_asks import Answer
from ..measure.judge import Judged, questions_of
from ..measure.observe import Observed, Observer
from . import operands
from .fixed_twin import arrives, in_the_same_precision, is_level, numbers_after
from .symptoms import Symptom, is_unnamed, shown_by
from .wording import numbers

SAME = 1e-4
"""What two gradients may differ by relative to their size and still be the same."""
MOST_JUDGED = 2


@dataclass(frozen=True)
class Parting:
    """One source that one call gives two gradients, without the fix and with it."""

    ask: int
    written: Answer
    fixed: Answer


def partings(written: Observed, fixed: Observed) -> Iterator[Parting]:
    """In the order of the calls, as long as both programs ask the same."""
    if written.trace is None or fixed.trace is None:
        return
    for number, (ours, theirs) in enumerate(zip(written.trace.asks, fixed.trace.asks, strict=False)):
        there = {answer.label: answer for answer in theirs.answers}
        if there.keys() != {answer.label for answer in ours.answers}:
            return
        for answer in ours.answers:
            if not _same(answer.gradient, there[answer.label].gradient):
                yield Parting(number, answer, there[answer.label])


def parted(
    observers: tuple[Observer, Observer], observed: tuple[Observed, Observed], focus: Focus
) -> tuple[Symptom, Symptom] | None:
    """What the first such call shows that proves the finding: the program as written, and the one with the fix."""
    found = list(partings(*observed))
    if not found:
        return None
    wanted = [each for each in found if each.written.wanted]
    if focus.predicted.shows == "not-finite":
        return next(_no_longer_infinite(observers, observed, wanted or found, focus), None)
    if focus.predicted.shows == "gradient":
        return next(_no_longer_broken(observers, observed, wanted or found, focus), None)
    return None


def _no_longer_infinite(
    observers: tuple[Observer, Observer],
    observed: tuple[Observed, Observed],
    found: list[Parting],
    focus: Focus,
) -> Iterator[tuple[Symptom, Symptom]]:
    trace = observed[0].trace
    assert trace is not None
    value_too = "value-too" in focus.predicted.traits or operands.makes_nonfinite(trace)
    for each in found:
        is_meant = value_too or bool(np.isfinite(trace.asks[each.ask].target).all())
        if is_meant and _is_infinite(each.written.gradient) and _is_finite(each.fixed.gradient):
            ours = observers[0].unjudged(observed[0], each.ask, each.written, "nan")
            theirs = observers[1].unjudged(observed[1], each.ask, each.fixed, "right")
            yield _symptoms("nan", ours, theirs)


def _no_longer_broken(
    observers: tuple[Observer, Observer],
    observed: tuple[Observed, Observed],
    found: list[Parting],
    focus: Focus,
) -> Iterator[tuple[Symptom, Symptom]]:
    trace = observed[0].trace
    assert trace is not None
    # What enters in another file may have any name here: the fix, which brings it back, tells it from others.
    here = replace(focus, away=())
    open_questions = {(ask, answer.label) for listed in questions_of(trace, focus) for ask, answer in listed}
    asked = [each for each in found if (each.ask, each.written.label) in open_questions]
    for each in asked[:MOST_JUDGED]:
        ours = observers[0].judged(observed[0], each.ask, each.written)
        kind = None if is_unnamed(ours, here) else shown_by(ours, focus)
        if kind not in {"none", "zero", "wrong"}:
            continue
        theirs = observers[1].judged(observed[1], each.ask, each.fixed)
        theirs = in_the_same_precision(observers[1], observed[1], ours, theirs, each.fixed)
        if theirs.symptom == "right" or (is_level(ours) and arrives(theirs)):
            yield _symptoms(kind, ours, theirs)


def _symptoms(kind: str, ours: Judged, theirs: Judged) -> tuple[Symptom, Symptom]:
    return (
        Symptom(kind, tuple(numbers(ours)), ours),
        Symptom("right", tuple(numbers_after(theirs, ours)), theirs),
    )


def _is_infinite(gradient: Array | None) -> bool:
    return gradient is not None and not _is_finite(gradient)


def _is_finite(gradient: Array | None) -> bool:
    return gradient is not None and bool(np.isfinite(gradient).all())


def _same(one: Array | None, other: Array | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.shape != other.shape:
        return False
    scale = float(np.abs(other[np.isfinite(other)]).max(initial=0.0))
    return bool(np.allclose(one, other, rtol=SAME, atol=SAME * scale, equal_nan=True))
