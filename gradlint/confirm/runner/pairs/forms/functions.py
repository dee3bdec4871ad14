"""`foo` and `foo_grad`: two functions (or methods) of the program, called as their parameters' names say."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..find.discover import result_names
from ..find.names import is_label
from ..judge.plan import Plan, Point, Reading, Unfit
from ..judge.readings import Role, Roles, readings_of
from ..run.arrays import Array, Backend, NotNumbers, read
from ..run.inputs import Settings, Spec
from ..run.unit import seeded

MOST_INPUTS = 5


@dataclass(frozen=True)
class Pair:
    """A formula and its gradient, ready to be called."""

    formula: Callable[..., Any]
    gradient: Callable[..., Any]
    inputs: tuple[str, ...]
    known: tuple[str, ...]
    taken: tuple[str, ...]
    optional: int
    returned: list[str] | None
    results: tuple[str, ...]
    """What the formula calls what it returns."""
    logarithmic: bool
    seen: tuple[dict[str, Any], ...] = ()
    """The arguments with which the program called the formula."""
    setup: str = ""
    """How a script makes what the two calls need."""

    @property
    def labels(self) -> frozenset[str]:
        if len(self.inputs) < 2:
            return frozenset()
        return frozenset(name for name in self.inputs if is_label(name, self.inputs))


def pair_of(
    formula: Callable[..., Any],
    gradient: Callable[..., Any],
    returned: list[str] | None,
    source: ast.AST | None,
    seen: list[dict[str, Any]],
) -> Pair:
    """Read the signatures; Unfit if they are beyond us."""
    inputs, known, _ = parameters(formula)
    _, taken, optional = parameters(gradient)
    if not 0 < len(inputs) <= MOST_INPUTS:
        raise Unfit(f"the formula takes {len(inputs)} arguments")
    logarithmic = source is not None and any(
        (isinstance(node, ast.Attribute) and node.attr.startswith("log"))
        or (isinstance(node, ast.Name) and node.id.startswith("log"))
        for node in ast.walk(source)
    )  # fmt: skip
    results = result_names(source) if isinstance(source, ast.FunctionDef) else []
    return Pair(
        formula,
        gradient,
        inputs,
        known,
        taken,
        optional,
        returned,
        tuple(filter(None, results)),
        logarithmic,
        tuple(seen),
    )


def parameters(function: Callable[..., Any]) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """The required names, all names, and how many have a default."""
    found = [p for p in inspect.signature(function).parameters.values()]
    if any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in found):
        raise Unfit("a keyword argument is required")
    plain = [p for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = tuple(p.name for p in plain if p.default is p.empty)
    return required, tuple(p.name for p in plain), len(plain) - len(required)


class FunctionPlan(Plan):
    def __init__(
        self, pair: Pair, roles: Roles, backend: Backend, specs: dict[str, Spec], score: float
    ) -> None:
        self.pair, self.roles, self.backend, self.specs, self.score = pair, roles, backend, specs, score
        self.labels = pair.labels
        self.logarithmic = pair.logarithmic
        self.takes_upstream = roles.upstreams > 0
        self.precise = backend.precise
        self.sure = roles.sure
        self.note = roles.note
        self.inner: Callable[[Array], Array] | None = None
        """What the first input has gone through before the formula sees it."""
        self.inner_for_gradient: Callable[[Array], Array] | None = None

    def _native(self, points: dict[str, Array], fixed: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name in self.pair.inputs:
            if name in points:
                made[name] = self.backend.make(points[name])
            else:
                value = fixed[name]
                made[name] = self.backend.make(value) if isinstance(value, np.ndarray) else _fresh(value)
        return made

    def _call(self, points: dict[str, Array], fixed: dict[str, Any]) -> tuple[list[Array], Any, Any]:
        """The outputs, the first output as it came, and what came beside it."""
        seeded()
        if self.inner is not None:
            first = self._first
            points = {**points, first: self.inner(points[first])}
        result = self.pair.formula(*self._native(points, fixed).values())
        cache: Any = None
        outputs = [result]
        if isinstance(result, tuple) and len(result) >= 2:
            count = max(1, min(self.roles.upstreams, len(result) - 1))
            outputs, cache = list(result[:count]), result[-1]
        try:
            return [read(each) for each in outputs], outputs[0], cache
        except NotNumbers as error:
            raise Unfit(f"the formula returns no array ({error})") from None

    @property
    def _first(self) -> str:
        return next(name for name in self.specs if name not in self.labels)

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        return self._call(points, fixed)[0]

    def readings(self, at: Point) -> list[Reading]:
        points = at.points
        _, output, cache = self._call(points, at.fixed)
        for change in (self.inner, self.inner_for_gradient):
            if change is not None:
                points = {**points, self._first: change(points[self._first])}
        given = self._native(points, at.fixed)
        weights = [self.backend.make(each) for each in at.weights]
        arguments: list[Any] = []
        for role in self.roles.roles:
            if role.kind == "default":
                break
            arguments.append(self._argument(role, given, output, cache, weights))
        named = self._after_defaults(given, output, cache, weights)
        result = self.pair.gradient(*arguments, **named)
        shapes = {name: value.shape for name, value in at.points.items()}
        return readings_of(result, shapes, self.labels, self.pair.returned)

    def _after_defaults(
        self, given: dict[str, Any], output: Any, cache: Any, weights: list[Any]
    ) -> dict[str, Any]:
        kinds = [role.kind for role in self.roles.roles]
        if "default" not in kinds:
            return {}
        begin = kinds.index("default")
        return {
            name: self._argument(role, given, output, cache, weights)
            for name, role in list(zip(self.pair.taken, self.roles.roles))[begin:]
            if role.kind != "default"
        }

    def _argument(
        self, role: Role, given: dict[str, Any], output: Any, cache: Any, weights: list[Any]
    ) -> Any:
        if role.kind == "input":
            return given[role.name]
        if role.kind == "upstream":
            return weights.pop(0) if len(weights) > 1 else weights[0]
        if role.kind == "output":
            return output
        if role.kind == "rate":
            return 1.0
        if cache is None:
            values = list(given.values())
            return values[0] if len(values) == 1 else tuple(values)
        return cache


def _fresh(value: Any) -> Any:
    return value.fresh() if isinstance(value, Settings) else value
