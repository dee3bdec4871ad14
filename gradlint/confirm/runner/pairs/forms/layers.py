"""Layer classes with forward, backward and a memory between them: which instances and inputs to try."""

from __future__ import annotations

import inspect
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..find.discover import Candidate, result_names, returned_names
from ..judge.attempts import attempts, decided
from ..judge.plan import Attempt, Unfit
from ..judge.readings import Role, Roles, roles_of
from ..run.inputs import Spec, assignments, unnatural
from ..run.instances import instances
from ..run.unit import Executed
from .choosing import NEAR, runs
from .functions import Pair, pair_of
from .layer_plan import LayerPlan


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
        if any(each.state in ("value", "shape", "flat") for each in made) or time.process_time() > deadline:
            break
    if not any_instance:
        raise Unfit(f"{candidate.owner} could not be made with the arguments that were tried")
    best = decided(made)
    if best is None:
        raise Unfit("forward runs on none of the inputs that were tried")
    return best


def _plans(
    candidate: Candidate, instance: Any, text: str, seen: set[bool], deadline: float
) -> list[LayerPlan]:
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
            if time.process_time() > deadline:
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
    ambiguous = [
        plan for plan in likely if plan.roles.upstreams and any(r.kind == "input" for r in plan.roles.roles)
    ]
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
    other = LayerPlan(plan.candidate, plan.prototype, plan.inputs, roles, plan.specs, plan.construction)
    other.score = plan.score
    return other


def _signature(function: Callable[..., Any]) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    found = [p for p in inspect.signature(function).parameters.values()
             if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]  # fmt: skip
    required = tuple(p.name for p in found if p.default is p.empty)
    return required, tuple(p.name for p in found), len(found) - len(required)


def _shapes(inputs: tuple[str, ...]) -> Iterator[dict[str, Spec]]:
    if len(inputs) == 1:
        for shape in (
            (5, 3),
            (3, 5),
            (3,),
            (3, 1),
            (1, 3),
            (2, 5, 3),
            (2, 3, 6, 5),
            (2, 6, 5, 3),
            (3, 6, 5),
            (6, 5),
        ):
            yield {inputs[0]: Spec("float", shape)}
    else:
        yield from assignments(inputs)
