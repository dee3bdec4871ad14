"""Whether what is missing of a gradient passes through the flagged expression.

Without a program with the fix to compare with, a broken gradient may be the work of another line. So the program runs
again with the source moved and the result of the flagged expression held still: if the gradient is right for what is
left, all that was missing came through that expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..execute.finite_differences import SINGLE, Array, Lost, along, direction, judged
from ..execute.recorded_asks import Answer
from ..execute.script import quietly
from ..execute.still import Still
from ..measure.judge import Judged
from ..measure.observe import Observed, Observer
from ..measure.singular_points import Pushed

STEPS = (1e-2, 1e-3)
UNEVEN = 0.3
"""How far two slopes may be apart: that of a square root at 0 grows to three times as much."""


def carried(observer: Observer, observed: Observed, broken: Judged) -> bool | None:
    """True if the flagged expression is to blame, False if something else is; None if that cannot be seen."""
    answers = [] if observed.trace is None else observed.trace.asks[broken.ask].answers
    answer = next((each for each in answers if each.label == broken.asked.source), None)
    if answer is None:
        return None
    if broken.symptom == "nan":
        return _finite_without_it(observer, observed, broken.ask, answer, answer.value)
    still = Still()
    with quietly(), observer.holding(observed, still):
        try:
            asked = observer.asked_again(observed, broken.ask, answer)
            target = _from_the_start(still, asked.exact or asked.target)
            centre = target(np.zeros(asked.value.size))
            if not still.is_useful:
                return None
            still.give()
            towards = direction(asked.value.size, observer.seed)
            slope = along(replace(asked, centre=centre, target=target, exact=None), towards, SINGLE)
        except Lost:
            return None
    left = judged(slope, asked.found, asked.value.size, SINGLE)
    return None if left in {"unknown", "nan"} else left in {"right", "unrelated"}


def carried_there(observer: Observer, observed: Observed, push: Pushed) -> bool | None:
    """The same of a source that was moved to a singular point, where its gradient is not finite."""
    if push.answer is None or push.at is None:
        return None
    return _finite_without_it(observer, observed, push.ask, push.answer, push.at)


def _finite_without_it(
    observer: Observer, observed: Observed, ask: int, answer: Answer, point: Array
) -> bool | None:
    """Whether what arrives at the flagged expression is finite, and so is the gradient without its part in it."""
    assert observed.trace is not None
    still = Still()
    with quietly(), observer.holding(observed, still):
        try:
            asked = observer.asked_again(observed, ask, answer)
            there = (point - answer.value).ravel()
            target = _from_the_start(still, asked.exact or asked.target)
            target(there)
            if not still.is_useful:
                return None
            still.give()
            if not _is_smooth(still, lambda: target(there)):
                return False
            still.begin()
            gradient, _ = observer.at(observed.trace.adapter, ask, answer, point)
        except Lost:
            return None
    arrived = (getattr(each, "grad", None) for each in still.given)
    if any(each is not None and not bool(each.isfinite().all()) for each in arrived):
        return False
    return gradient is None or bool(np.isfinite(gradient).all())


def _is_smooth(still: Still, target: Callable[[], Array]) -> bool:
    """Whether the target changes evenly with what the flagged expression gives: then no infinity comes from beyond."""
    slopes = []
    for step in STEPS:
        sides = []
        for still.shift in (step, -step):
            sides.append(target())
        slopes.append((sides[0] - sides[1]) / (2 * step))
    still.shift = 0.0
    wide, narrow = slopes
    if not (np.isfinite(wide).all() and np.isfinite(narrow).all()):
        return False
    return bool(
        np.allclose(wide, narrow, rtol=UNEVEN, atol=UNEVEN * max(1.0, float(np.abs(narrow).max(initial=0.0))))
    )


def _from_the_start(still: Still, target: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def again(displacement: Array) -> Array:
        still.begin()
        return target(displacement)

    return again
