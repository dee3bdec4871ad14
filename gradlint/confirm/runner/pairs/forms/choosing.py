"""Chooses how to call a pair of functions: arrays, shapes, roles, and the conventions that may be meant."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..judge.attempts import attempts, decided
from ..judge.plan import Attempt, Plan, Unfit
from ..judge.readings import Roles, roles_of
from ..run.arrays import Array, Backend, jax_, numpy_, tensorflow_, torch_
from ..run.inputs import Spec, assignments, is_square, unnatural
from ..run.unit import TooLong
from .functions import FunctionPlan, Pair

NEAR = 3.0
"""How much less natural than the best a choice of shapes may be and still be meant."""


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
            if time.process_time() > deadline:
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
                outputs = plan.forward(*plan.draw((mode, "rows"), 0))
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
                made = _with(
                    plan, replace(roles, sure=False, note=f"the gradient is taken before the {note}")
                )
                made.inner = inner
                yield made
                made = _with(
                    plan, replace(roles, sure=False, note=f"the gradient is given the result of the {note}")
                )
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
