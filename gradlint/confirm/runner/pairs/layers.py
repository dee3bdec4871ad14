"""Layer classes with forward, backward and a cache: made, called, and their parameters' gradients found."""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import Array, NotNumbers, read
from .discover import Candidate, result_names, returned_names
from .functions import NEAR, Pair, pair_of, runs
from .making import instances
from .names import RATES, is_label, is_same, target_of
from .readings import Role, Roles, roles_of
from .samples import Spec, assignments, unnatural
from .trial import Attempt, Given, Plan, Point, Reading, Unfit, attempts, decided
from .unit import Executed, seeded

OUTPUTS = ("output", "outputs", "out", "y", "Y", "A", "a", "activation", "result", "Z", "z")
INPUT_GRADIENTS = ("dinputs", "dinput", "dx", "dX", "grad_input", "gradInput", "input_grad", "input_gradient", "dA_prev")
HOLDERS = ("grads", "gradients", "grad", "gradient", "dparams", "d_params", "cache_grads")
PARAMETERS = ("params", "parameters", "weights", "_params")
SELF = "self."


def method_pair(candidate: Candidate, done: Executed) -> Pair:
    """Two methods that need no memory between them: an activation's value and its derivative."""
    cls = done.namespace.get(candidate.owner)
    if not isinstance(cls, type):
        raise Unfit(f"{candidate.owner} could not be defined")
    for made in instances(cls, done):
        formula, gradient = getattr(made.value, candidate.forward), getattr(made.value, candidate.gradient)
        returned = returned_names(candidate.gradient_node)
        return replace(pair_of(formula, gradient, returned, candidate.formula_node, []), setup=made.text)
    raise Unfit(f"{candidate.owner} could not be made with the arguments that were tried")


@dataclass(frozen=True)
class Place:
    """Where a parameter lives on an instance: an attribute, or an item of one."""

    attribute: str
    key: Any = None

    @property
    def name(self) -> str:
        return SELF + (self.attribute if self.key is None else f"{self.attribute}[{self.key!r}]")

    @property
    def text(self) -> str:
        return "layer." + self.name.removeprefix(SELF)

    @property
    def short(self) -> str:
        return self.attribute if not isinstance(self.key, str) else self.key

    def get(self, instance: Any) -> Any:
        value = getattr(instance, self.attribute)
        return value if self.key is None else value[self.key]

    def put(self, instance: Any, value: Array) -> None:
        """Write into the same memory where possible: a list of parameters may share it."""
        now = self.get(instance)
        if isinstance(now, np.ndarray) and now.shape == value.shape and now.dtype == np.float64:
            now[...] = value
        elif self.key is None:
            setattr(instance, self.attribute, value.copy())
        else:
            getattr(instance, self.attribute)[self.key] = value.copy()


def parameters_of(instance: Any) -> list[Place]:
    """The arrays of floats that an instance holds before it has seen any input."""
    found: list[Place] = []
    memory: set[int] = set()
    for name, value in vars(instance).items():
        inside: list[tuple[Any, Any]] = [(None, value)]
        if isinstance(value, dict):
            inside = list(value.items())
        elif isinstance(value, (list, tuple)):
            inside = list(enumerate(value))
        for key, each in inside:
            if isinstance(each, np.ndarray) and each.dtype.kind == "f" and 0 < each.size <= 2000:
                if id(each) not in memory and not _is_gradient_name(name, key):
                    memory.add(id(each))
                    found.append(Place(name, key))
    return found


def _is_gradient_name(name: str, key: Any) -> bool:
    lower = name.lower()
    return lower in HOLDERS or "grad" in lower or lower.startswith(("running", "moving", "velocity", "v_", "m_", "momentum"))


