"""Whether what is missing of a gradient passes through the flagged expression.

Without a program with the fix to compare with, a broken gradient may be the work of another line. So the program runs
again with the source moved and the result of the flagged expression held still: if the gradient is right for what is
left, all that was missing came through that expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..execute.finite_differences import LARGE_STEPS, SINGLE, Array, Lost, along, direction, judged
from ..execute.program import Focus
from ..execute.recorded_asks import Answer
from ..execute.script import quietly
from ..execute.still import Still
from ..measure.judge import Judged, questions_of
from ..measure.observe import Observed, Observer
from ..measure.singular_points import Pushed

MOST_SOURCES = 2
SHARE = 1e-4
"""How much of a loss must change to say that it does."""
HALVINGS = 12
LEAST_JUMP = 0.1
"""How much of a change must come at once: a square root that changes its sign goes through 0."""
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
        return finite_without_it(observer, observed, broken.ask, answer, answer.value)
    still = Still()
    with quietly(), observer.keeping_still(observed, still):
        try:
            asked = observer.asked_again(observed, broken.ask, answer)
            target = still.from_the_start(asked.exact or asked.target)
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


def decided_otherwise(observer: Observer, observed: Observed, broken: Judged) -> bool:
    """Whether the flagged line is a test that a traced array decides otherwise than a number, and so is the value."""
    answers = [] if observed.trace is None else observed.trace.asks[broken.ask].answers
    answer = next((each for each in answers if each.label == broken.asked.source), None)
    if answer is None or answer.again is None or answer.exact is None:
        return False
    nowhere, still = np.zeros(answer.value.size), Still()
    with quietly(), observer.keeping_still(observed, still):
        try:
            still.begin()
            value = answer.exact(nowhere)
            decided = list(still.results)
            still.begin()
            _, traced = answer.again(nowhere)
        except Lost:
            return False
    tests = all(isinstance(each, bool) for each in (*decided, *still.results))
    same = value.shape == traced.shape and np.allclose(value, traced, 1e-5, 1e-7)
    return still.known and tests and decided != still.results and not same


def carried_there(observer: Observer, observed: Observed, push: Pushed) -> bool | None:
    """The same of a source that was moved to a singular point, where its gradient is not finite."""
    if push.answer is None or push.at is None:
        return None
    return finite_without_it(observer, observed, push.ask, push.answer, push.at)


def level_term(observer: Observer, observed: Observed, focus: Focus) -> str:
    """What moves the loss through the flagged expression and has no part in the gradient; empty if nothing is seen.

    A step function has no derivative to compare with. So a source of the finding is moved so far that the expression
    gives something else: the loss follows, and with the expression held still the gradient is what it was.
    """
    trace = observed.trace
    questions = [] if trace is None else [each[0] for each in questions_of(trace, focus)]
    moving = [each for each in questions if not each[1].integer]
    wanted = [each for each in moving if each[1].wanted]
    if not focus.has_source:
        # A term that is constant by itself is a mistake whatever else the program trains by. What the flagged
        # expression reads may be a table, which is trained: what chooses from it is given nothing.
        nothing = [each for each in moving if each not in wanted and _is_nothing(each[1].gradient)]
        wanted = [*nothing[:1], *wanted] if wanted else moving
    for ask, answer in wanted[:MOST_SOURCES]:
        with quietly():
            try:
                moved = _moved_through_it(observer, observed, ask, answer)
            except Lost:
                continue
        if moved is not None:
            far, change = moved
            return (
                f"with {answer.label} moved along a random vector, by less than {abs(far):g}, what this line gives "
                f"jumps and changes the loss by {change:.4g}; the gradient is the same with that held still"
            )
    return ""


def _moved_through_it(
    observer: Observer, observed: Observed, ask: int, answer: Answer
) -> tuple[float, float] | None:
    assert observed.trace is not None
    still = Still()
    asked = observer.asked_again(observed, ask, answer)
    target = asked.exact or asked.target
    with observer.keeping_still(observed, still):
        held = still.from_the_start(target)
        held(np.zeros(answer.value.size))
        if not still.is_useful:
            return None
        still.give()
        still.begin()
        gradient, _ = observer.at(observed.trace.adapter, ask, answer, answer.value)
    if not _same(gradient, answer.gradient):
        return None
    towards = direction(answer.value.size, observer.seed)

    def change(far: float) -> float:
        """How much of a change in the loss comes through the flagged expression."""
        free = target(far * towards)
        with observer.keeping_still(observed, still):
            found = float((free - held(far * towards)).sum())
        return found if abs(found) > SHARE * max(1e-3, float(np.abs(free).sum())) else 0.0

    for far in LARGE_STEPS:
        for there in (far, -far):
            moved = change(there)
            if moved and np.isfinite(moved):
                jump = _jump(change, there)
                return (there, jump) if abs(jump) > LEAST_JUMP * abs(moved) else None
    return None


def _jump(change: Callable[[float], float], far: float) -> float:
    """What changes at once where the first change is: next to nothing, if the function has only a kink there."""
    near, found = 0.0, 0.0
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        if moved := change(middle):
            far, found = middle, moved
        else:
            near = middle
    return found


def _is_nothing(gradient: Array | None) -> bool:
    return gradient is None or not gradient.any()


def _same(one: Array | None, other: Array | None) -> bool:
    if one is None or other is None:
        return _is_nothing(one) and _is_nothing(other)
    return one.shape == other.shape and np.allclose(one, other, rtol=1e-5, atol=1e-7)


def finite_without_it(
    observer: Observer, observed: Observed, ask: int, answer: Answer, point: Array
) -> bool | None:
    """Whether what arrives at the flagged expression is finite, and so is the gradient without its part in it."""
    assert observed.trace is not None
    still = Still()
    with quietly(), observer.keeping_still(observed, still):
        try:
            asked = observer.asked_again(observed, ask, answer)
            there = (point - answer.value).ravel()
            target = still.from_the_start(asked.exact or asked.target)
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
