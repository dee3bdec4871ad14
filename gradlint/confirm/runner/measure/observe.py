"""Run a program plainly and watched, then again with its sources moved: everything that shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np

from ..execute.adapter import Adapter
from ..execute.clock import OutOfTime
from ..execute.errors import Problem, proves
from ..execute.execution import Execution
from ..execute.finite_differences import (
    DOUBLE,
    EXACT,
    Array,
    Asked,
    Lost,
    Precision,
    Symptom,
    along,
    direction,
)
from ..execute.finite_differences import judged as judged_by
from ..execute.frameworks import Framework
from ..execute.program import Focus, Program
from ..execute.recorded_asks import Answer, Trace
from ..execute.script import quietly
from ..execute.still import Still
from .held_numbers import differing
from .judge import Judge, Judged
from .untrained import untrained


@dataclass
class Observed:
    """Everything that executing a program showed."""

    problem: Problem | None
    """What the program as written raised."""
    skipped: tuple[Problem, ...]
    printed: str
    caught: tuple[Problem, ...] = ()
    """What the program raised and caught itself when it was watched."""
    names: dict[str, Any] = field(default_factory=dict)
    """What the names at module level hold at the end of the program as written."""
    hits: int = 0
    cut_short: bool = False
    trace: Trace | None = None
    watched_problem: Problem | None = None
    gradients: list[Judged] = field(default_factory=list)
    left: dict[str, Array] = field(default_factory=dict)
    kept: int = 0
    stored: int = 0
    """Tensors in what the flagged line stores to, with a graph or without."""
    as_python: tuple[str, str] | None = None
    """What differs if nothing is compiled: as it was, and as it is then."""
    not_idle: dict[str, Array] | None = None
    """Gradients of 0 times the loss that are not 0, where a rule is about what comes from above and they are known."""
    idle_there: bool = False
    """Whether the flagged line itself gives something then."""
    untrained: str = ""
    """What shows that the flagged line holds something that no gradient reaches, where no list of weights can."""
    reason: str = ""
    """Why nothing was measured, if nothing was."""

    def raised(self) -> tuple[Problem, ...]:
        """What stopped the program, or a statement of a document."""
        return self.skipped if self.problem is None else (*self.skipped, self.problem)

    def problems(self) -> tuple[Problem, ...]:
        return (*self.caught, *self.raised())


class Observer:
    def __init__(
        self,
        framework: Framework,
        program: Program,
        focus: Focus,
        seed: int,
        seconds: float,
        repair: bool = False,
    ) -> None:
        self._framework = framework
        self._focus = focus
        self._execution = Execution(framework, program, focus, seed, seconds, repair)
        self._judge = Judge(self._execution)

    @property
    def hides(self) -> bool:
        """Whether a kernel may have given 0 for what is not finite, in any run so far."""
        return self._execution.hides

    def plain(self) -> Observed:
        """The run that decides whether the program raises: watching a program can change what it does."""
        ended = self._execution.plain(self._framework.adapter())
        if isinstance(ended.problem, OutOfTime):
            return Observed(None, (), ended.printed, cut_short=True)
        return Observed(
            None if ended.problem is None else self._execution.described(ended.problem),
            tuple(self._execution.described(each) for each in ended.skipped),
            ended.printed,
            names=ended.names,
        )

    def observed(
        self,
        every: bool = False,
        until: Collection[Symptom] = (),
        settled: Callable[[Observed], bool] | None = None,
        hasty: bool = False,
    ) -> Observed:
        """Plain, watched, and measured: the few sources that matter, or every one by every call.

        What raises as the finding says needs no more than the plain run, what is settled by watching needs
        no measuring, and one source that shows what is looked for may be enough.
        """
        found = self.plain()
        if any(proves(problem, self._focus) for problem in found.problems()):
            return found
        adapter = self._watched(found, counting=True)
        if self._focus.predicted.shows == "frozen" and self._is_compiled(found):
            found.as_python = self._frozen(found)
            adapter.reset(self._execution.seed, double=False)
        if self._focus.predicted.shows == "unregistered" and found.trace is not None:
            if adapter.unregistered(found.trace) is None:
                with quietly():
                    found.untrained = untrained(self._execution, adapter, found.trace)
        if settled is None or not settled(found):
            self._judge.hasty = hasty
            self._measure(found, adapter, every, None, until)
        return found

    def put_right(self, raised: bool, only: str | None, caught: bool = False) -> Observed:
        """The program with the fix, beside one that raised or whose gradient of this source is broken.

        Where nothing was raised before, watching it shows whether it raises now; and so it does where the program
        itself has `caught` what was raised.
        """
        if not raised and not self._execution.tolerant:
            found = Observed(None, (), "")
            adapter = self._watched(found, counting=False)
            if found.watched_problem is None and found.trace is not None and not found.trace.late:
                self._measure(found, adapter, False, only, ())
                return found
        found = self.plain()
        if any(proves(problem, self._focus) for problem in found.problems()):
            if raised and not any(self._focus.is_cut(row) for each in found.problems() for row in each.rows):
                self._watched(found, counting=True)  # whether it came past the flagged line
            return found
        if raised and not caught and found.problem is None and self._first_is_right(found, only):
            return found
        adapter = self._watched(found, counting=caught or found.problem is not None)
        self._measure(found, adapter, False, only, {"right"} if raised else ())
        return found

    def _first_is_right(self, found: Observed, only: str | None) -> bool:
        """What raised and does so no more is right as soon as one gradient is: perhaps the first."""
        adapter = self._watched(found, counting=False, first_gradient=True)
        self._measure(found, adapter, False, only, get_args(Symptom))
        if any(each.symptom == "right" for each in found.gradients):
            return True
        found.gradients.clear()
        return False

    def surely(self, found: Observed, judged: Judged) -> Judged:
        """The same gradient beside finite differences at two steps, where one was taken in haste."""
        assert judged.slope is not None
        towards = direction(judged.asked.value.size, self._execution.seed)
        try:
            with quietly():
                sure = replace(judged, slope=along(judged.asked, towards, judged.precision))
        except Lost:
            sure = replace(judged, slope=replace(judged.slope, expected=None))
        found.gradients = [sure if each is judged else each for each in found.gradients]
        return sure

    def judged(self, found: Observed, ask: int, answer: Answer) -> Judged:
        """One source of one call beside finite differences."""
        assert found.trace is not None
        with quietly():
            return self._judge.one(found.trace.adapter, found.trace, ask, answer)

    def more_precisely(self, found: Observed, ask: int, answer: Answer) -> Judged | None:
        """The same in double precision; None where the program cannot be run in that."""
        assert found.trace is not None
        with quietly():
            return self._judge.more_precisely(found.trace.adapter, ask, answer, found.trace.asks[ask])

    def later(self, found: Observed, judged: Judged) -> list[tuple[int, Answer]]:
        """The other calls that ask for the same source, and may be given something wrong."""
        return [] if found.trace is None else self._judge.later(found.trace, judged)

    def unjudged(self, found: Observed, ask: int, answer: Answer, symptom: Symptom) -> Judged:
        """The same where what it is given says enough."""
        assert found.trace is not None
        return self._judge.without_numbers(found.trace.adapter, found.trace, ask, answer, symptom)

    def precisely(self, found: Observed) -> Iterator[tuple[Asked, Precision]]:
        """What the finding asks for, each source with its first gradient, as precisely as the program can be run."""
        if found.trace is not None:
            yield from self._judge.precisely(found.trace.adapter, found.trace)

    @property
    def seed(self) -> int:
        return self._execution.seed

    @contextmanager
    def keeping_still(self, found: Observed, still: Still) -> Iterator[None]:
        """While this is active, what the flagged expression gives is noted or held, in every run."""
        assert found.trace is not None
        self._execution.still = found.trace.still = still
        try:
            yield
        finally:
            self._execution.still = found.trace.still = None

    def asked_again(self, found: Observed, ask: int, answer: Answer) -> Asked:
        """One source of one call, with a function that executes the program anew."""
        assert found.trace is not None
        return self._judge.asked(found.trace.adapter, found.trace, ask, answer)

    def is_exact(self, found: Observed, judged: Judged) -> bool:
        """Whether a gradient agrees with finite differences as far as double precision can tell."""
        for asked, precision in self.precisely(found):
            if asked.source == judged.asked.source and precision is DOUBLE and asked.found is not None:
                towards = direction(asked.value.size, self._execution.seed)
                try:
                    with quietly():
                        slope = along(asked, towards, EXACT)
                except Lost:
                    return False
                return judged_by(slope, asked.found, asked.value.size, EXACT) == "right"
        return False

    def _watched(self, found: Observed, counting: bool, first_gradient: bool = False) -> Adapter:
        """Note what shows when it is watched, and whether the flagged line is reached if that counts."""
        adapter = self._framework.adapter()
        trace, problem = self._execution.watched(adapter, first_gradient=first_gradient)
        caught = trace.swallowed
        if self._is_compiled(found) and trace.traced and not self._asked_there(trace) and not self._raises:
            eager = self._framework.adapter(eager=True)
            uncompiled, other = self._execution.watched(eager, first_gradient=first_gradient)
            if self._asked_there(uncompiled) or not trace.asks:
                adapter, trace, problem = eager, uncompiled, other
            else:
                adapter.reset(self._execution.seed, double=False)
        elif self._is_compiled(found) and counting and self._focus.cut and not trace.hits:
            if self._framework.copies:
                uncompiled, _ = self._execution.watched(self._framework.adapter(eager=True))
                trace.hits = uncompiled.hits
                trace.asks = [replace(ask, passes=trace.hits) for ask in trace.asks]
                adapter.reset(self._execution.seed, double=False)
        found.trace, found.hits, found.watched_problem = trace, trace.hits, problem
        # What is not compiled is not traced either, and raises nothing of what a tracer does.
        found.caught = tuple(map(self._execution.described, caught))
        found.left, found.kept, found.stored = adapter.left(trace), adapter.kept(trace), adapter.stored(trace)
        if self._focus.predicted.shows == "ignored-upstream" and self._framework.compiles:
            found.not_idle, found.idle_there = self._not_idle(adapter)
        return adapter

    @property
    def _raises(self) -> bool:
        return self._focus.predicted.shows == "raises"

    def _asked_there(self, trace: Trace) -> bool:
        """Whether gradients were asked for where the finding says so, with numbers and not while compiling."""
        focus = self._focus
        if focus.predicted.shows == "summed-gradients" and trace.traced:
            return False  # what is added up may be what has no numbers
        return any(focus.is_asked(ask.row) for ask in trace.asks) if focus.asked else bool(trace.asks)

    def _is_compiled(self, found: Observed) -> bool:
        return self._framework.compiles and (found.problem is None or not found.problem.evidence)

    def _measure(
        self, found: Observed, adapter: Adapter, every: bool, only: str | None, until: Collection[Symptom]
    ) -> None:
        assert found.trace is not None
        with quietly():
            if every:
                found.gradients += self._judge.every(adapter, found.trace)
            else:
                found.gradients += self._judge.few(adapter, found.trace, only, until)

    def at(self, adapter: Adapter, ask: int, answer: Answer, point: Array) -> tuple[Array | None, Array]:
        """The gradient and the target with a source moved to a point."""
        return self._judge.at(adapter, ask, answer, point)

    def _not_idle(self, adapter: Adapter) -> tuple[dict[str, Array] | None, bool]:
        """What arrives though nothing was sent: a derivative that does not use what it is given."""
        trace, _ = self._execution.watched(adapter, idle=True)
        found = {
            answer.label: answer.gradient
            for ask in trace.asks
            for answer in ask.answers
            if answer.gradient is not None
        }
        known = {label: each for label, each in found.items() if np.isfinite(each).all()}
        idle = {label: each for label, each in known.items() if each.any()}
        # What is not a number may be nothing divided by nothing, because all of it was asked of 0 times a function.
        ranges = (adapter.described(each) for listed in trace.results() for each in listed)
        there = any(each.get("low") or each.get("high") for each in ranges)
        return (idle if idle or (found and len(known) == len(found)) else None), there

    def _frozen(self, found: Observed) -> tuple[str, str] | None:
        """Whether the program does something else when its functions are run as the Python they are."""
        ended = self._execution.plain(self._framework.adapter(eager=True))
        if ended.problem is None or found.problem is not None:
            return differing(
                (found.names, found.printed), (ended.names, ended.printed), ended.problem is None
            )
        # As plain Python it stops where it checks what it computed: what it has come to by then is compared.
        shorter = self._execution.before(self._execution.described(ended.problem).row)
        if shorter is None:
            return None
        ours, theirs = (shorter.plain(self._framework.adapter(eager=eager)) for eager in (False, True))
        same = ours.problem is None and theirs.problem is None
        return differing((ours.names, ours.printed), (theirs.names, theirs.printed), same) if same else None
