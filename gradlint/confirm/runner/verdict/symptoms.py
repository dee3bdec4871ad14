"""What a run says about one finding: the symptom that its rule speaks of, with the numbers that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..execute.errors import Problem, is_marked, proves
from ..execute.expectation import BY_ITS_END, HELD, MEANT_OTHERWISE, STEPPING, WITHOUT_NUMBERS
from ..execute.program import Focus
from ..measure import training_step
from ..measure.judge import Judged
from ..measure.measures import measured
from ..measure.observe import Observed
from . import operands
from .wording import numbers, short


@dataclass(frozen=True)
class Symptom:
    kind: str
    evidence: tuple[str, ...] = ()
    gradient: Judged | None = None
    problem: Problem | None = None
    reason: str = ""
    unnamed: bool = False
    """It was not measured at the source that the finding names: only the fix can tell that it is meant."""
    measured: bool = False
    """It is a quantity that the rule names, and no gradient beside differences."""


def symptom_of(observed: Observed, focus: Focus) -> Symptom:
    gave_none = _gave_none(observed, focus)

    def raised(problems: Iterable[Problem], anywhere: bool) -> Symptom | None:
        found = [
            each
            for each in problems
            if proves(each, focus, gave_none and (anywhere or is_marked(each, focus)))
        ]
        found.sort(key=lambda each: not is_marked(each, focus))
        if not found:
            return None
        return Symptom("raises", problem=found[0], unnamed=not is_marked(found[0], focus))

    if stops := raised(observed.raised(), anywhere=False):
        return stops
    if observed.trace is None:
        return Symptom("unknown", reason=observed.reason or "nothing was measured")
    looks = (by_structure, _by_gradient)
    # A program that catches what it raises may know what it does, and a None that is used somewhere else may be
    # another one: gradients are looked at first, unless it is another source's that is broken.
    caught = raised(observed.problems(), anywhere=True)
    for look in reversed(looks) if focus.predicted.shows == "not-stored" else looks:
        symptom = look(observed, focus)
        if symptom is not None:
            return caught if caught is not None and _is_another(symptom, caught, focus) else symptom
    return caught or _nothing_found(observed, focus)


def _is_another(symptom: Symptom, caught: Symptom, focus: Focus) -> bool:
    """Whether the broken gradient is not the one that the finding speaks of, and the exception is."""
    judged = symptom.gradient
    other = judged is not None and bool(focus.names) and not judged.wanted
    return (symptom.unnamed or other) and not caught.unnamed


def needs_no_numbers(observed: Observed, focus: Focus) -> bool:
    """Whether what was watched decides, so that no gradient has to be compared with finite differences."""
    if observed.cut_short:
        return False
    if focus.predicted.shows in WITHOUT_NUMBERS:
        return True
    return focus.predicted.shows != "ignored-flag" and by_structure(observed, focus) is not None


def by_structure(observed: Observed, focus: Focus) -> Symptom | None:
    """What shows in the things that the program does with gradients, and not in their numbers."""
    for look in (_by_measure, _by_the_step, _by_what_is_held, _by_what_was_bound):
        symptom = look(observed, focus)
        if symptom is not None:
            return symptom
    return None


def _gave_none(observed: Observed, focus: Focus) -> bool:
    """Whether some call gave None where the finding says that a gradient gets lost."""
    answers = [] if observed.trace is None else [each for ask in observed.trace.asks for each in ask.answers]
    wanted = [each for each in answers if each.wanted]
    return any(each.gradient is None for each in wanted or answers)


def relevant(observed: Observed, focus: Focus) -> list[Judged]:
    """What the finding speaks of; all that was asked for, where it names nothing that was."""
    wanted = [each for each in observed.gradients if each.wanted]
    return observed.gradients if "any-source" in focus.predicted.traits or not wanted else wanted


def is_unnamed(judged: Judged, focus: Focus) -> bool:
    """Whether the finding names a source or a call, and this is another one."""
    if "any-source" in focus.predicted.traits:
        return False
    elsewhere = bool(focus.asked) and not focus.is_asked(judged.ask_row)
    return elsewhere or (focus.has_source and not judged.wanted)


def _by_gradient(observed: Observed, focus: Focus) -> Symptom | None:
    if focus.predicted.shows in WITHOUT_NUMBERS:
        return None
    if focus.predicted.shows == "not-finite":
        return _not_finite(observed, focus)
    for judged in relevant(observed, focus):
        if focus.predicted.shows in HELD and not judged.wanted:
            continue  # what is wrong about the gradient of something else is another mistake
        kind = shown_by(judged, focus)
        if focus.predicted.shows == "ignored-upstream" and kind in {"none", "zero", "wrong"}:
            if kind != "wrong" or observed.not_idle is not None:
                reason = (
                    "it uses what it is given, or stops it: to differ from finite differences may be meant"
                )
                return Symptom("unknown", tuple(numbers(judged)), judged, reason=reason)
        if kind in {"none", "zero", "wrong", "nan"}:
            return Symptom(kind, tuple(numbers(judged)), judged, unnamed=is_unnamed(judged, focus))
    return None


def shown_by(judged: Judged, focus: Focus) -> str | None:
    """What one gradient shows of what the rule predicts; None if that is nothing."""
    if not judged.used and not {"without-flag", "any-source"} & focus.predicted.traits:
        return None
    if judged.symptom == "unrelated" and "off-path" in focus.predicted.traits:
        return "none" if judged.asked.found is None else "zero"
    if focus.predicted.shows == "not-stepped" and judged.symptom in {"none", "zero", "wrong"}:
        return None  # the loss depends on what is listed: it is something else that does not arrive there
    if judged.symptom == "zero" and judged.slope is not None and judged.slope.flat:
        return "zero" if "staircase" in focus.predicted.traits else None
    if judged.symptom == "nan":
        finite = judged.slope is not None and judged.slope.expected is not None
        return "nan" if finite else None
    return judged.symptom


def _not_finite(observed: Observed, focus: Focus) -> Symptom | None:
    """Any gradient that is not a number, of whatever call: that needs no finite differences."""
    assert observed.trace is not None
    for judged in relevant(observed, focus):
        if judged.symptom == "nan":
            return Symptom("nan", tuple(numbers(judged)), judged, unnamed=is_unnamed(judged, focus))
    made_there = operands.makes_nonfinite(observed.trace)
    for ask in observed.trace.asks:
        finite = "value-too" in focus.predicted.traits or made_there or bool(np.isfinite(ask.target).all())
        for answer in ask.answers:
            if finite and answer.gradient is not None and not np.isfinite(answer.gradient).all():
                line = f"as written: in line {ask.row} the gradient of {answer.label} is not finite"
                return Symptom("nan", (line,))
    return None


def _by_measure(observed: Observed, focus: Focus) -> Symptom | None:
    """A quantity that the rule names, measured where the finding says."""
    assert observed.trace is not None
    found = measured(observed.trace)
    return None if found is None else Symptom(found[0], (f"as written: {found[1]}",), measured=True)


def _by_the_step(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    shows = focus.predicted.shows
    if shows == "old-gradients":
        lines = list(training_step.old_gradients(observed.trace))
    elif shows == "lost-gradients":
        lines = list(training_step.lost_gradients(observed.trace))
    elif shows == "summed-gradients":
        lines = list(map(str, training_step.accumulated(observed.trace)))
    else:
        return None
    return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:1])) if lines else None


def _by_what_is_held(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    trace, shows = observed.trace, focus.predicted.shows
    if shows == "ignored-flag":
        flags = list(operands.ignored_flags(trace))
        if flags:
            # What does not require a gradient gets none; what still requires one gets one that nobody wants.
            kind = "wrong" if flags[0][1] else "none"
            return Symptom(kind, tuple(f"as written: {line}" for line, _ in flags[:2]))
    if shows == "kept-graph" and observed.kept:
        line = f"operations of earlier graphs that are still in memory at the end: {observed.kept}"
        return Symptom("leak", (f"as written: {line}",))
    if shows == "not-stored":
        lines = trace.adapter.unregistered(trace)
        return Symptom("none", tuple(f"as written: {line}" for line in lines[:1])) if lines else None
    if shows in HELD:
        lines = [observed.untrained] if observed.untrained else trace.adapter.unregistered(trace)
        if lines:
            return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:3]))
    empty = [ask.row for ask in trace.asks if not ask.answers] if shows in HELD else []
    row = next((each for each in empty if focus.is_asked(each) or focus.is_cut(each)), 0)
    if row or (empty and len({ask.row for ask in trace.asks}) == 1):
        row = row or empty[0]
        return Symptom("none", (f"as written: in line {row} gradients are requested for an empty list",))
    return None


def _by_what_was_bound(observed: Observed, focus: Focus) -> Symptom | None:
    """A value and a gradient that were given each other's names; a value that was read only once."""
    assert observed.trace is not None
    shows = focus.predicted.shows
    if shows == "swapped":
        lines = list(operands.swapped(observed.trace))
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
    shows = focus.predicted.shows
    if observed.cut_short and (shows in BY_ITS_END or not observed.gradients):
        return Symptom("unknown", reason="the program takes too long")
    if shows in BY_ITS_END:
        why_not = _not_measured(observed, focus)
        return (
            Symptom("unknown", reason=why_not)
            if why_not
            else Symptom("right", ("as written: the program runs to the end",))
        )
    if shows in MEANT_OTHERWISE:
        facts = tuple(dict.fromkeys(facts_of(observed, focus)))
        return Symptom("unknown", facts, reason="only a comparison with the fix can tell")
    if shows == "not-stored":
        seen = [value for role, value in observed.trace.objects if role == "result"] if observed.trace else []
        if any(each is not None for each in seen):
            return Symptom("right", ("as written: .grad is there where it is read",))
        return Symptom("unknown", reason="the .grad that the finding speaks of was not read")
    judged = relevant(observed, focus)
    if not judged:
        return Symptom(
            "unknown", reason=observed.reason or "the program asks for no gradient that could be measured"
        )
    doubtful = [each for each in judged if each.symptom not in {"right", "unrelated"}]
    if doubtful:
        reason = doubtful[0].reason or f"{doubtful[0].asked.source}: no reliable finite difference"
        if not doubtful[0].used:
            reason = f"no step of an optimizer uses what this call gives to {doubtful[0].asked.source}"
        if doubtful[0].symptom == "zero":
            reason = f"{doubtful[0].asked.source}: the function is level there"
        return Symptom("unknown", tuple(numbers(doubtful[0])), doubtful[0], reason=reason)
    right = [each for each in judged if each.symptom == "right"]
    if not right or any(each.wanted and each.asked.found is None for each in judged):
        return Symptom(
            "unknown", tuple(numbers(judged[0])), judged[0], reason="the loss does not depend on it here"
        )
    if shows in HELD and (
        observed.trace is None or observed.trace.adapter.unregistered(observed.trace) is None
    ):
        reason = (
            "whether the weights that the finding speaks of are among those that are trained was not measured"
        )
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    if shows == "ignored-upstream" and observed.not_idle is None:
        reason = "what is given from above may be 1 here; whether it is used was not measured"
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    if _made_again(observed, right[0].asked.source):
        reason = "the program makes this source more than once, and only the first was measured"
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    if "two-processes" in focus.predicted.traits:
        reason = "it is right where all processes have the same numbers, which they need not have"
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    if is_unnamed(right[0], focus):
        reason = "the gradient that the finding speaks of was not measured"
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    if _all_before_the_line(observed, right):
        reason = "the flagged line is executed only after the gradient that was measured"
        return Symptom("unknown", tuple(numbers(right[0])), right[0], reason=reason)
    return Symptom("right", tuple(numbers(right[0])), right[0])