class LayerPlan(Plan):
    def __init__(
        self, candidate: Candidate, prototype: Any, inputs: tuple[str, ...], roles: Roles, specs: dict[str, Spec], making: str
    ) -> None:
        self.candidate, self.prototype, self.inputs, self.roles, self.making = candidate, prototype, inputs, roles, making
        self.places = parameters_of(prototype)
        self.specs = specs
        self.labels = frozenset(n for n in inputs if len(inputs) > 1 and is_label(n, inputs))
        self.takes_upstream = roles.upstreams > 0
        self.sure = roles.sure
        self.note = roles.note
        source = candidate.formula_node
        self.logarithmic = source is not None and any(
            isinstance(node, ast.Attribute) and node.attr.startswith("log") for node in ast.walk(source)
        )

    def draw(self, mode: Any, seed: int) -> tuple[dict[str, Array], dict[str, Any]]:
        points, fixed = super().draw(mode, seed)
        for place in self.places:
            points[place.name] = np.array(place.get(self.prototype), dtype=np.float64)
        return points, fixed

    def _instance(self, points: dict[str, Array]) -> Any:
        instance = copy.deepcopy(self.prototype)
        for place in self.places:
            place.put(instance, points[place.name])
        return instance

    def _run(self, instance: Any, points: dict[str, Array], fixed: dict[str, Any]) -> tuple[list[Array], Any, Any]:
        seeded()
        given = [points[name].copy() if name in points else fixed[name] for name in self.inputs]
        result = getattr(instance, self.candidate.forward)(*given)
        cache: Any = None
        if isinstance(result, tuple) and len(result) == 2:
            result, cache = result
        if result is None:
            result = next((getattr(instance, name) for name in OUTPUTS if getattr(instance, name, None) is not None), None)
        try:
            return [read(result)], result, cache
        except NotNumbers as error:
            raise Unfit(f"forward returns no array ({error})") from None

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        return self._run(self._instance(points), points, fixed)[0]

    def readings(self, at: Point) -> list[Reading]:
        if not self._has_rate:
            return self._readings(at, 1.0)
        still = self._readings(at, 0.0)
        moved = {part.target: part for reading in self._readings(at, 1.0)[:1] for part in reading.parts}
        found: list[Reading] = []
        for reading in still:
            parts = list(reading.parts)
            for target, part in moved.items():
                before = next((each for each in parts if each.target == target), None)
                if before is None:
                    parts.append(part)
                elif not _alike(before, part):
                    parts.append(replace(part, hint="it is taken after the parameters have been updated"))
            found.append(replace(reading, parts=tuple(parts)))
        return found

    @property
    def _has_rate(self) -> bool:
        return any(role.kind == "rate" for role in self.roles.roles) or any(
            name.lower() in RATES for name in vars(self.prototype)
        )

    def _readings(self, at: Point, rate: float) -> list[Reading]:
        instance = self._instance(at.points)
        for name in vars(instance):
            if name.lower() in RATES:
                setattr(instance, name, rate)
        _, output, cache = self._run(instance, at.points, at.fixed)
        before = {place.name: np.array(place.get(instance)) for place in self.places}
        stale = {name: id(value) for name, value in vars(instance).items()}
        arguments = [self._argument(role, at, output, cache, rate) for role in self.roles.roles if role.kind != "default"]
        result = getattr(instance, self.candidate.gradient)(*arguments)
        parts = list(self._kept(instance, stale))
        updated = list(self._updated(instance, before, rate)) if rate else []
        taken = {part.target for part in parts}
        parts += [part for part in updated if part.target not in taken]
        self.last_rate = rate
        return self._combined(at, result, instance, parts)

    def _argument(self, role: Role, at: Point, output: Any, cache: Any, rate: float) -> Any:
        if role.kind == "input":
            value = at.points.get(role.name, at.fixed.get(role.name))
            return value.copy() if isinstance(value, np.ndarray) else value
        if role.kind == "upstream":
            return at.weights[0].copy() if at.weights[0].shape else float(at.weights[0])
        return {"output": output, "cache": cache, "rate": rate}[role.kind]

    def _kept(self, instance: Any, stale: dict[str, int]) -> Iterator[Given]:
        """Gradients of the parameters that backward left on the instance."""
        for place in self.places:
            for attribute, value in vars(instance).items():
                if attribute == place.attribute and place.key is None:
                    continue
                found, item = self._gradient_in(place, attribute, value)
                if found is not None:
                    yield Given(place.name, found, -1, attribute, f"layer.{attribute}{item}")
                    break

    def _gradient_in(self, place: Place, attribute: str, value: Any) -> tuple[Array | None, str]:
        if isinstance(value, np.ndarray) and attribute not in {each.attribute for each in self.places}:
            if any(is_same(base, place.short) for base in target_of(attribute)):
                return read(value), ""
        if isinstance(value, dict) and attribute.lower() in HOLDERS:
            for key, each in value.items():
                names = (str(key), *target_of(str(key)))
                if isinstance(each, np.ndarray) and any(is_same(name, place.short) for name in names):
                    return read(each), f"[{key!r}]"
        if isinstance(value, list) and attribute.lower() in HOLDERS and isinstance(place.key, int):
            if place.attribute in PARAMETERS and place.key < len(value) and isinstance(value[place.key], np.ndarray):
                return read(value[place.key]), f"[{place.key}]"
        return None, ""

    def _updated(self, instance: Any, before: dict[str, Array], rate: float) -> Iterator[Given]:
        """A backward that also steps: what it took away is the gradient times the rate."""
        for place in self.places:
            now = place.get(instance)
            if isinstance(now, np.ndarray) and now.shape == before[place.name].shape:
                taken = (before[place.name] - now) / rate
                if np.any(taken != 0.0):
                    access = f"(inputs[{place.name!r}] - {place.text}) / {rate}"
                    yield Given(place.name, np.asarray(taken, dtype=np.float64), -1, place.attribute, access)

    def _combined(self, at: Point, result: Any, instance: Any, parts: list[Given]) -> list[Reading]:
        from .readings import readings_of

        inputs = {name: at.points[name].shape for name in self.inputs if name in at.points}
        access = "result"
        if result is None:
            kept = next((n for n in INPUT_GRADIENTS if getattr(instance, n, None) is not None), None)
            if kept is not None:
                result, access = getattr(instance, kept), f"layer.{kept}"
        if result is None:
            if not parts:
                raise Unfit("backward neither returns nor keeps a gradient that could be found")
            return [Reading(tuple(parts))]
        shapes = dict(inputs)
        own = {place.short: place.name for place in self.places}
        if isinstance(result, (tuple, list)) and len(result) > len(inputs):
            shapes.update({place.short: at.points[place.name].shape for place in self.places})
        names = returned_names(self.candidate.gradient_node)
        readings = readings_of(result, shapes, self.labels, names if names and len(names) > 1 else None)
        made = []
        for reading in readings:
            renamed = tuple(
                replace(
                    p,
                    target=p.target if p.target in inputs else own.get(p.target, p.target),
                    access=p.access.replace("result", access, 1),
                )
                for p in reading.parts
            )
            known = {part.target for part in renamed}
            made.append(Reading(renamed + tuple(p for p in parts if p.target not in known), reading.sure, reading.note))
        return made


