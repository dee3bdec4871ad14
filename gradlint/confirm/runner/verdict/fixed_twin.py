"""What the program with the fix shows: the symptom is gone, or something only shows beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..execute.errors import Problem
from ..execute.expectation import MEANT_OTHERWISE, STRUCTURAL
from ..execute.finite_differences import DOUBLE, close
from ..execute.program import Focus
from ..execute.recorded_asks import Answer
from ..measure.judge import Judged
from ..measure.observe import Observed, Observer
from ..measure.singular_points import Pushed
from . import beside
from .symptoms import Symptom, by_structure, facts_of, relevant, symptom_of
from .wording import numbers

SAME = 0.02
"""Two numbers that a reader takes for one."""


def compared(written: Observed, symptom: Symptom, fixed: Observed, focus: Focus) -> Symptom:
    """What shows only beside the program with the fix: it computes something else."""
    if not focus.predicted.beside or symptom.kind not in {"unknown", "right"} or symptom.problem is not None:
        return symptom
    facts = list(facts_of(written, focus))
    if focus.predicted.shows == "broadcast" and not facts:
        return replace(symptom, kind="right", evidence=("as written: nothing is broadcast there",))
    lines = list(beside.differences(written, fixed))
    if not lines and (given := list(beside.newly_trained(written, fixed))):
        return Symptom("none", (*facts[:1], *given[:2]))
    if not lines:
        return replace(symptom, reason="the fix changes no gradient and nothing that is trained")
    kind = beside.kind_of(written, fixed)
    if kind == "left" and (stop := _crash(fixed)) is not None:
        return replace(symptom, reason=f"the program with the fix says nothing: {stop.reason}")
    return Symptom("zero" if kind == "zero" else "wrong", (*facts[:1], *lines[:2]))


def put_right(fixed: Observed, written: Symptom, focus: Focus, before: Observed | None = None) -> Symptom:
    """What the program with the fix shows about what was broken in the program as written."""
    own = symptom_of(fixed, focus)
    if focus.predicted.shows == "frozen" and own.kind == "wrong":
        own = Symptom("right")  # a random number differs between a compiled program and plain Python
    broken = written.gradient
    if broken is not None:
        same = [each for each in fixed.gradients if each.asked.source == broken.asked.source]
        if same and (same[0].symptom == "right" or (is_level(broken) and arrives(same[0]))):
            return Symptom("right", tuple(numbers_after(same[0], broken)), same[0])
        if same and broken.symptom in {"none", "zero", "unrelated"} and arrives(same[0]):
            return Symptom("arrives", (next(numbers(same[0], "after the fix")),), same[0])
        if same and "reveals" in focus.predicted.traits and same[0].asked.found is None:
            line = f"after the fix: the gradient of {same[0].asked.source} is None: it was never computed"
            return Symptom("right", (line,), same[0])
        if same and broken.symptom == "nan" and _is_finite(same[0]):
            return Symptom("arrives", (next(numbers(same[0], "after the fix")),), same[0])
        if not same and "off-path" in focus.predicted.traits and (line := _all_arrive(fixed)):
            return Symptom("right", (line,))
        if focus.predicted.shows == "not-scalar" and not fixed.gradients and not _raises(fixed):
            return Symptom("right", ("after the fix: it asks for every element by itself",))
        if written.unnamed and own.kind in {"right", "unknown"}:
            return Symptom(
                "unknown", reason=f"the fix does not bring back the gradient of {broken.asked.source}"
            )
    if written.kind == "raises":
        return _no_longer_raises(fixed, own, focus, written)
    if (
        focus.predicted.shows == "summed-gradients"
        and own.kind == "wrong"
        and own.evidence != written.evidence
    ):
        return Symptom("right", tuple(line.replace("as written", "after the fix") for line in own.evidence))
    if (
        focus.predicted.shows == "ignored-upstream"
        and broken is None
        and not fixed.not_idle
        and _any_arrives(fixed)
    ):
        return Symptom("right", ("after the fix: of 0 times the loss every gradient is 0",))
    if broken is None and focus.predicted.shows in STRUCTURAL:
        if (stop := _crash(fixed)) is not None:
            return stop
        if by_structure(fixed, focus) is None:
            lines = _listed(fixed, written, focus) or (
                own.evidence[:1] if own.gradient is not None else (_end(focus),)
            )
            return Symptom("right", tuple(line.replace("as written", "after the fix") for line in lines))
    if written.measured and own.kind == "unknown":
        # What the gradients themselves are was not the question.
        return _crash(fixed) or _judged_after(fixed, own, frozenset({"none"}), _without_gradient(before))
    if focus.predicted.shows in MEANT_OTHERWISE and own.kind == "unknown":
        # What differs from finite differences did so before: to move a source may move what was copied from it.
        known = _without_gradient(before) if broken is None else frozenset()
        return _judged_after(fixed, own, frozenset({"none", "nan"}), known)
    if own.kind == "right":
        return _judged_after(fixed, own)
    if own.kind == "unknown" and fixed.problem is not None and not fixed.problem.gradient_error:
        # It raises something else, later: what was asked before that has been answered.
        judged = [each for each in relevant(fixed, focus) if each.symptom == "right"]
        if judged:
            return _judged_after(fixed, Symptom("right", tuple(numbers(judged[0])), judged[0]))
    lines = tuple(line.replace("as written", "after the fix") for line in own.evidence)
    return replace(own, evidence=lines)


def asks_in_vain(fixed: Observed, written: Symptom, focus: Focus, fixed_focus: Focus) -> bool:
    """Whether the call that the finding names raises with the fix: what another call gives is another gradient."""
    broken, problem = written.gradient, fixed.problem
    if (
        written.kind == "right"
        or broken is None
        or problem is None
        or not problem.gradient_error
        or not focus.is_asked(broken.ask_row)
    ):
        return False
    there = any(fixed_focus.is_asked(each.ask_row) for each in fixed.gradients)
    return not there and any(map(fixed_focus.is_asked, problem.rows))


def at_the_same_call(other: Observer, fixed: Observed, written: Observed, symptom: Symptom) -> None:
    """Look at the gradient that is broken by the same call and in the same precision, which draws other random numbers,
    if the program with the fix was looked at in another way."""
    broken, trace = symptom.gradient, fixed.trace
    if broken is None or trace is None or written.trace is None or len(trace.asks) != len(written.trace.asks):
        return
    seen = next((each for each in fixed.gradients if each.asked.source == broken.asked.source), None)
    answers = [each for each in trace.asks[broken.ask].answers if each.label == broken.asked.source]
    if seen is None or not answers:
        return
    there: Judged | None = None
    if seen.ask != broken.ask:
        # What a step has changed in between cannot be moved there.
        if np.array_equal(seen.asked.value, answers[0].value):
            there = other.judged(fixed, broken.ask, answers[0])
    else:
        there = in_the_same_precision(other, fixed, broken, seen, answers[0])
    if there is not None and there.symptom != "unknown":
        fixed.gradients = [there if each is seen else each for each in fixed.gradients]


def in_the_same_precision(
    other: Observer, fixed: Observed, broken: Judged, seen: Judged, answer: Answer
) -> Judged:
    """What the program with the fix gives to the same call, in double precision if the other was looked at in that:
    random numbers differ between the two."""
    if broken.precision is not DOUBLE or seen.precision is DOUBLE or _same_slopes(seen, broken):
        return seen
    precise = other.more_precisely(fixed, broken.ask, answer)
    return seen if precise is None or precise.symptom == "unknown" else precise


def numbers_after(right: Judged, broken: Judged) -> Iterator[str]:
    """The gradient with the fix; and what it is compared with, where that is another number than without the fix."""
    ours, *differences = numbers(right, "after the fix")
    yield ours
    if not _same_slopes(right, broken):
        yield from (f"after the fix, by {line}" for line in differences if line.startswith("finite"))


def _same_slopes(right: Judged, broken: Judged) -> bool:
    """Whether finite differences are the same number for both, as far as they are known."""
    one, other = (None if each.slope is None else each.slope.expected for each in (right, broken))
    return one is None or other is None or math.isclose(one, other, rel_tol=SAME, abs_tol=1e-6)


def _end(focus: Focus) -> str:
    if focus.predicted.shows == "kept-graph":
        return "after the fix: operations of earlier graphs that are still in memory at the end: 0"
    return "after the fix: the program runs to the end"


def _listed(fixed: Observed, written: Symptom, focus: Focus) -> tuple[str, ...]:
    """What a module did not list and lists now."""
    if focus.predicted.shows != "unregistered" or fixed.trace is None or not fixed.trace.owned_there():
        return ()
    return tuple(each.replace(" does not give ", " gives ") for each in written.evidence[:1])


def _any_arrives(fixed: Observed) -> bool:
    asks = () if fixed.trace is None else fixed.trace.asks
    return any(each.gradient is not None and each.gradient.any() for ask in asks for each in ask.answers)


def _all_arrive(fixed: Observed) -> str:
    """What is no longer asked for is not missed, if everything else that is asked for arrives."""
    answers = [] if fixed.trace is None else [each for ask in fixed.trace.asks for each in ask.answers]
    if not answers or any(each.gradient is None for each in answers):
        return ""
    return f"after the fix: none of the {len(answers)} gradients that are requested is None"


def is_level(judged: Judged) -> bool:
    """A staircase: no derivative agrees with finite differences, and a surrogate is all that can be had."""
    return judged.slope is not None and judged.slope.flat and judged.slope.depends


def _is_finite(judged: Judged) -> bool:
    found = judged.asked.found
    return found is not None and bool(np.isfinite(found).all())


def arrives(judged: Judged) -> bool:
    return _is_finite(judged) and bool(np.any(judged.asked.found))


def _raises(fixed: Observed) -> bool:
    """Whether it raises something that could have to do with gradients: an assertion has not."""
    return fixed.problem is not None and fixed.problem.evidence


def _crash(fixed: Observed) -> Symptom | None:
    """A program that stops somewhere else is not shown to be right; one that ends itself, by an assertion, may be."""
    problem = fixed.problem or fixed.watched_problem
    if problem is None or (not problem.evidence and fixed.hits):
        return None
    return Symptom("unknown", problem=problem, reason=_stops(problem))


def _stops(problem: Problem) -> str:
    return f"it stops at line {problem.row}: {problem.text()}"


def _no_longer_raises(fixed: Observed, own: Symptom, focus: Focus, written: Symptom) -> Symptom:
    """What raised is right when it runs and gradients arrive; what the user stops elsewhere is not judged."""
    if own.kind == "raises" and own.unnamed and not written.unnamed and fixed.problem is not own.problem:
        own = Symptom("unknown")  # the same exception somewhere else, which the program catches itself
    if own.kind == "raises" or (fixed.problem is not None and fixed.problem.gradient_error):
        return replace(own, kind="raises", problem=own.problem or fixed.problem)
    problem = fixed.problem
    reached = bool(fixed.hits) or focus.predicted.shows == "not-scalar"
    if problem is not None and not fixed.gradients and (problem.evidence or not reached):
        return replace(own, kind="unknown", problem=problem, reason=_stops(problem))
    asked = [each for each in fixed.gradients if each.trained]
    right = [each for each in asked if each.symptom == "right"]
    arrived = right or [
        each for each in asked if each.symptom in {"wrong", "unknown"} and each.asked.found is not None
    ]
    if arrived:
        return Symptom("right", (next(numbers(arrived[0], "after the fix")),), arrived[0])
    if asked and all(each.symptom in {"none", "nan"} for each in asked):
        return Symptom(asked[0].symptom, tuple(numbers(asked[0], "after the fix")), asked[0])
    return Symptom("right", ("after the fix: the program runs to the end",))


def made_sure(observer: Observer, written: Observed, symptom: Symptom, cure: Symptom | None) -> Symptom:
    """A number that was seen by one step only is told if the program with the fix says the same, or else a
    second step."""
    judged = symptom.gradient
    if judged is None or judged.slope is None or judged.slope.expected is None or not judged.slope.once:
        return symptom
    other = None if cure is None or cure.gradient is None else cure.gradient.slope
    if other is not None and other.found is not None:
        if close(other.found, judged.slope.expected, judged.precision):
            return symptom
    sure = observer.surely(written, judged)
    return replace(symptom, evidence=tuple(numbers(sure)), gradient=sure)


def at_the_edge(push: Pushed, prefix: str = "as written") -> Symptom:
    """What a source that was pushed to a singular point shows."""
    assert push.gradient is not None
    first = ", ".join(f"{number:.4g}" for number in push.gradient.ravel()[:3])
    more = ", ..." if push.gradient.size > 3 else ""
    line = f"{prefix}: with {push.label} moved to {push.point} its gradient is [{first}{more}]"
    return Symptom("right" if push.finite else "nan", (line,))


def past_it(fixed: Observed, stop: str) -> Symptom:
    """The program with the fix stops later, where another finding says that it does."""
    judged = _judged_after(fixed, Symptom("right"))
    if judged.kind != "right" or fixed.problem is None:
        return judged
    line = f"after the fix: this error is gone; the program then stops at line {fixed.problem.row} ({stop})"
    return Symptom("right", (line, *judged.evidence), judged.gradient)


def _without_gradient(before: Observed | None) -> frozenset[str]:
    """What the program as written gives no gradient to either: the fix has not taken it away."""
    asks = [] if before is None or before.trace is None else before.trace.asks
    answers = [answer for ask in asks for answer in ask.answers]
    given = {answer.label for answer in answers if answer.gradient is not None}
    return frozenset(answer.label for answer in answers) - given


def _judged_after(
    fixed: Observed,
    own: Symptom,
    broken_by: frozenset[str] = frozenset({"none", "wrong", "nan"}),
    before: frozenset[str] = frozenset(),
) -> Symptom:
    """Right if none of its gradients is broken, but for those that were so `before`."""
    broken = [
        each
        for each in fixed.gradients
        if each.trained and each.symptom in broken_by and each.asked.source not in before
    ]
    if broken:
        return Symptom(broken[0].symptom, tuple(numbers(broken[0], "after the fix")), broken[0])
    lines = tuple(line.replace("as written", "after the fix") for line in own.evidence[:1])
    return Symptom("right", lines, own.gradient)
