"""What a program computes and which gradients it is given, to be held against the same program with a fix.

Runs in the process that runs the program. The first pass is what comes before the first gradient is requested:
later values follow from the gradients, which a fix is there to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np

from gradlint.confirm.runner.execute.adapter import Adapter
from gradlint.confirm.runner.execute.execution import Execution
from gradlint.confirm.runner.execute.expectation import Predicted
from gradlint.confirm.runner.execute.frameworks import Framework, load
from gradlint.confirm.runner.execute.program import Focus, Program
from gradlint.confirm.runner.execute.recorded_asks import Ask, Trace

NAME = "script.py"
NOWHERE = Focus(Predicted(), cut=())
MOST_ELEMENTS = 4096
MOST_TARGETS = 8
"""So many differentiated functions are called again for their value."""


@dataclass(frozen=True)
class Watch:
    """A program to run and look at."""

    framework: str
    source: str
    seconds: float = 60.0


@dataclass(frozen=True)
class Numbers:
    """A value as far as it can be compared."""

    dtype: str
    shape: tuple[int, ...]
    flat: tuple[float, ...]


@dataclass(frozen=True)
class Given:
    """What one source was and what it was given by one call."""

    value: Numbers
    gradient: Numbers | None

    @property
    def state(self) -> str:
        """`none`, `infinite`, `zero` or `there`."""
        if self.gradient is None:
            return "none"
        if not np.isfinite(self.gradient.flat).all():
            return "infinite"
        return "there" if any(self.gradient.flat) else "zero"


@dataclass(frozen=True)
class Asked:
    target: Numbers | None
    """What was differentiated, where that is known."""
    given: dict[str, Given]


@dataclass(frozen=True)
class Seen:
    error: str
    """`Type: message` of what it raised; empty if it ran to its end."""
    held: dict[str, Numbers]
    """What each name holds when the first gradient is requested, or in the end if none is."""
    bound: dict[str, tuple[Numbers, ...]]
    """What each name was bound to in the first pass, in order."""
    asks: tuple[Asked, ...]


def witness(watch: Watch) -> Seen:
    with patch("time.time", return_value=0.0), patch("time.perf_counter", return_value=0.0):
        return _witnessed(watch)


def _witnessed(watch: Watch) -> Seen:
    try:
        program = Program(watch.source, NAME)
        framework = load(watch.framework)
        execution = Execution(framework, program, NOWHERE, seed=0, seconds=10 * watch.seconds)
    except SyntaxError as problem:
        return Seen(f"SyntaxError: {problem}", {}, {}, ())
    ended = execution.plain(framework.adapter())
    error = "" if ended.problem is None else _described(execution, ended.problem)
    trace = _watched(execution, framework, framework.adapter())
    if framework.compiles and trace.traced and not trace.asks:
        trace = _watched(execution, framework, framework.adapter(eager=True))
    held = trace.first if trace.first is not None else trace.now()
    bound = {name: tuple(numbers) for name, numbers in trace.bindings.items()}
    return Seen(error, held, bound, tuple(trace.found))


def _watched(execution: Execution, framework: Framework, adapter: Adapter) -> _Noting:
    trace = _Noting(adapter, NOWHERE, execution._script.filename)
    execution._run(adapter, trace, False, execution.seconds_left())
    return trace


def _described(execution: Execution, raised: BaseException) -> str:
    problem = execution.described(raised)
    return f"{problem.type}: {problem.message}"


@dataclass
class _Noting(Trace):
    """Also remembers the numbers of the first pass, and those of each call that asks."""

    objects_held: dict[str, Any] = field(default_factory=dict)
    bindings: dict[str, list[Numbers]] = field(default_factory=dict)
    first: dict[str, Numbers] | None = None
    found: list[Asked] = field(default_factory=list)

    def bound(self, name: str, row: int, value: Any) -> Any:
        handed_back = super().bound(name, row, value)
        if self.first is None:
            self.objects_held[name] = value
            if (seen := numbers(value)) is not None and len(self.bindings.setdefault(name, [])) < 64:
                self.bindings[name].append(seen)
        return handed_back

    def now(self) -> dict[str, Numbers]:
        read = {name: numbers(value) for name, value in self.objects_held.items()}
        return {name: each for name, each in read.items() if each is not None}

    def asked(self, ask: Ask, targets: list[Any]) -> None:
        if self.first is None:
            self.first = self.now()
        given: dict[str, Given] = {}
        for answer in ask.answers:
            value, gradient = numbers(answer.value), numbers(answer.gradient)
            if value is not None:
                given[answer.label] = Given(value, gradient)
        self.found.append(Asked(self._target(ask), given))
        super().asked(ask, targets)

    def _target(self, ask: Ask) -> Numbers | None:
        if ask.target.size:
            return numbers(ask.target)
        functions = [answer for answer in ask.answers if answer.target is not None]
        if not functions or len(self.found) >= MOST_TARGETS:
            return None
        first = functions[0]
        assert first.target is not None
        try:
            return numbers(first.target(np.zeros(first.value.size)))
        except Exception:  # cannot be called again by itself
            return None


def numbers(value: Any) -> Numbers | None:
    """The numbers that a name holds, if it holds numbers."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, bytes)):
        return None
    if not isinstance(value, (int, float, np.ndarray, np.generic)) and not hasattr(value, "dtype"):
        return _several(value) if isinstance(value, (list, tuple)) else None
    try:
        plain = value.detach().cpu().resolve_conj() if hasattr(value, "detach") else value
        plain = plain.to_dense() if getattr(plain, "is_sparse", False) else plain
        array = np.asarray(plain)
        flat = np.asarray(array, dtype=np.float64).ravel()[:MOST_ELEMENTS]
    except Exception:  # it stands for numbers that are not there: traced, symbolic, not built yet
        return None
    dtype = "python" if isinstance(value, (int, float)) else array.dtype.name
    return Numbers(dtype, tuple(array.shape), tuple(flat.tolist()))


def _several(values: Sequence[Any]) -> Numbers | None:
    """A list of numbers or of arrays as one row; what it is made of is the program's affair."""
    parts = [numbers(each) for each in values[:64]]
    if not parts or any(part is None for part in parts):
        return None
    return Numbers("list", (len(values),), tuple(number for part in parts if part for number in part.flat))