def _alike(one: Given, two: Given) -> bool:
    if one.value is None or two.value is None:
        return one.value is two.value
    return one.value.shape == two.value.shape and np.allclose(one.value, two.value)


# -- choosing ------------------------------------------------------------------------------


def check_layer(candidate: Candidate, done: Executed, deadline: float) -> Attempt:
    cls = done.namespace.get(candidate.owner)
    if not isinstance(cls, type):
        raise Unfit(f"{candidate.owner} could not be defined")
    seen = {
        1 in np.shape(args[1])
        for args, _, _ in done.calls.get(f"{candidate.owner}.{candidate.forward}", ())
        if len(args) > 1 and isinstance(args[1], np.ndarray)
    }
    made: list[Attempt] = []
    any_instance = False
    for instance in itertools.islice(instances(cls, done), 24):
        any_instance = True
        plans = _plans(candidate, instance.value, instance.text, seen, deadline)
        made += attempts(plans, deadline, most=24)
        if made and made[-1].state == "right":
            return made[-1]
        if any(each.state in ("value", "shape", "flat") for each in made) or time.monotonic() > deadline:
            break
    if not any_instance:
        raise Unfit(f"{candidate.owner} could not be made with the arguments that were tried")
    best = decided(made)
    if best is None:
        raise Unfit("forward runs on none of the inputs that were tried")
    return best


