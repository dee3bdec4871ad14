"""One way to run a layer: its parameters, its forward and backward, and where its gradients are kept."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..find.discover import Candidate, returned_names
from ..find.names import RATES, is_label, is_same, target_of
from ..judge.plan import Given, Plan, Point, Reading, Unfit
from ..judge.readings import Role, Roles, readings_of
from ..run.arrays import Array, NotNumbers, read
from ..run.inputs import Spec
from ..run.unit import seeded

OUTPUTS = ("output", "outputs", "out", "y", "Y", "A", "a", "activation", "result", "Z", "z")
INPUT_GRADIENTS = (
    "dinputs",
    "dinput",
    "dx",
    "dX",
    "grad_input",
    "gradInput",
    "input_grad",
    "input_gradient",
    "dA_prev",
)
HOLDERS = ("grads", "gradients", "grad", "gradient", "dparams", "d_params", "cache_grads")
PARAMETERS = ("params", "parameters", "weights", "_params")
SELF = "self."


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
                if id(each) not in memory and not _is_gradient_name(name):
                    memory.add(id(each))
                    found.append(Place(name, key))
    return found


def _is_gradient_name(name: str) -> bool:
    lower = name.lower()
    return (
        lower in HOLDERS
        or "grad" in lower
        or lower.startswith(("running", "moving", "velocity", "v_", "m_", "momentum"))
    )


class LayerPlan(Plan):
    def __init__(
        self,
        candidate: Candidate,
        prototype: Any,
        inputs: tuple[str, ...],
        roles: Roles,
        specs: dict[str, Spec],
        construction: str,
    ) -> None:
        self.candidate, self.prototype, self.inputs, self.roles, self.construction = (
            candidate,
            prototype,
            inputs,
            roles,
            construction,
        )
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

    def _run(
        self, instance: Any, points: dict[str, Array], fixed: dict[str, Any]
    ) -> tuple[list[Array], Any, Any]:
        seeded()
        given = [points[name].copy() if name in points else fixed[name] for name in self.inputs]
        result = getattr(instance, self.candidate.forward)(*given)
        cache: Any = None
        if isinstance(result, tuple) and len(result) == 2:
            result, cache = result
        if result is None:
            result = next(
                (getattr(instance, name) for name in OUTPUTS if getattr(instance, name, None) is not None),
                None,
            )
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
        arguments = [
            self._argument(role, at, output, cache, rate)
            for role in self.roles.roles
            if role.kind != "default"
        ]
        result = getattr(instance, self.candidate.gradient)(*arguments)
        parts = list(self._kept(instance))
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

    def _kept(self, instance: Any) -> Iterator[Given]:
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
            if (
                place.attribute in PARAMETERS
                and place.key < len(value)
                and isinstance(value[place.key], np.ndarray)
            ):
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
            made.append(
                Reading(
                    renamed + tuple(p for p in parts if p.target not in known), reading.sure, reading.note
                )
            )
        return made


def _alike(one: Given, two: Given) -> bool:
    if one.value is None or two.value is None:
        return one.value is two.value
    return one.value.shape == two.value.shape and np.allclose(one.value, two.value)
