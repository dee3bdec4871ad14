"""Gradients asked for in the middle of a script: PyTorch and TensorFlow.

What differs between the two is small: which values can be a source, how one is moved, and which
function asks. The rest (run once and listen, then run again with a source moved) is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tests.support.differences import Array, Asked, Observed
from tests.support.outcome import Left
from tests.support.rerun import Script


@dataclass(frozen=True)
class Part:
    """Something differentiable that a name holds: a tensor, or one parameter of a module."""

    label: str
    value: Any
    binding: int


@dataclass(frozen=True)
class Answer:
    """What one source was given by one call."""

    part: Part
    gradient: Array | None
    value: Array
    """The source as it was at the call."""


@dataclass(frozen=True)
class Ask:
    """One call that asks for gradients."""

    target: Array
    answers: tuple[Answer, ...]


@dataclass
class Trace:
    """What one run of a script bound and asked for, in order."""

    bindings: list[tuple[str, Any]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    """What each binding held at the time, in order; one that is bound again is there again."""
    asks: list[Ask] = field(default_factory=list)
    targets: list[list[Any]] = field(default_factory=list)
    """What each call differentiates, as the framework has it."""
    names: dict[str, Any] = field(default_factory=dict)
    """What the names at module level hold in the end."""


class Framework(Protocol):
    def reset(self) -> None:
        """Seed everything and undo what an earlier run may have switched."""

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        """The differentiable parts of a value that was bound to a name."""

    def moved(self, value: Any, label: str, name: str, element: int, step: float) -> Any:
        """The value with one element of one part moved."""

    def listening(self, trace: Trace, also: tuple[str, ...]) -> AbstractContextManager[None]:
        """While this is active, each call that asks for gradients is added to the trace."""

    def size_and_kind(self, part: Any) -> tuple[int, bool]:
        """How many elements a part has, and whether they are integers."""

    def left(self, trace: Trace) -> Left:
        """What can be trained, as the script leaves it."""

    def kept(self, trace: Trace) -> int:
        """How many steps of a graph the script keeps alive beyond its losses."""


def parts_of(framework: Framework, trace: Trace) -> list[Part]:
    """Each part once, under the name and at the binding where it was seen first.

    A module that has been given another layer since has other parts now, and one that was built late had
    none before.
    """
    first = {id(part.value): part for part in reversed(trace.parts)}
    for binding, (name, value) in enumerate(trace.bindings):
        for label, part in framework.parts(name, value):
            first.setdefault(id(part), Part(label, part, binding))
    return list(first.values())


def part_of(framework: Framework, trace: Trace, value: Any, gradient: Array | None) -> Part:
    """The part that a gradient call names as its source.

    What has no name cannot be moved. If it was given no gradient either, then nothing seen here depends
    on it; otherwise something does, and what cannot be judged must not be passed over.
    """
    for part in parts_of(framework, trace):
        if part.value is value:
            return part
    if gradient is None:
        return Part("a value without a name", value, binding=-1)
    raise ValueError("a gradient is asked for with respect to something that no name at module level holds")


def observed(framework: Framework, source: str, also: tuple[str, ...]) -> Observed:
    """Every source of every gradient call, as long as the source is what it was at the first.

    A source that a training step has changed since is passed over: a step at the binding would not be a
    step at that call.
    """
    script = Script(source)
    found: list[Asked] = []
    first: dict[int, Array] = {}
    trace = _run(framework, script, also)
    for number, ask in enumerate(trace.asks):
        for answer in ask.answers:
            part = answer.part
            then = first.setdefault(id(part.value), answer.value)
            if not np.array_equal(then, answer.value, equal_nan=True):
                continue
            size, integer = framework.size_and_kind(part.value)
            target = _target_when_moved(framework, script, part, number)
            found.append(Asked(part.label, answer.gradient, size, integer, target))
    return Observed(found, framework.left(trace), framework.kept(trace))


def _run(
    framework: Framework,
    script: Script,
    also: tuple[str, ...] = (),
    move: Callable[[int, str, Any], Any] | None = None,
) -> Trace:
    trace = Trace()

    def bound(name: str, value: Any) -> Any:
        if move is not None:
            value = move(len(trace.bindings), name, value)
        binding = len(trace.bindings)
        trace.bindings.append((name, value))
        trace.parts += [Part(label, part, binding) for label, part in framework.parts(name, value)]
        return value

    framework.reset()
    with framework.listening(trace, also):
        trace.names = script.run(bound)
    return trace


def _target_when_moved(
    framework: Framework, script: Script, part: Part, ask: int
) -> Callable[[int, float], Array]:
    def target(element: int, step: float) -> Array:
        def move(binding: int, name: str, value: Any) -> Any:
            if binding != part.binding or step == 0.0:
                return value
            return framework.moved(value, part.label, name, element, step)

        return np.asarray(_run(framework, script, move=move).asks[ask].target)

    return target
