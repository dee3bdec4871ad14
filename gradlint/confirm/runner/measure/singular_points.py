"""Push a source to where a function is singular: the inputs of a program may be better behaved than its users'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..execute.finite_differences import Array, Lost
from ..execute.program import Focus
from ..execute.recorded_asks import Answer
from ..execute.script import quietly
from .judge import questions_of
from .observe import Observed, Observer

MOST_SOURCES = 2


@dataclass(frozen=True)
class Pushed:
    """A source at a point where its gradient is not finite."""

    label: str
    point: str
    gradient: Array | None
    finite: bool
    """Whether the gradient is."""
    ask: int = 0
    answer: Answer | None = None
    at: Array | None = None
    """The point itself."""


def pushed(observer: Observer, observed: Observed, focus: Focus) -> Pushed | None:
    """The first point where the target is finite and the gradient is not; for a logarithm either."""
    for ask, answer, point, at, gradient, target in _looks(observer, observed, focus):
        value_counts = "value-too" in focus.predicted.traits or bool(np.isfinite(target).all())
        if gradient is not None and value_counts and not np.isfinite(gradient).all():
            return Pushed(answer.label, point, gradient, False, ask, answer, at)
    return None


def there(observer: Observer, observed: Observed, focus: Focus, before: Pushed) -> Pushed | None:
    """The same source of another program at the same point."""
    for _, answer, point, _, gradient, _ in _looks(observer, observed, focus):
        if (answer.label, point) == (before.label, before.point) and gradient is not None:
            return Pushed(answer.label, point, gradient, finite=bool(np.isfinite(gradient).all()))
    return None


def _looks(
    observer: Observer, observed: Observed, focus: Focus
) -> Iterator[tuple[int, Answer, str, Array, Array | None, Array]]:
    assert observed.trace is not None
    for questions in questions_of(observed.trace, focus)[:MOST_SOURCES]:
        ask, answer = questions[0]
        if answer.integer:
            continue
        for name, point in _points(answer.value):
            try:
                with quietly():
                    gradient, target = observer.at(observed.trace.adapter, ask, answer, point)
            except Lost:
                continue
            yield ask, answer, name, point, gradient, target


def _points(value: Array) -> Iterator[tuple[str, Array]]:
    yield "0", np.zeros_like(value)
    yield "1", np.ones_like(value)
    yield "-1", -np.ones_like(value)
    large = np.zeros_like(value)
    large.flat[0] = 200.0
    yield "200 in its first element", large
    yield "-200 in its first element", -large
