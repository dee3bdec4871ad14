"""Run a program once plainly and once watched, then again with its sources moved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .asks import Adapter, Answer, Ask, Limits, Move, Trace
from .clock import OutOfTime, limited
from .differences import (
    DOUBLE,
    SINGLE,
    Array,
    Asked,
    Lost,
    Precision,
    Slope,
    Symptom,
    along,
    direction,
    elementwise,
    judged,
)
from .errors import Problem, problem_of
from .frameworks import Framework
from .program import Focus, Program
from .script import Script, quietly

MOST_SOURCES = 3
MOST_ASKS_PER_SOURCE = 2
MOST_ELEMENTS = 4
SECOND_ORDER = {"GL503", "GL605", "GL803"}
"""Rules about derivatives of derivatives: the first may be right and the second not."""
SHARE_OF_A_RUN = 0.6
"""How much of the time that is left one whole run may take; the rest is for the others."""


@dataclass(frozen=True)
class Judged:
    """One gradient beside what finite differences say."""

    asked: Asked
    slope: Slope | None
    symptom: Symptom
    ask: int
    ask_row: int
    wanted: bool
    trained: bool
    precision: Precision
    elements: tuple[float, ...] = ()
    """What the gradient should have been, element by element, where there are few."""
    reason: str = ""
    """Why there is no opinion."""


@dataclass
class Observed:
    """Everything that executing a program showed."""

    problem: Problem | None
    """What the program as written raised."""
    skipped: tuple[Problem, ...]
    printed: str
    names: dict[str, Any] = field(default_factory=dict)
    """What the names at module level hold at the end of the program as written."""
    hits: int = 0
    cut_short: bool = False
    trace: Trace | None = None
    watched_problem: Problem | None = None
    gradients: list[Judged] = field(default_factory=list)
    left: dict[str, Array] = field(default_factory=dict)
    kept: int = 0
    as_python: tuple[str, str] | None = None
    """What differs if nothing is compiled: as it was, and as it is then."""
    reason: str = ""
    """Why nothing was measured, if nothing was."""

    def problems(self) -> tuple[Problem, ...]:
        return self.skipped if self.problem is None else (*self.skipped, self.problem)


class Observer:
    """Executes one program as often as needed, within a budget of seconds."""

    def __init__(
        self,
        framework: Framework,
        program: Program,
        focus: Focus,
        seed: int,
        seconds: float,
        mend: bool = False,
    ) -> None:
        self._framework = framework
        self._mend = mend
        self._focus = focus
        self._seed = seed
        self._deadline = time.monotonic() + seconds
        self._script = Script(program, focus)

    def plain(self) -> Observed:
        """The run that decides whether the program raises: watching a program can change what it does."""
        adapter = self._framework.adapter()
        adapter.reset(self._seed, double=False)
        share = (self._deadline - time.monotonic()) * SHARE_OF_A_RUN
        with limited(share), adapter.running():
            ended = self._script.run()
        if isinstance(ended.problem, OutOfTime):
            return Observed(None, (), ended.printed, cut_short=True)
        return Observed(
            None if ended.problem is None else self._described(ended.problem),
            tuple(self._described(each) for each in ended.skipped),
            ended.printed,
            ended.names,
        )

    def observed(self, every: bool = False) -> Observed:
        """Plain, watched, and measured: the few sources that matter, or every one by every call."""
        found = self.plain()
        adapter = self._framework.adapter()
        trace, problem = self._watched(adapter)
        if trace.traced and not trace.asks and found.problem is None:
            eager = self._framework.adapter(eager=True)
            trace, problem = self._watched(eager)
            adapter = eager
        elif not trace.hits and self._focus.cut and found.problem is None and self._framework.compiles:
            # Compiled code is a copy of the user's, which has no counter.
            eager = self._framework.adapter(eager=True)
            uncompiled, _ = self._watched(eager)
            trace.hits = uncompiled.hits
            adapter.reset(self._seed, double=False)
        found.trace, found.hits, found.watched_problem = trace, trace.hits, problem
        found.left, found.kept = adapter.left(trace), adapter.kept(trace)
        if self._focus.code == "GL110" and self._framework.compiles:
            found.as_python = self._frozen(found)
        with quietly():
            if every:
                found.gradients += [
                    self._judge(adapter, trace, ask, answer)
                    for questions in questions_of(trace, self._focus)
                    for ask, answer in questions
                ]
            else:
                found.gradients += self._judged(adapter, trace)
        return found

    def _frozen(self, found: Observed) -> tuple[str, str] | None:
        """Whether the program does something else when its functions are run as the Python they are."""
        adapter = self._framework.adapter(eager=True)
        adapter.reset(self._seed, double=False)
        with limited(max(0.05, self._deadline - time.monotonic())), adapter.running():
            ended = self._script.run()
        self._framework.adapter().reset(self._seed, double=False)
        ours, theirs = _numbers(found.names), _numbers(ended.names)
        for name, number in ours.items():
            if name in theirs and not np.isclose(number, theirs[name], rtol=1e-4):
                return f"{name} is {number:.4f}", f"{name} is {theirs[name]:.4f}"
        for one, other in zip(found.printed.splitlines(), ended.printed.splitlines(), strict=False):
            if one != other and ended.problem is None:
                return f"it prints {one[:80]!r}", f"it prints {other[:80]!r}"
        return None

    def _described(self, raised: BaseException) -> Problem:
        return problem_of(raised, self._script.filename)

    def _watched(self, adapter: Adapter, double: bool = False) -> tuple[Trace, Problem | None]:
        share = max(0.05, (self._deadline - time.monotonic()) * SHARE_OF_A_RUN)
        limits = Limits(deadline=time.monotonic() + share * 0.7)
        trace = Trace(adapter, self._focus, self._script.filename, limits=limits, mend=self._mend)
        return trace, self._run(adapter, trace, double, share)

    def _run(self, adapter: Adapter, trace: Trace, double: bool, seconds: float) -> Problem | None:
        adapter.reset(self._seed, double)
        with limited(seconds), adapter.running(), adapter.listening(trace):
            ended = self._script.run(trace)
        trace.names = ended.names
        if ended.problem is None or isinstance(ended.problem, OutOfTime):
            return None
        return self._described(ended.problem)

    def _judged(self, adapter: Adapter, trace: Trace) -> Iterator[Judged]:
        told = 0
        for questions in questions_of(trace, self._focus)[: 2 * MOST_SOURCES]:
            if told >= MOST_SOURCES:
                return
            best = None
            go_on = {"unrelated", "right"} if self._focus.code in SECOND_ORDER else {"unrelated"}
            for ask, answer in questions[:MOST_ASKS_PER_SOURCE]:
                judgement = self._judge(adapter, trace, ask, answer)
                if best is None or judgement.symptom not in {"unrelated", "unknown", "right"}:
                    best = judgement
                if judgement.symptom not in go_on:
                    break
            if best is not None:
                told += best.symptom != "unrelated"
                yield best

    def _judge(self, adapter: Adapter, trace: Trace, ask: int, answer: Answer) -> Judged:
        """Moved where it was bound; if that says nothing good, also where it was overwritten since."""
        judgement = self._judge_at(adapter, trace, ask, answer)
        if answer.later is not None and judgement.symptom not in {"right", "none", "nan"}:
            other = self._judge_at(adapter, trace, ask, replace(answer, part=answer.later))
            if other.symptom == "right":
                return other
        return judgement

    def _judge_at(self, adapter: Adapter, trace: Trace, ask: int, answer: Answer) -> Judged:
        question = trace.asks[ask]
        asked = self._asked(adapter, question, ask, answer, double=False)
        judgement = self._compared(asked, question, ask, answer, SINGLE)
        if judgement.symptom in {"wrong", "zero", "unknown"} and not asked.integer:
            precise = self._more_precisely(adapter, ask, answer, question)
            if precise is not None and precise.symptom != "unknown":
                return precise
        return judgement

    def _compared(
        self, asked: Asked, question: Ask, ask: int, answer: Answer, precision: Precision
    ) -> Judged:
        left = self._deadline - time.monotonic()

        def judgement(symptom: Symptom, slope: Slope | None, reason: str = "") -> Judged:
            broken = symptom in {"none", "zero", "wrong"} and slope is not None and not slope.flat
            elements = self._elements(asked, precision) if broken else ()
            return Judged(
                asked,
                slope,
                symptom,
                ask,
                question.row,
                answer.wanted,
                answer.trained,
                precision,
                elements,
                reason,
            )

        if answer.part is None and answer.target is None and asked.found is None:
            return judgement("unrelated", None)  # made at the call itself: nothing was computed from it
        if question.seconds * 4.5 > left and answer.target is None:
            return judgement("unknown", None, "the program takes too long to run again")
        try:
            slope = along(asked, direction(asked.value.size, self._seed), precision)
        except Lost as lost:
            finite = asked.found is None or bool(np.isfinite(asked.found).all())
            return judgement("unknown" if finite else "nan", None, str(lost))
        symptom = judged(slope, asked.found, asked.value.size, precision)
        reason = "two steps of finite differences disagree" if symptom == "unknown" else ""
        return judgement(symptom, slope, reason)

    def _elements(self, asked: Asked, precision: Precision) -> tuple[float, ...]:
        """Element by element, for few of them: that is easier to read than a direction."""
        if not 1 < asked.value.size <= MOST_ELEMENTS or asked.integer:
            return ()
        try:
            return tuple(elementwise(asked, precision))
        except Lost:
            return ()

    def _asked(self, adapter: Adapter, question: Ask, ask: int, answer: Answer, double: bool) -> Asked:
        target = answer.target or self._again(adapter, ask, answer, double)
        centre = question.target
        if answer.target is not None:
            try:
                centre = target(np.zeros(answer.value.size))
            except Lost:
                centre = np.zeros(0)
        return Asked(
            answer.label, answer.row, answer.gradient, answer.value, answer.integer, centre, target
        )

    def _again(
        self, adapter: Adapter, ask: int, answer: Answer, double: bool
    ) -> Callable[[Array], Array]:
        """The program executed anew, with the source displaced where it is bound."""
        part = answer.part

        def target(displacement: Array) -> Array:
            if part is None:
                raise Lost("what the gradient is asked for has no name, so it cannot be moved")
            move = Move(part.binding, part.label, part.name, displacement)
            return self._moved(adapter, ask, move, double, measuring=False).target

        return target

    def _moved(self, adapter: Adapter, ask: int, move: Move, double: bool, measuring: bool) -> Ask:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise Lost("the time is up")
        trace = Trace(
            adapter,
            self._focus,
            self._script.filename,
            move=move,
            measuring=measuring,
            mend=self._mend,
            limits=Limits(asks=ask + 1),
        )
        problem = self._run(adapter, trace, double, left)
        if len(trace.asks) <= ask or not trace.moved:
            what = f": {problem.type}" if problem is not None else ""
            raise Lost(f"with {move.label} moved the program does not ask again{what}")
        return trace.asks[ask]

    def at(self, adapter: Adapter, ask: int, answer: Answer, point: Array) -> tuple[Array | None, Array]:
        """The gradient and the target with a source moved to a point."""
        displacement = point.ravel() - answer.value.ravel()
        if answer.again is not None:
            return answer.again(displacement)
        if answer.part is None:
            raise Lost("what the gradient is asked for has no name, so it cannot be moved")
        part = answer.part
        moved = self._moved(
            adapter, ask, Move(part.binding, part.label, part.name, displacement), False, measuring=True
        )
        same = [each for each in moved.answers if each.label == answer.label]
        return (same[0].gradient if same else None), moved.target

    def _more_precisely(self, adapter: Adapter, ask: int, answer: Answer, question: Ask) -> Judged | None:
        """The same question in double precision, where the program can be run in it."""
        if answer.precise is not None:
            try:
                with answer.precise() as (gradient, target):
                    centre = target(np.zeros(answer.value.size))
                    asked = Asked(
                        answer.label, answer.row, gradient, answer.value, False, centre, target
                    )
                    return self._compared(asked, question, ask, replace(answer, target=target), DOUBLE)
            except Exception:  # the function insists on single precision
                return None
        if answer.target is not None or answer.part is None or not self._framework.doubles:
            return None
        if question.seconds * 6 > self._deadline - time.monotonic():
            return None
        trace, _ = self._watched(adapter, double=True)
        if len(trace.asks) <= ask:
            return None
        same = [each for each in trace.asks[ask].answers if each.label == answer.label]
        if not same or (same[0].gradient is None) != (answer.gradient is None):
            return None
        if answer.part is answer.later and same[0].later is not None:
            same[0] = replace(same[0], part=same[0].later)
        asked = self._asked(adapter, trace.asks[ask], ask, same[0], double=True)
        return self._compared(asked, trace.asks[ask], ask, same[0], DOUBLE)


def questions_of(trace: Trace, focus: Focus) -> list[list[tuple[int, Answer]]]:
    """For each source the calls that ask for its gradient: those of the finding, if it names any.

    A source that a training step has changed since the first call is passed over from then on: a step at
    the binding would not be a step at that call.
    """
    first: dict[tuple[str, int], Array] = {}
    found: dict[tuple[str, int], list[tuple[int, Answer]]] = {}
    asked_there = any(focus.is_asked(ask.row) for ask in trace.asks)
    for number, ask in enumerate(trace.asks):
        for answer in ask.answers:
            key = answer.label, -1 if answer.part is None else id(answer.part.value)
            then = first.setdefault(key, answer.value)
            same = then.shape == answer.value.shape and np.array_equal(then, answer.value, equal_nan=True)
            if same and (focus.is_asked(ask.row) or not asked_there):
                found.setdefault(key, []).append((number, answer))

    def rank(questions: list[tuple[int, Answer]]) -> tuple[bool, bool]:
        answers = [answer for _, answer in questions]
        given = [each.gradient for each in answers if each.gradient is not None]
        return not any(each.wanted for each in answers), bool(given) and all(np.any(each) for each in given)

    def without(question: tuple[int, Answer]) -> bool:
        return question[1].gradient is None

    return [sorted(each, key=without) for each in sorted(found.values(), key=rank)]


def _numbers(names: dict[str, Any]) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in names.items()
        if isinstance(value, (int, float, np.floating)) and not isinstance(value, bool)
    }