def _plans(candidate: Candidate, instance: Any, text: str, seen: set[bool], deadline: float) -> list[LayerPlan]:
    forward, backward = getattr(instance, candidate.forward), getattr(instance, candidate.gradient)
    inputs, known, _ = _signature(forward)
    _, taken, optional = _signature(backward)
    if not 0 < len(inputs) <= 3:
        raise Unfit(f"forward takes {len(inputs)} arguments")
    results = tuple(filter(None, result_names(candidate.formula_node)))
    found: list[LayerPlan] = []
    for roles in itertools.islice(roles_of(inputs, known, taken, optional, results), 6):
        labelled = any(role.kind == "input" for role in roles.roles)
        if labelled and roles.upstreams:
            roles = Roles(roles.roles, False, roles.note)  # `dvalues` is the prediction itself in some books
        for specs in _shapes(inputs):
            if time.monotonic() > deadline:
                break
            plan = LayerPlan(candidate, instance, inputs, roles, specs, text)
            shape = runs(plan)
            if shape is not None:
                plan.score = unnatural(specs, shape) + _thin(plan, seen)
                found.append(plan)
    found.sort(key=lambda plan: plan.score)
    count: dict[Roles, int] = {}
    likely: list[LayerPlan] = []
    for plan in found:
        count[plan.roles] = count.get(plan.roles, 0) + 1
        if plan.score <= found[0].score + NEAR and count[plan.roles] <= 12:
            likely.append(plan)
    ambiguous = [plan for plan in likely if plan.roles.upstreams and any(r.kind == "input" for r in plan.roles.roles)]
    return likely + [_as_prediction(plan) for plan in ambiguous]


def _thin(plan: LayerPlan, seen: set[bool]) -> float:
    """How unlikely one sample at a time is: not at all where the program does it, or where the bias is (1, k)."""
    thin = any(1 in spec.shape for spec in plan.specs.values())
    if seen:
        return 0.0 if thin in seen else 8.0
    column = any(1 in np.shape(place.get(plan.prototype)) for place in plan.places)
    return 0.0 if not thin else -2.0 if column or not plan.places else 2.0


def _as_prediction(plan: LayerPlan) -> LayerPlan:
    first = next(name for name in plan.inputs if name not in plan.labels)
    made = tuple(Role("input", first) if role.kind == "upstream" else role for role in plan.roles.roles)
    roles = Roles(made, False, "backward is given the prediction")
    other = LayerPlan(plan.candidate, plan.prototype, plan.inputs, roles, plan.specs, plan.making)
    other.score = plan.score
    return other


def _signature(function: Callable[..., Any]) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    found = [p for p in inspect.signature(function).parameters.values()
             if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]  # fmt: skip
    required = tuple(p.name for p in found if p.default is p.empty)
    return required, tuple(p.name for p in found), len(found) - len(required)


def _shapes(inputs: tuple[str, ...]) -> Iterator[dict[str, Spec]]:
    if len(inputs) == 1:
        for shape in ((5, 3), (3, 5), (3,), (3, 1), (1, 3), (2, 5, 3), (2, 3, 6, 5), (2, 6, 5, 3), (3, 6, 5), (6, 5)):
            yield {inputs[0]: Spec("float", shape)}
    else:
        yield from assignments(inputs)

