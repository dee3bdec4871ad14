"""One program, executed as often as needed within a budget of processor time."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from .adapter import Adapter
from .clock import OutOfTime, limited, spent
from .errors import Problem, problem_of
from .finite_differences import Lost
from .frameworks import Framework
from .instrument import WATCHER
from .program import Focus, Program
from .recorded_asks import Ask, Limits, Move, Trace
from .script import Ended, Script
from .shortened import ended_before
from .still import Still

SHARE_OF_A_RUN = 0.6
"""How much of the time that is left one whole run may take; the rest is for the others."""


class Execution:
    def __init__(
        self,
        framework: Framework,
        program: Program,
        focus: Focus,
        seed: int,
        seconds: float,
        repair: bool = False,
    ) -> None:
        self.framework = framework
        self.focus = focus
        self.seed = seed
        self._repair = repair
        self._program = program
        self.tolerant = program.tolerant
        self._deadline = spent() + seconds
        self._script = Script(program, focus)
        self._pins: dict[bool, list[Any]] = {}
        self.hides = False
        """Whether a kernel may have given 0 for what is not finite, in any run so far."""
        self.still: Still | None = None
        """What the flagged expression gives while a source is moved, where it is held."""

    def seconds_left(self) -> float:
        return self._deadline - spent()

    def before(self, row: int) -> Execution | None:
        """The same program, ended before the statement in this row; None if that is not one of its own."""
        text = None if self._program.tree is not None else ended_before(self._program.text, row)
        if text is None:
            return None
        shorter = replace(self._program, text=text)
        return Execution(self.framework, shorter, self.focus, self.seed, self.seconds_left(), self._repair)

    def parsed(self) -> ast.Module:
        return self._program.parsed()

    def plain(self, adapter: Adapter) -> Ended:
        """As it was written, with nobody watching."""
        adapter.reset(self.seed, double=False)
        try:
            with limited(self.seconds_left() * SHARE_OF_A_RUN), self._running(adapter):
                return self._script.run()
        except OutOfTime as late:  # it rang between the program and us
            return Ended({}, late, "")

    def watched(
        self, adapter: Adapter, double: bool = False, idle: bool = False, first_gradient: bool = False
    ) -> tuple[Trace, Problem | None]:
        """With everything that it binds and asks for noted; perhaps only to the first gradient."""
        share = max(0.05, self.seconds_left() * SHARE_OF_A_RUN)
        limits = Limits(deadline=spent() + share * 0.7, first_gradient=first_gradient)
        trace = Trace(
            adapter, self.focus, self._script.filename, limits=limits, idle=idle, repair=self._repair
        )
        problem = self._run(adapter, trace, double, share)
        self._pins[double] = trace.pins
        return trace, problem

    def moved(self, adapter: Adapter, ask: int, move: Move, double: bool, measuring: bool) -> Ask:
        """One call that asks, with a source displaced where it is bound; the program ends with that call."""
        left = self.seconds_left()
        if left <= 0:
            raise Lost("the time is up")
        trace = Trace(
            adapter,
            self.focus,
            self._script.filename,
            move=move,
            measuring=measuring,
            repair=self._repair,
            limits=Limits(asks=ask + 1),
            pins=[] if measuring else self._pins.get(double, []),
            still=self.still,
        )
        if self.still is not None:
            self.still.begin()
        problem = self._run(adapter, trace, double, left)
        if len(trace.asks) <= ask or not trace.moved:
            what = f": {problem.type}" if problem is not None else ""
            raise Lost(f"with {move.label} moved the program does not ask again{what}")
        return trace.asks[ask]

    def _running(self, adapter: Adapter) -> AbstractContextManager[Any]:
        return adapter.running("two-processes" in self.focus.predicted.traits)

    def described(self, raised: BaseException) -> Problem:
        return problem_of(raised, self._script.filename)

    def _run(self, adapter: Adapter, trace: Trace, double: bool, seconds: float) -> Problem | None:
        adapter.reset(self.seed, double)
        try:
            with limited(seconds), self._running(adapter), adapter.listening(trace):
                ended = self._script.run(trace)
        except OutOfTime:
            trace.late = True
            return None
        self.hides = self.hides or trace.hides
        trace.names = {name: value for name, value in ended.names.items() if name != WATCHER}
        trace.late = trace.late or isinstance(ended.problem, OutOfTime)
        if ended.problem is None or trace.late:
            return None
        return self.described(ended.problem)
