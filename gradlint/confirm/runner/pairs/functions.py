"""`foo` and `foo_grad`: two functions (or methods) of the program, called as their parameters' names say."""

from __future__ import annotations

import ast
import inspect
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import Array, Backend, NotNumbers, jax_, numpy_, read, tensorflow_, torch_
from .discover import result_names
from .names import is_label
from .readings import Role, Roles, readings_of, roles_of
from .samples import Settings, Spec, assignments, is_square, unnatural
from .trial import Attempt, Plan, Point, Reading, Unfit, attempts, decided
from .unit import TooLong, seeded

MOST_INPUTS = 5
NEAR = 3.0


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
    call_formula: str = ""
    call_gradient: str = ""
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
    required, taken, optional = parameters(gradient)
    if not 0 < len(inputs) <= MOST_INPUTS:
        raise Unfit(f"the formula takes {len(inputs)} arguments")
    logarithmic = source is not None and any(
        isinstance(node, ast.Attribute) and node.attr.startswith("log")
        or isinstance(node, ast.Name) and node.id.startswith("log")
        for node in ast.walk(source)
    )  # fmt: skip
    results = result_names(source) if isinstance(source, ast.FunctionDef) else []
    return Pair(
        formula, gradient, inputs, known, taken, optional, returned, tuple(filter(None, results)), logarithmic, tuple(seen)
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
    def __init__(self, pair: Pair, roles: Roles, backend: Backend, specs: dict[str, Spec], score: float) -> None:
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

    def _after_defaults(self, given: dict[str, Any], output: Any, cache: Any, weights: list[Any]) -> dict[str, Any]:
        kinds = [role.kind for role in self.roles.roles]
        if "default" not in kinds:
            return {}
        begin = kinds.index("default")
        return {
            name: self._argument(role, given, output, cache, weights)
            for name, role in list(zip(self.pair.taken, self.roles.roles))[begin:]
            if role.kind != "default"
        }

    def _argument(self, role: Role, given: dict[str, Any], output: Any, cache: Any, weights: list[Any]) -> Any:
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


# -- choosing ------------------------------------------------------------------------------


def backends() -> list[Backend]:
    found = [numpy_()]
    if "torch" in sys.modules:
        found.append(torch_())
    if "jax" in sys.modules:
        found.append(jax_())
    if "tensorflow" in sys.modules:
        found += [tensorflow_(), tensorflow_(False)]
    return found


def check(pair: Pair, deadline: float) -> Attempt:
    """The answer for one pair."""
    choices = list(roles_of(pair.inputs, pair.known, pair.taken, pair.optional, pair.results))
    if not choices:
        raise Unfit(f"cannot tell what the parameters {', '.join(pair.taken)} stand for")
    plans = runnable(pair, choices[0], deadline)
    if not plans:
        raise Unfit("the formula runs on none of the inputs that were tried")
    made: list[Attempt] = []
    for roles in choices[:12]:
        tried = [_with(plan, roles) for plan in plans]
        made += attempts(tried, deadline)
        if made and made[-1].state == "right":
            return made[-1]
    for other in attempts(list(_conventions(plans[:5], choices[:4])), deadline, most=60):
        if other.state == "right":
            return other
    best = decided(made)
    if best is None:
        raise Unfit("there was no time to try it")
    return best


def _with(plan: FunctionPlan, roles: Roles) -> FunctionPlan:
    made = FunctionPlan(plan.pair, roles, plan.backend, plan.specs, plan.score)
    made.squares, made.seen = plan.squares, plan.seen
    return made


def runnable(pair: Pair, roles: Roles, deadline: float) -> list[FunctionPlan]:
    """The plans on which the formula runs, most natural first."""
    found: list[FunctionPlan] = []
    for backend in backends():
        seen = list(_seen_plans(pair, roles, backend))
        ranks = {tuple(len(spec.shape) for spec in plan.specs.values()) for plan in seen}
        for specs in assignments(pair.inputs):
            if seen and tuple(len(spec.shape) for spec in specs.values()) not in ranks:
                continue  # the program says by its own calls what it means
            if time.monotonic() > deadline:
                break
            plan = FunctionPlan(pair, roles, backend, specs, 0.0)
            shape = runs(plan)
            if shape is not None:
                plan.score = unnatural(specs, shape)
                found.append(plan)
        running = [plan.specs for plan in found]
        found = natural(found)[:20] + seen
        for plan in found:
            plan.squares = squares_of(plan.specs, running)
        if found:
            break
    return found


def squares_of(specs: dict[str, Spec], running: list[dict[str, Spec]]) -> frozenset[str]:
    """The inputs that are square matrices wherever the formula runs with inputs of these ranks."""
    ranks = ranks_of(specs)
    alike = [each for each in running if ranks_of(each) == ranks]
    return frozenset(name for name in specs if all(is_square(each[name]) for each in (*alike, specs)))


def ranks_of(specs: dict[str, Spec]) -> tuple[object, ...]:
    return tuple((name, spec.kind, len(spec.shape)) for name, spec in specs.items())


def natural(plans: list[FunctionPlan]) -> list[FunctionPlan]:
    """The likely ones, likeliest first, and not all of the same ranks."""
    best = min((plan.score for plan in plans), default=0.0)
    seen: dict[tuple[int, ...], int] = {}
    ranked: list[tuple[float, FunctionPlan]] = []
    for plan in sorted(plans, key=lambda plan: plan.score):
        if plan.score <= best + NEAR:
            ranks = tuple(len(spec.shape) for spec in plan.specs.values())
            seen[ranks] = seen.get(ranks, -1) + 1
            ranked.append((plan.score + 0.4 * seen[ranks], plan))
    return [plan for _, plan in sorted(ranked, key=lambda each: each[0])]


def runs(plan: Plan, trouble: list[Exception] | None = None) -> tuple[int, ...] | None:
    """The shape of the result, if the formula runs; else its exception is kept."""
    for mode in ("signed", "positive", "negative"):
        try:
            with np.errstate(all="ignore"):
                outputs = plan.forward(*plan.draw((mode, "rows"), 0))  # type: ignore[arg-type]
        except TooLong:
            raise
        except Exception as error:
            if trouble is not None and len(trouble) < 40:
                trouble.append(error)
            return None
        if outputs and all(np.all(np.isfinite(each)) for each in outputs):
            return outputs[0].shape
    return None


def _seen_plans(pair: Pair, roles: Roles, backend: Backend) -> Iterator[FunctionPlan]:
    """With the shapes that the program itself uses."""
    done: set[tuple[object, ...]] = set()
    for call in pair.seen:
        specs = _specs_of(call, pair, backend)
        if specs is None:
            continue
        key = tuple((name, spec.text()) for name, spec in specs.items())
        plan = FunctionPlan(pair, roles, backend, specs, 0.0)
        if key not in done and runs(plan) is not None:
            done.add(key)
            plan.seen = True
            yield plan


def _specs_of(call: dict[str, Any], pair: Pair, backend: Backend) -> dict[str, Spec] | None:
    specs: dict[str, Spec] = {}
    total = 0
    for name in pair.inputs:
        if name not in call:
            return None
        value = call[name]
        kind = getattr(getattr(value, "dtype", None), "kind", None)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            specs[name] = Spec("float", ()) if isinstance(value, float) else Spec("value", value=value)
            continue
        if kind is None or backend.name != "numpy" or kind not in "iuf" or not isinstance(value, np.ndarray):
            return None
        total += value.size
        if kind == "f" or name not in pair.labels:
            specs[name] = Spec("float", value.shape)
        else:
            specs[name] = Spec("int", value.shape, upper=int(value.max(initial=0)) + 1)
    largest = max((len(spec.shape) for spec in specs.values()), default=0)
    if largest == 0 or total > 4000:
        return None  # on numbers alone a missing transpose or sum cannot be seen
    return specs


def _conventions(plans: list[FunctionPlan], choices: list[Roles]) -> Iterator[FunctionPlan]:
    """Ways to read a pair that are right though the plain way is not. They never make a pair wrong."""
    for plan in plans:
        for roles in choices:
            inputs = [name for name in plan.pair.inputs if name not in plan.labels]
            if len(inputs) == 1 and any(role.name == inputs[0] for role in roles.roles):
                yield _with(plan, roles.swapped(inputs[0]))
            for note, inner in SQUASHES:
                made = _with(plan, replace(roles, sure=False, note=f"the gradient is taken before the {note}"))
                made.inner = inner
                yield made
                made = _with(plan, replace(roles, sure=False, note=f"the gradient is given the result of the {note}"))
                made.inner_for_gradient = inner
                yield made


def _softmax(axis: int) -> Callable[[Array], Array]:
    def squash(value: Array) -> Array:
        if not value.shape:
            return np.asarray(1.0)
        raised = np.exp(value - value.max(axis=axis, keepdims=True))
        return np.asarray(raised / raised.sum(axis=axis, keepdims=True))

    return squash


def _sigmoid(value: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-value)))


SQUASHES: tuple[tuple[str, Callable[[Array], Array]], ...] = (
    ("softmax", _softmax(-1)),
    ("softmax", _softmax(0)),
    ("sigmoid", _sigmoid),
)
