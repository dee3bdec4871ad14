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

from tests.support.differences import Array, Asked
from tests.support.rerun import Script


@dataclass(frozen=True)
class Part:
    """Something differentiable that a name holds: a tensor, or one parameter of a module."""

    label: str
    value: Any
    binding: int


@dataclass(frozen=True)
class Ask:
    """One call that asks for gradients."""

    target: Array
    gradients: tuple[tuple[Part, Array | None], ...]


@dataclass
class Trace:
    """What one run of a script bound and asked for, in order."""

    bindings: list[tuple[str, Any]] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)


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


def parts_of(framework: Framework, trace: Trace) -> list[Part]:
    """Each part once, under the name and at the binding where it was seen first."""
    first: dict[int, Part] = {}
    for binding, (name, value) in enumerate(trace.bindings):
        for label, part in framework.parts(name, value):
            first.setdefault(id(part), Part(label, part, binding))
    return list(first.values())


def part_of(framework: Framework, trace: Trace, value: Any) -> Part:
    """The part that a gradient call names as its source."""
    for part in parts_of(framework, trace):
        if part.value is value:
            return part
    raise ValueError("a gradient is asked for with respect to something that no name at module level holds")


def asked(framework: Framework, source: str, also: tuple[str, ...]) -> list[Asked]:
    """Every source of every gradient call, up to the call that first gives it a gradient.

    A later call sees a value that a training step may have changed since, and in PyTorch a gradient
    that was added to the earlier one: a step at the binding would not be a step at that call.
    """
    script = Script(source)
    found: list[Asked] = []
    settled: set[int] = set()
    trace = _run(framework, script, also)
    for number, ask in enumerate(trace.asks):
        for part, gradient in ask.gradients:
            if id(part.value) in settled:
                continue
            size, integer = framework.size_and_kind(part.value)
            target = _target_when_moved(framework, script, part, number)
            found.append(Asked(part.label, gradient, size, integer, target))
            if gradient is not None:
                settled.add(id(part.value))
    return found


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
        trace.bindings.append((name, value))
        return value

    framework.reset()
    with framework.listening(trace, also):
        script.run(bound)
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
