"""`tf.custom_gradient`: called under a tape, variables included, its gradient held against differences."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import numpy as np

from ..find.discover import Candidate
from ..judge.plan import Attempt, Given, Point, Reading, Unfit
from ..run.arrays import Array, Backend, read, tensorflow_
from ..run.inputs import Spec
from ..run.unit import Executed, seeded
from .rules import RulePlan, choices, is_of_precision, search, seen_specs


class TapePlan(RulePlan):
    def __init__(
        self,
        function: Any,
        candidate: Candidate,
        backend: Backend,
        specs: dict[str, Spec],
    ) -> None:
        super().__init__(candidate, tuple(specs), specs, backend)
        self.function = function
        self.variables: dict[str, Any] | None = None

    def draw(self, mode: Any, seed: int) -> tuple[dict[str, Array], dict[str, Any]]:
        points, fixed = super().draw(mode, seed)
        if self.variables is None:
            self.variables = self._used(points, fixed)
        for name, variable in self.variables.items():
            points[name] = np.array(read(variable))
        return points, fixed

    def _used(self, points: dict[str, Array], fixed: dict[str, Any]) -> dict[str, Any]:
        """The variables that the function reads."""
        tf = sys.modules["tensorflow"]
        try:
            with tf.GradientTape() as tape:
                self._call(self.native(points, fixed))
        except Exception:
            return {}
        return {
            f"variable {position + 1}": each
            for position, each in enumerate(tape.watched_variables())
            if each.dtype.is_floating and np.prod(each.shape, dtype=int) <= 200
        }

    def _call(self, given: dict[str, Any]) -> list[Any]:
        seeded()
        result = self.function(*given.values())
        flat = sys.modules["tensorflow"].nest.flatten(result)
        return [each for each in flat if hasattr(each, "dtype") and each.dtype.is_floating]

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        before = {name: variable.numpy() for name, variable in (self.variables or {}).items()}
        for name, variable in (self.variables or {}).items():
            variable.assign(points[name])
        try:
            outputs = self._call(self.native(points, fixed))
        finally:
            for name, value in before.items():
                (self.variables or {})[name].assign(value)
        return [read(each) for each in outputs]

    def readings(self, at: Point) -> list[Reading]:
        tf = sys.modules["tensorflow"]
        given = self.native(at.points, at.fixed)
        inputs = {name: given[name] for name in self.names if name in at.points}
        with tf.GradientTape() as tape:
            tape.watch(list(inputs.values()))
            outputs = self._call(given)
        weights = [tf.cast(tf.constant(w), out.dtype) for w, out in zip(at.weights, outputs)]
        sources = {**inputs, **(self.variables or {})}
        found = tape.gradient(outputs, list(sources.values()), output_gradients=weights)
        parts = [
            Given(name, read(grad), position)
            for position, (name, grad) in enumerate(zip(sources, found))
            if grad is not None
        ]
        if not parts:
            raise Unfit("the gradient is None for every input")
        return [Reading(tuple(parts))]


def check_rule(candidate: Candidate, done: Executed, deadline: float) -> Attempt:
    if "tensorflow" not in sys.modules:
        raise Unfit("TensorFlow could not be imported")
    function = done.namespace.get(candidate.forward)
    if not callable(function):
        raise Unfit(f"{candidate.forward} could not be defined")
    names = names_of(candidate)
    seen = [
        specs
        for positional, _, keys in done.calls.get(candidate.forward, ())
        if not keys and (specs := seen_specs(dict(zip(names, positional)), names)) is not None
    ]
    last: Unfit | None = None
    for precise in (True, False):  # constants in the code may be float32 and do not mix with float64
        backend = tensorflow_(precise)
        try:
            found = search(
                partial(TapePlan, function, candidate, backend),
                choices(names, candidate.formula_node, set(), 90), seen, deadline, most=5,
            )  # fmt: skip
        except Unfit as error:
            last = error
            continue
        if not is_of_precision(found):
            return found
    raise last or Unfit("it could not be tried")


def names_of(candidate: Candidate) -> tuple[str, ...]:
    node = candidate.formula_node
    if node is None or node.args.vararg is not None:
        raise Unfit("its parameters are not known")
    required = len(node.args.args) - len(node.args.defaults)
    names = tuple(arg.arg for arg in node.args.args[:required])
    if not 0 < len(names) <= 8:
        raise Unfit(f"it takes {len(names)} arguments")
    return names
