"""Run a program plainly and watched, then again with its sources moved: everything that shows."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np

from .adapter import Adapter
from .asks import Answer, Trace
from .clock import OutOfTime
from .differences import Array, Lost, Symptom, along, direction
from .errors import Problem, proves
from .execution import Execution
from .frameworks import Framework
from .judge import Judge, Judged
from .program import Focus, Program
from .script import quietly


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
    not_idle: dict[str, Array] | None = None
    """Gradients of 0 times the loss that are not 0, where a rule is about what comes from above and they are known."""
    reason: str = ""
    """Why nothing was measured, if nothing was."""

    def problems(self) -> tuple[Problem, ...]:
        return self.skipped if self.problem is None else (*self.skipped, self.problem)


class Observer:
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
        self._focus = focus
        self._execution = Execution(framework, program, focus, seed, seconds, mend)
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
            ended.names,
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
        if self._focus.foretold.shows == "frozen" and self._is_compiled(found):
            found.as_python = self._frozen(found)
            adapter.reset(self._execution.seed, double=False)
        if settled is None or not settled(found):
            self._judge.hasty = hasty
            self._measure(found, adapter, every, None, until)
        return found

    def put_right(self, raised: bool, only: str | None) -> Observed:
        """The program with the fix, beside one that raised or whose gradient of this source is broken.

        Where nothing was raised before, watching it shows whether it raises now.
        """
        if not raised and not self._execution.tolerant:
            found = Observed(None, (), "")
            adapter = self._watched(found, counting=False)
            if found.watched_problem is None and found.trace is not None and not found.trace.late:
                self._measure(found, adapter, False, only, ())
                return found
        found = self.plain()
        if any(proves(problem, self._focus) for problem in found.problems()):
            return found
        if raised and found.problem is None and self._first_is_right(found, only):
            return found
        adapter = self._watched(found, counting=found.problem is not None)
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

    def _watched(self, found: Observed, counting: bool, first_gradient: bool = False) -> Adapter:
        """Note what shows when it is watched, and whether the flagged line is reached if that counts."""
        adapter = self._framework.adapter()
        trace, problem = self._execution.watched(adapter, first_gradient=first_gradient)
        if self._is_compiled(found) and trace.traced and not trace.asks:
            adapter = self._framework.adapter(eager=True)
            trace, problem = self._execution.watched(adapter, first_gradient=first_gradient)
        elif self._is_compiled(found) and counting and self._focus.cut and not trace.hits:
            if self._framework.copies:
                uncompiled, _ = self._execution.watched(self._framework.adapter(eager=True))
                trace.hits = uncompiled.hits
                adapter.reset(self._execution.seed, double=False)
        found.trace, found.hits, found.watched_problem = trace, trace.hits, problem
        found.left, found.kept = adapter.left(trace), adapter.kept(trace)
        if self._focus.foretold.shows == "ignored-upstream" and self._framework.compiles:
            found.not_idle = self._not_idle(adapter)
        return adapter

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

    def _not_idle(self, adapter: Adapter) -> dict[str, Array] | None:
        """What arrives though nothing was sent: a derivative that does not use what it is given."""
        trace, _ = self._execution.watched(adapter, idle=True)
        found = {
            answer.label: answer.gradient
            for ask in trace.asks
            for answer in ask.answers
            if answer.gradient is not None and np.isfinite(answer.gradient).all()
        }
        return {label: each for label, each in found.items() if each.any()} if found else None

    def _frozen(self, found: Observed) -> tuple[str, str] | None:
        """Whether the program does something else when its functions are run as the Python they are."""
        ended = self._execution.plain(self._framework.adapter(eager=True))
        ours, theirs = _numbers(found.names), _numbers(ended.names)
        for name, number in ours.items():
            if name in theirs and not np.isclose(number, theirs[name], rtol=1e-4):
                return f"{name} is {number:.4f}", f"{name} is {theirs[name]:.4f}"
        for one, other in zip(found.printed.splitlines(), ended.printed.splitlines(), strict=False):
            if one != other and ended.problem is None:
                return f"it prints {one[:80]!r}", f"it prints {other[:80]!r}"
        return None


def _numbers(names: dict[str, Any]) -> dict[str, float]:
    """What the names hold, as far as it is numbers: one for each name."""
    found: dict[str, float] = {}
    for name, value in names.items():
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number or (hasattr(value, "dtype") and hasattr(value, "shape")):
            with suppress(Exception):  # text, or something that is still being traced
                found[name] = float(np.sum(np.asarray(value, dtype=np.float64)))
    return found
