"""One program, executed as often as needed within a budget of seconds."""

from __future__ import annotations

import time
from typing import Any

from .adapter import Adapter
from .asks import Ask, Limits, Move, Trace
from .clock import OutOfTime, limited
from .differences import Lost
from .errors import Problem, problem_of
from .frameworks import Framework
from .instrument import WATCHER
from .program import Focus, Program
from .script import Ended, Script

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
        mend: bool = False,
    ) -> None:
        self.framework = framework
        self.focus = focus
        self.seed = seed
        self._mend = mend
        self.tolerant = program.tolerant
        self._deadline = time.monotonic() + seconds
        self._script = Script(program, focus)
        self._pins: dict[bool, list[Any]] = {}
        self.hides = False
        """Whether a kernel may have given 0 for what is not finite, in any run so far."""

    def seconds_left(self) -> float:
        return self._deadline - time.monotonic()

    def plain(self, adapter: Adapter) -> Ended:
        """As it was written, with nobody watching."""
        adapter.reset(self.seed, double=False)
        try:
            with limited(self.seconds_left() * SHARE_OF_A_RUN), adapter.running():
                return self._script.run()
        except OutOfTime as late:  # it rang between the program and us
            return Ended({}, late, "")

    def watched(
        self, adapter: Adapter, double: bool = False, idle: bool = False, first_gradient: bool = False
    ) -> tuple[Trace, Problem | None]:
        """With everything that it binds and asks for noted; perhaps only to the first gradient."""
        share = max(0.05, self.seconds_left() * SHARE_OF_A_RUN)
        limits = Limits(deadline=time.monotonic() + share * 0.7, first_gradient=first_gradient)
        trace = Trace(adapter, self.focus, self._script.filename, limits=limits, idle=idle, mend=self._mend)
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
            mend=self._mend,
            limits=Limits(asks=ask + 1),
            pins=[] if measuring else self._pins.get(double, []),
        )
        problem = self._run(adapter, trace, double, left)
        if len(trace.asks) <= ask or not trace.moved:
            what = f": {problem.type}" if problem is not None else ""
            raise Lost(f"with {move.label} moved the program does not ask again{what}")
        return trace.asks[ask]

    def described(self, raised: BaseException) -> Problem:
        return problem_of(raised, self._script.filename)

    def _run(self, adapter: Adapter, trace: Trace, double: bool, seconds: float) -> Problem | None:
        adapter.reset(self.seed, double)
        try:
            with limited(seconds), adapter.running(), adapter.listening(trace):
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
