"""Each gradient that a program asked for beside finite differences, with as few more runs as will do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..execute.adapter import Adapter
from ..execute.execution import Execution
from ..execute.finite_differences import (
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
from ..execute.program import Focus
from ..execute.recorded_asks import Answer, Ask, Move, Trace
from .training_step import is_used

MOST_SOURCES = 3
MOST_COMPARED = 32
"""Sources whose gradients are only compared, which takes no further run."""
MOST_ASKS_PER_SOURCE = 2
MOST_ELEMENTS = 4
OFF_THE_EDGE = 0.1
"""How far to go from a jump, relative to the source: ten times as far as the widest step of finite differences."""


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
    at: str = ""
    """Where it was measured, if not where the program is."""
    used: bool = True
    """Whether some step of an optimizer can use it."""


class Judge:
    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self.hasty = False
        """Whether one step is enough to see that a gradient should have arrived."""

    def every(self, adapter: Adapter, trace: Trace) -> Iterator[Judged]:
        """Every source by every call; what is added to a gradient of before is not looked at again."""
        for questions in questions_of(trace, self._execution.focus):
            for ask, answer in questions:
                if not answer.added:
                    yield self.one(adapter, trace, ask, answer)

    def few(
        self, adapter: Adapter, trace: Trace, only: str | None, until: Collection[Symptom]
    ) -> Iterator[Judged]:
        """The sources that matter, each by the calls that matter, until one shows what is looked for."""
        telling_sources = 0
        sources = questions_of(trace, self._execution.focus)
        named = [each for each in sources if each[0][1].label == only]
        for questions in (named or sources)[: 2 * MOST_SOURCES]:
            if telling_sources >= MOST_SOURCES:
                return
            best = None
            telling = self._telling(questions)
            for ask, answer in telling[:MOST_ASKS_PER_SOURCE]:
                judgement = self.one(adapter, trace, ask, answer)
                if best is None or judgement.symptom not in {"unrelated", "unknown", "right"}:
                    best = judgement
                if judgement.symptom not in self._go_on(telling):
                    break
            if best is not None:
                telling_sources += best.symptom != "unrelated"
                yield best
                if best.symptom in until:
                    return

    def _telling(self, questions: list[tuple[int, Answer]]) -> list[tuple[int, Answer]]:
        """The calls in the order in which they are looked at: where the finding names the call, one that gave
        nothing comes right after the first, whatever that one gave."""
        nothing = [each for each in questions[1:] if each[1].gradient is None]
        if not self._execution.focus.asked or not nothing:
            return questions
        return [questions[0], *nothing, *(each for each in questions[1:] if each[1].gradient is not None)]

    def _go_on(self, questions: list[tuple[int, Answer]]) -> set[Symptom]:
        """What one call may show that leaves it open what the next one does."""
        if "second-order" in self._execution.focus.predicted.traits:
            return {"unrelated", "right"}
        gave_nothing = self._execution.focus.asked and any(each.gradient is None for _, each in questions[1:])
        return {"unrelated", "right", "unknown"} if gave_nothing else {"unrelated"}

    def one(self, adapter: Adapter, trace: Trace, ask: int, answer: Answer) -> Judged:
        used = answer.part is None or is_used(trace, ask, id(answer.part.value))
        return replace(self._judge_anywhere(adapter, trace, ask, answer), used=used)

    def later(self, trace: Trace, judged: Judged) -> list[tuple[int, Answer]]:
        """The other calls that give the same source something else, or give it for something else."""
        first = trace.asks[judged.ask]
        found = []
        for questions in questions_of(trace, self._execution.focus):
            for ask, answer in questions:
                same = _equal(trace.asks[ask].target, first.target) and _equal(
                    answer.gradient, judged.asked.found
                )
                is_other = answer.label == judged.asked.source and ask > judged.ask
                if is_other and not answer.added and not (same and first.target.size):
                    found.append((ask, answer))
        return found

    def without_numbers(
        self, adapter: Adapter, trace: Trace, ask: int, answer: Answer, symptom: Symptom
    ) -> Judged:
        question = trace.asks[ask]
        asked = self._asked(adapter, question, ask, replace(answer, target=None), double=False)
        return Judged(
            asked, None, symptom, ask, question.row, answer.wanted, answer.trained, precision=SINGLE
        )

    def _judge_anywhere(self, adapter: Adapter, trace: Trace, ask: int, answer: Answer) -> Judged:
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
            precise = self.more_precisely(adapter, ask, answer, question)
            if precise is not None and precise.symptom != "unknown":
                return precise
        if judgement.symptom == "unknown" and "staircase" in self._execution.focus.predicted.traits:
            return self._off_the_edge(adapter, ask, answer, asked, question) or judgement
        return judgement

    def _off_the_edge(
        self, adapter: Adapter, ask: int, answer: Answer, asked: Asked, question: Ask
    ) -> Judged | None:
        """On the very edge of a step a function jumps, and no difference says anything: look a little further on."""
        scale = min(max(float(np.abs(asked.value).max(initial=0.0)), 0.1), 100.0)
        away = OFF_THE_EDGE * scale * direction(asked.value.size, self._execution.seed)
        try:
            found, _ = self.at(adapter, ask, answer, asked.value + away.reshape(asked.value.shape))
            there = replace(
                asked,
                found=found,
                value=asked.value + away.reshape(asked.value.shape),
                centre=asked.target(away),
                target=lambda step: asked.target(step + away),
                exact=_from(asked.exact, away),
            )
        except Lost:
            return None
        judgement = self._compared(there, question, ask, answer, SINGLE)
        level = judgement.slope is not None and judgement.slope.flat and judgement.symptom in {"none", "zero"}
        return replace(judgement, at=" (a little off the edge of a step)") if level else None

    def _compared(
        self, asked: Asked, question: Ask, ask: int, answer: Answer, precision: Precision
    ) -> Judged:
        left = self._execution.seconds_left()

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
            towards = direction(asked.value.size, self._execution.seed)
            slope = along(asked, towards, precision, self.hasty)
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
            answer.label,
            answer.row,
            answer.gradient,
            answer.value,
            answer.integer,
            centre,
            target,
            answer.exact,
        )

    def _again(self, adapter: Adapter, ask: int, answer: Answer, double: bool) -> Callable[[Array], Array]:
        """The program executed anew, with the source displaced where it is bound."""
        part = answer.part

        def target(displacement: Array) -> Array:
            if part is None:
                raise Lost("the source of the gradient has no name, so it cannot be varied")
            move = Move(part.binding, part.label, part.name, displacement)
            return self._execution.moved(adapter, ask, move, double, measuring=False).target

        return target

    def asked(self, adapter: Adapter, trace: Trace, ask: int, answer: Answer) -> Asked:
        """One source of one call, as the program computes it."""
        return self._asked(adapter, trace.asks[ask], ask, answer, double=False)

    def precisely(self, adapter: Adapter, trace: Trace) -> Iterator[tuple[Asked, Precision]]:
        """The sources that the finding names, or else all, with their first gradients; in double precision if possible.

        What is yielded is good until the next one is wanted.
        """
        questions = [each[0] for each in questions_of(trace, self._execution.focus)]
        wanted = [each for each in questions if each[1].wanted]
        doubled = self._doubled(adapter, trace)
        most = MOST_COMPARED if doubled else MOST_SOURCES
        for ask, answer in (wanted or questions)[:most]:
            if answer.gradient is None or answer.integer:
                continue
            if answer.precise is not None:
                try:
                    with answer.precise() as exactly:
                        double = replace(
                            answer, gradient=exactly.gradient, target=exactly.target, exact=exactly.exact
                        )
                        yield self._asked(adapter, trace.asks[ask], ask, double, double=True), DOUBLE
                    continue
                except Exception:  # the function insists on single precision
                    pass
            same = doubled.get((ask, answer.label))
            if same is not None:
                yield self._asked(adapter, *same, double=True), DOUBLE
            else:
                yield self._asked(adapter, trace.asks[ask], ask, answer, double=False), SINGLE

    def _doubled(self, adapter: Adapter, trace: Trace) -> dict[tuple[int, str], tuple[Ask, int, Answer]]:
        """What the program asks for in double precision, where all of it can be run in that."""
        slow = max((ask.seconds for ask in trace.asks), default=0.0) * 6 > self._execution.seconds_left()
        if not self._execution.framework.doubles or slow:
            return {}
        precise, _ = self._execution.watched(adapter, double=True)
        return {
            (number, answer.label): (ask, number, answer)
            for number, ask in enumerate(precise.asks)
            for answer in ask.answers
        }

    def at(self, adapter: Adapter, ask: int, answer: Answer, point: Array) -> tuple[Array | None, Array]:
        """The gradient and the target with a source moved to a point."""
        displacement = point.ravel() - answer.value.ravel()
        if answer.again is not None:
            return answer.again(displacement)
        if answer.part is None:
            raise Lost("the source of the gradient has no name, so it cannot be varied")
        part = answer.part
        moved = self._execution.moved(
            adapter, ask, Move(part.binding, part.label, part.name, displacement), False, measuring=True
        )
        same = [each for each in moved.answers if each.label == answer.label]
        return (same[0].gradient if same else None), moved.target

    def more_precisely(self, adapter: Adapter, ask: int, answer: Answer, question: Ask) -> Judged | None:
        """The same question in double precision, where the program can be run in it."""
        if answer.precise is not None:
            try:
                with answer.precise() as precisely:
                    doubled = replace(
                        answer,
                        gradient=precisely.gradient,
                        target=precisely.target,
                        exact=precisely.exact,
                        integer=False,
                    )
                    asked = self._asked(adapter, question, ask, doubled, double=True)
                    return self._compared(asked, question, ask, doubled, DOUBLE)
            except Exception:  # the function insists on single precision
                return None
        if answer.target is not None or answer.part is None or not self._execution.framework.doubles:
            return None
        if question.seconds * 6 > self._execution.seconds_left():
            return None
        trace, _ = self._execution.watched(adapter, double=True)
        if len(trace.asks) <= ask:
            return None
        same = [each for each in trace.asks[ask].answers if each.label == answer.label]
        if not same or (same[0].gradient is None) != (answer.gradient is None):
            return None
        if answer.part is answer.later and same[0].later is not None:
            same[0] = replace(same[0], part=same[0].later)
        asked = self._asked(adapter, trace.asks[ask], ask, same[0], double=True)
        return self._compared(asked, trace.asks[ask], ask, same[0], DOUBLE)


def _equal(one: Array | None, other: Array | None) -> bool:
    return one is other if one is None or other is None else np.array_equal(one, other, equal_nan=True)


def _from(exact: Callable[[Array], Array] | None, away: Array) -> Callable[[Array], Array] | None:
    return None if exact is None else lambda step: exact(step + away)


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
