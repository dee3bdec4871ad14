"""What a run says about one finding: the symptom that its rule speaks of, with the numbers that show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from . import structure, training
from .errors import Problem, proves
from .foretold import BY_ITS_END, HELD, MEANT_OTHERWISE, STEPPING, WITHOUT_NUMBERS
from .judge import Judged
from .observe import Observed
from .program import Focus
from .wording import numbers, short


@dataclass(frozen=True)
class Symptom:
    kind: str
    evidence: tuple[str, ...] = ()
    gradient: Judged | None = None
    problem: Problem | None = None
    reason: str = ""


def symptom_of(observed: Observed, focus: Focus) -> Symptom:
    for problem in observed.problems():
        if proves(problem, focus):
            return Symptom("raises", problem=problem)
    if observed.trace is None:
        return Symptom("unknown", reason=observed.reason or "nothing was measured")
    symptom = by_structure(observed, focus) or _by_gradient(observed, focus)
    return symptom or _nothing_found(observed, focus)


def needs_no_numbers(observed: Observed, focus: Focus) -> bool:
    """Whether what was watched decides, so that no gradient has to be compared with finite differences."""
    if observed.cut_short:
        return False
    if focus.foretold.shows in WITHOUT_NUMBERS:
        return True
    return focus.foretold.shows != "ignored-flag" and by_structure(observed, focus) is not None


def by_structure(observed: Observed, focus: Focus) -> Symptom | None:
    """What shows in the things that the program does with gradients, and not in their numbers."""
    for look in (_by_the_step, _by_what_is_held, _by_what_was_bound):
        symptom = look(observed, focus)
        if symptom is not None:
            return symptom
    return None


def relevant(observed: Observed, focus: Focus) -> list[Judged]:
    """What the finding speaks of; all that was asked for, where it names nothing that was."""
    wanted = [each for each in observed.gradients if each.wanted]
    return observed.gradients if "any-source" in focus.foretold.traits or not wanted else wanted


def _by_gradient(observed: Observed, focus: Focus) -> Symptom | None:
    if focus.foretold.shows in WITHOUT_NUMBERS:
        return None
    if focus.foretold.shows == "not-finite":
        return _not_finite(observed, focus)
    for judged in relevant(observed, focus):
        kind: str | None = judged.symptom
        if judged.symptom == "unrelated" and "off-path" in focus.foretold.traits:
            kind = "none" if judged.asked.found is None else "zero"
        elif judged.symptom == "zero" and judged.slope is not None and judged.slope.flat:
            kind = "zero" if "staircase" in focus.foretold.traits else None
        elif judged.symptom == "nan":
            finite = judged.slope is not None and judged.slope.expected is not None
            kind = "nan" if finite else None
        if focus.foretold.shows == "ignored-upstream" and kind in {"none", "zero", "wrong"}:
            if kind != "wrong" or observed.not_idle is not None:
                reason = (
                    "it uses what it is given, or stops it: to differ from finite differences may be meant"
                )
                return Symptom("unknown", tuple(numbers(judged)), judged, reason=reason)
        if kind in {"none", "zero", "wrong", "nan"}:
            return Symptom(kind, tuple(numbers(judged)), judged)
    return None


def _not_finite(observed: Observed, focus: Focus) -> Symptom | None:
    """Any gradient that is not a number, of whatever call: that needs no finite differences."""
    assert observed.trace is not None
    for judged in relevant(observed, focus):
        if judged.symptom == "nan":
            return Symptom("nan", tuple(numbers(judged)), judged)
    made_there = structure.makes_nonfinite(observed.trace)
    for ask in observed.trace.asks:
        finite = "value-too" in focus.foretold.traits or made_there or bool(np.isfinite(ask.target).all())
        for answer in ask.answers:
            if finite and answer.gradient is not None and not np.isfinite(answer.gradient).all():
                line = f"as written: in line {ask.row} the gradient of {answer.label} is not finite"
                return Symptom("nan", (line,))
    return None


def _by_the_step(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    shows = focus.foretold.shows
    if shows == "old-gradients":
        lines = list(training.old_gradients(observed.trace))
    elif shows == "lost-gradients":
        lines = list(training.lost_gradients(observed.trace))
    elif shows == "summed-gradients":
        lines = list(map(str, training.accumulated(observed.trace)))
    else:
        return None
    return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:1])) if lines else None


def _by_what_is_held(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    trace, shows = observed.trace, focus.foretold.shows
    if shows == "ignored-flag":
        lines = list(structure.ignored_flags(trace))
        if lines:
            return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:2]))
    if shows == "kept-graph" and observed.kept:
        return Symptom("leak", (f"as written: {observed.kept} steps of the graph are kept alive",))
    if shows in HELD:
        lines = trace.adapter.unregistered(trace)
        if lines:
            return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:3]))
    if shows in HELD and any(not ask.answers for ask in trace.asks):
        row = next(ask.row for ask in trace.asks if not ask.answers)
        return Symptom("none", (f"as written: in line {row} gradients are asked for an empty list",))
    return None


def _by_what_was_bound(observed: Observed, focus: Focus) -> Symptom | None:
    """A value and a gradient that were given each other's names; a value that was read only once."""
    assert observed.trace is not None
    shows = focus.foretold.shows
    if shows == "swapped":
        lines = list(structure.swapped(observed.trace))
        return Symptom("wrong", tuple(f"as written: {line}" for line in lines)) if lines else None
    if shows == "ignored-upstream" and observed.not_idle:
        label, gradient = next(iter(observed.not_idle.items()))
        return Symptom(
            "wrong", (f"as written: of 0 times the loss the gradient of {label} is {short(gradient)}",)
        )
    if shows == "frozen" and observed.as_python:
        compiled, plainly = observed.as_python
        return Symptom("wrong", (f"as written: {compiled}", f"as plain Python, not compiled: {plainly}"))
    return None


