"""Whether a gradient is right only because the flagged line adds nothing to it in this run.

A penalty that is not reached yet, a weight that is still 0: the loss takes in what the flagged line gives, and its
derivative is 0 at this point, with that line put right and without. Such a run says nothing about the finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..execute.finite_differences import LARGE_STEPS, SINGLE, Array, Lost, along, direction, judged
from ..execute.program import Focus
from ..execute.recorded_asks import Answer
from ..execute.script import quietly
from ..execute.still import Still
from ..measure.judge import Judged
from ..measure.observe import Observed, Observer
from .symptoms import Symptom, relevant

FAR = (*LARGE_STEPS, 32.0, 256.0)
"""How far a source is moved to see whether what the flagged line gives ever follows it."""
IDLE = "what this line gives is part of the loss and adds nothing to the gradient at this point; it may at another"


def unless_idle(observer: Observer, observed: Observed, symptom: Symptom, focus: Focus) -> Symptom:
    """The same symptom, unless it is right for no other reason than that."""
    if symptom.kind != "right" or symptom.gradient is None or focus.predicted.shows != "gradient":
        return symptom
    right = [each for each in relevant(observed, focus) if each.symptom == "right"]
    if not focus.enters or not any(_is_idle(observer, observed, each) for each in right):
        return symptom
    return replace(symptom, kind="unknown", reason=IDLE)


def _is_idle(observer: Observer, observed: Observed, right: Judged) -> bool:
    answers = [] if observed.trace is None else observed.trace.asks[right.ask].answers
    answer = next((each for each in answers if each.label == right.asked.source), None)
    if answer is None:
        return False
    still = Still()
    with quietly(), observer.keeping_still(observed, still):
        try:
            return _adds_nothing(observer, observed, right, answer, still)
        except Lost:
            return False


def _adds_nothing(
    observer: Observer, observed: Observed, right: Judged, answer: Answer, still: Still
) -> bool:
    asked = observer.asked_again(observed, right.ask, answer)
    target = still.from_the_start(asked.exact or asked.target)
    centre = target(np.zeros(asked.value.size))
    if not still.is_useful:
        return False
    still.give()
    towards = direction(asked.value.size, observer.seed)
    slope = along(replace(asked, centre=centre, target=target, exact=None), towards, SINGLE)
    if judged(slope, asked.found, asked.value.size, SINGLE) not in {"right", "unrelated"}:
        return False  # something passes through it, and was measured
    still.spoilt = True
    arrives = bool(np.isnan(target(np.zeros(asked.value.size))).any())
    still.spoilt = False
    if not arrives and all(map(can_be_spoilt, still.results)):
        return False  # the loss does not take it in
    return _follows(target, still, asked.value.size, towards, observed)


def _follows(
    target: Callable[[Array], Array], still: Still, size: int, towards: Array, observed: Observed
) -> bool:
    """Whether what the flagged line gives ever changes with the source."""
    still.giving = False

    def given(far: float) -> list[str]:
        try:
            target(far * towards)
        except Lost:
            return here  # it took another way
        return list(_marks(still.results, observed))

    here: list[str] = []
    here = given(0.0)
    return any(given(sign * far) != here for far in FAR for sign in (1, -1))


def _marks(values: list[Any], observed: Observed) -> Iterator[str]:
    assert observed.trace is not None
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _marks(list(value), observed)
        else:
            yield str(observed.trace.adapter.described(value)) if hasattr(value, "dtype") else repr(value)


def can_be_spoilt(value: Any) -> bool:
    """Whether all of it can be something that is not a number."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(can_be_spoilt, value))
    return isinstance(value, float) or "float" in str(getattr(value, "dtype", ""))