def _all_before_the_line(observed: Observed, right: list[Judged]) -> bool:
    """Whether no gradient that is right can have passed the flagged line, which is executed later."""
    trace = observed.trace
    return trace is not None and trace.hits > 0 and not any(trace.asks[each.ask].passes for each in right)


def _made_again(observed: Observed, label: str) -> bool:
    """Whether several sources go by one name: what is right of the first model may be wrong of the next."""
    asks = () if observed.trace is None else observed.trace.asks
    answers = (each for ask in asks for each in ask.answers if each.label == label and each.part is not None)
    return len({id(each.part.value) for each in answers if each.part is not None}) > 1


def _not_measured(observed: Observed, focus: Focus) -> str:
    """Why a program that came to its end without showing anything does not clear the finding."""
    assert observed.trace is not None
    trace, shows = observed.trace, focus.predicted.shows
    if shows == "kept-graph":
        return "" if observed.stored else "what the flagged line stores was not seen"
    if shows in STEPPING:
        return training_step.not_measured(trace, shows)
    if focus.asked and trace.asks and not any(focus.is_asked(ask.row) for ask in trace.asks):
        return "the call that asks for the gradient was not executed"
    return ""


def facts_of(observed: Observed, focus: Focus) -> Iterator[str]:
    """What can be seen at the flagged expression, for rules that need more than a gradient."""
    assert observed.trace is not None
    if focus.predicted.shows == "broadcast":
        yield from (f"as written: {line}" for line in operands.broadcasts(observed.trace))
    elif focus.predicted.shows == "activation":
        yield from (f"as written: {line}" for line in operands.activations(observed.trace))