def _nothing_found(observed: Observed, focus: Focus) -> Symptom:
    if observed.problem is not None:
        return Symptom("unknown", problem=observed.problem, reason="the program raised something else")
    shows = focus.foretold.shows
    if observed.cut_short and (shows in BY_ITS_END or not observed.gradients):
        return Symptom("unknown", reason="the program takes too long")
    if shows in STEPPING and not _steps(observed):
        return Symptom("unknown", reason="no step that uses stored gradients was seen")
    if shows in BY_ITS_END:
        return Symptom("right", ("as written: it runs to its end",))
    if shows in MEANT_OTHERWISE:
        facts = tuple(dict.fromkeys(facts_of(observed, focus)))
        return Symptom("unknown", facts, reason="only a comparison with the fix can tell")
    judged = relevant(observed, focus)
    if not judged:
        return Symptom(
            "unknown", reason=observed.reason or "the program asks for no gradient that could be measured"
        )
    doubtful = [each for each in judged if each.symptom not in {"right", "unrelated"}]
    if doubtful:
        reason = doubtful[0].reason or f"{doubtful[0].asked.source}: no reliable finite difference"
        if doubtful[0].symptom == "zero":
            reason = f"{doubtful[0].asked.source}: the function is level there"
        return Symptom("unknown", tuple(numbers(doubtful[0])), doubtful[0], reason=reason)
    right = [each for each in judged if each.symptom == "right"]
    if not right or any(each.wanted and each.asked.found is None for each in judged):
        return Symptom(
            "unknown", tuple(numbers(judged[0])), judged[0], reason="the loss does not depend on it here"
        )
    return Symptom("right", tuple(numbers(right[0])), right[0])


def _steps(observed: Observed) -> bool:
    """Steps of an optimizer that take what backward() has stored. What is handed to a step may have been changed on
    the way: scaled, clipped or added up, and nothing found in it clears nothing."""
    return observed.trace is not None and any(
        event.kind == "step" and "owner" in event.facts for event in observed.trace.events
    )


def facts_of(observed: Observed, focus: Focus) -> Iterator[str]:
    """What can be seen at the flagged expression, for rules that need more than a gradient."""
    assert observed.trace is not None
    if focus.foretold.shows == "broadcast":
        yield from (f"as written: {line}" for line in structure.broadcasts(observed.trace))
    elif focus.foretold.shows == "activation":
        yield from (f"as written: {line}" for line in structure.activations(observed.trace))
