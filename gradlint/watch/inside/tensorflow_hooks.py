"""Listens to TensorFlow: what `GradientTape.gradient` is asked for, and what it answers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .describe import array_numbers, concrete
from .library import splice
from .training import Model, Parameter, is_sampled
from .watches import MOST_OUTCOMES, Watching

if TYPE_CHECKING:
    from .session import Session

_MOST_NAMED = 24


def install(tensorflow: Any, session: Session) -> None:
    hooks = _Hooks(tensorflow, session)
    splice(tensorflow.GradientTape.gradient, leave=hooks.gradient)


class _Hooks:
    def __init__(self, tensorflow: Any, session: Session) -> None:
        self._tf = tensorflow
        self._session = session
        self._lacking: dict[int, Parameter] = {}
        """The variables without a gradient so far, which a later one may correct."""

    def _look_again(self, given: dict[str, Any]) -> None:
        for source, gradient in self._pairs(given):
            record = self._lacking.get(id(source))
            if record is not None and gradient is not None and (seen := state(gradient)) != "zero":
                record.received(seen)
                del self._lacking[id(source)]

    def gradient(self, given: dict[str, Any], count: int) -> None:
        training = self._session.training
        training.requests += 1
        eager = bool(self._tf.executing_eagerly())
        training.traced += not eager
        if self._lacking:
            self._look_again(given)
        wanted = [one for one in self._session.watching.values() if self._is_due(one, eager)]
        if eager and not wanted and not is_sampled(training.requests) and training.requests % 16:
            return
        pairs = self._pairs(given)
        lines = self._session.frames.lines()
        answers = [(source, state(gradient), gradient) for source, gradient in pairs]
        for one in wanted:
            self._judge(one, answers, lines, given, eager)
        self._keep(answers, lines[0] if lines else None, eager)

    def _pairs(self, given: dict[str, Any]) -> list[tuple[Any, Any]]:
        """The sources and their gradients, side by side."""
        flatten = self._tf.nest.flatten
        sources, result = flatten(given["sources"]), flatten(given["return"])
        return list(zip(sources, result)) if len(sources) == len(result) else []

    def _is_due(self, one: Watching, eager: bool) -> bool:
        if one.finding.framework != "tensorflow" or len(one.outcomes) >= MOST_OUTCOMES:
            return False
        # In a graph the code is TensorFlow's copy of the program, which has no probes.
        return one.pending or (not eager and not one.count)

    def _judge(
        self, one: Watching, answers: list[Any], lines: list[Any], given: dict[str, Any], eager: bool
    ) -> None:
        sources = self._sources(one, answers)
        one.notes["rewritten"] = not eager
        if not sources and (one.sources or not one.count):
            return
        one.pending = False
        loss = concrete(given["target"]) if eager else None
        one.outcomes.append(
            {
                "asked": self._session.is_asked(one, lines),
                "lines": lines[:4],
                "seen": dict(one.seen),
                "loss": float(loss) if loss is not None and loss.size == 1 else None,
                "sources": [_source_record(*each) for each in sources[:_MOST_NAMED]],
            }
        )

    def _sources(self, one: Watching, answers: list[Any]) -> list[Any]:
        entered = [value for reference in one.sources if (value := reference()) is not None]
        wanted = {id(each) for value in entered for each in variables_of(value)}
        found = [each for each in answers if id(each[0]) in wanted or _inner(each[0]) in wanted]
        if found or entered:
            return found
        without = [each for each in answers if each[1] == "none"]
        return (without or answers) if len(answers) == 1 or not one.finding.asked else []

    def _keep(self, answers: list[Any], line: Any, eager: bool) -> None:
        """What is known of each variable over the run, and the size of its gradient now."""
        training = self._session.training
        model = training.models.setdefault(("tape", line), Model("variables", "tensorflow", line))
        for source, seen, _ in answers:
            record = model.parameters.get(id(source))
            if record is None:
                record = Parameter(name_of(source), list(source.shape), str(source.dtype), None)
                record.held = None
                model.parameters[id(source)] = record
            record.received(seen)
            if record.gradient in ("none", "zero"):
                self._lacking[id(source)] = record
            else:
                self._lacking.pop(id(source), None)
        if eager:
            self._norm(answers, line)

    def _norm(self, answers: list[Any], line: Any) -> None:
        series = self._session.training.series(("tape", line), f"line {line[1]}" if line else "tape")
        series.count = self._session.training.requests
        dense = [gradient for _, seen, gradient in answers if seen not in ("none", "traced")]
        arrays = [concrete(gradient) for gradient in dense if not hasattr(gradient, "indices")]
        total = math.sqrt(
            sum(float((each.astype("float64") ** 2).sum()) for each in arrays if each is not None)
        )
        series.add(total)
        bad = [name_of(source) for source, seen, _ in answers if seen == "nonfinite"]
        if bad:
            self._session.training.bad("gradient", names=bad[:4], line=line)


def state(gradient: Any) -> str:
    if gradient is None:
        return "none"
    if hasattr(gradient, "values") and hasattr(gradient, "indices"):
        gradient = gradient.values
    numbers = concrete(gradient)
    if numbers is None:
        return "traced"
    if not numbers.size or not numbers.any():
        return "zero"
    if numbers.dtype.kind == "f" and not array_numbers(numbers)["finite"]:
        return "nonfinite"
    return "ok"


def variables_of(value: Any) -> list[Any]:
    """A variable or tensor itself; of a layer all that it trains by now, and the variables behind them."""
    trained = getattr(value, "trainable_variables", None)
    found = list(trained) if trained is not None else [value]
    return [*found, *(each.value for each in found if type(each).__module__.startswith("keras"))]


def _inner(source: Any) -> int:
    return id(source.value) if type(source).__module__.startswith("keras") else id(source)


def name_of(source: Any) -> str:
    return str(getattr(source, "path", None) or getattr(source, "name", None) or "").partition(":")[0]


def _source_record(source: Any, seen: str, gradient: Any) -> dict[str, Any]:
    numbers = concrete(gradient) if seen == "ok" and not hasattr(gradient, "indices") else None
    return {
        "name": name_of(source) if "ariable" in type(source).__name__ else "",
        "shape": [None if each is None else int(each) for each in source.shape],
        "device": "cpu",
        "state": seen,
        "norm": float(((numbers.astype("float64")) ** 2).sum() ** 0.5) if numbers is not None else None,
    }
