"""Tries a formula and its gradient on inputs, and weighs many such attempts into one answer."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from ..run.arrays import Array
from ..run.inputs import Mode
from ..run.unit import TooLong
from .compare import Part, compared
from .customs import averaged, declared, without_upstream
from .differences import Slopes, Unreliable, slopes
from .plan import Attempt, Plan, Point, Reading, State, Unfit

_CLEAR: tuple[State, ...] = (
    "right",
    "symmetric",
    "flat",
    "value",
    "shape",
    "raises",
    "unclear",
    "unfit",
    "none",
    "kink",
    "skip",
)


def attempt(plan: Plan) -> Attempt:
    """The clearest answer that this plan gives on any inputs that suit it."""
    best: Attempt | None = None
    decided = ""
    for mode in plan.modes():
        if decided and mode[0] != decided:
            break  # where the formula is finite on both signs, those inputs decide
        found = Attempt("skip", plan)
        for seed in range(3):
            found = _once(plan, mode, seed)
            if found.state != "kink":
                break
        if found.state == "right":
            return found
        if found.state not in ("skip", "kink", "unclear"):
            decided = mode[0]
        if best is None or _CLEAR.index(found.state) < _CLEAR.index(best.state):
            best = found
    assert best is not None
    if best.state == "value" and plan.squares:
        special = _once(plan, ("symmetric", "rows"), 0)
        if special.state == "right":
            return replace(special, state="symmetric", reason="it is right for symmetric matrices only")
    return best


def _once(plan: Plan, mode: Mode, seed: int) -> Attempt:
    points, fixed = plan.draw(mode, seed)
    try:
        with np.errstate(all="ignore"):
            outputs = plan.forward(points, fixed)
    except TooLong:
        raise
    except Exception as error:
        return Attempt("skip", plan, reason=f"the formula raises {_said(error)}")
    if not outputs or not all(np.all(np.isfinite(each)) for each in outputs):
        return Attempt("skip", plan, reason="the formula is not finite on the inputs that were tried")
    chance = np.random.default_rng(29 + seed)
    weights = [
        _weights(each.shape, chance) if plan.takes_upstream else np.ones(each.shape) for each in outputs
    ]
    at = Point(points, fixed, outputs, weights)
    try:
        with np.errstate(all="ignore"):
            readings = plan.readings(at)
    except TooLong:
        raise
    except Unfit as error:
        return Attempt("unfit", plan, reason=str(error), at=at)
    except NotImplementedError:
        return Attempt("unfit", plan, reason="the gradient is not implemented", at=at)
    except Exception as error:
        return Attempt("raises", plan, reason=_said(error), error=described(error), at=at, sure=plan.sure)
    found = _judged(plan, at, readings)
    if found.state in ("value", "flat") and plan.takes_upstream:
        return _ignoring(plan, at, found)
    return found


def _ignoring(plan: Plan, at: Point, found: Attempt) -> Attempt:
    """Say so if the gradient stays the same whatever comes from upstream."""
    doubled = replace(at, weights=[each * 2.0 + 0.3 for each in at.weights])
    try:
        readings = plan.readings(doubled)
    except TooLong:
        raise
    except Exception:
        return found
    now = (
        {part.target: part.value for part in readings[0].parts if part.value is not None} if readings else {}
    )
    parts = []
    for part in found.parts:
        value = now.get(part.target)
        if part.state in ("value", "flat") and value is not None and part.guess != "it is zero":
            same = np.allclose(value.ravel()[:8], part.found, rtol=1e-6) if value.size <= 8 else False
            true = found.slopes.get(part.target)
            if true is not None and value.shape == true.shape:
                same = np.allclose(true.at(value)[:8], part.found, rtol=1e-6)
            part = replace(part, guess="the upstream gradient is not used") if same else part
        parts.append(part)
    return replace(found, parts=tuple(parts))


def _weights(shape: tuple[int, ...], chance: np.random.Generator) -> Array:
    return np.asarray(chance.uniform(0.5, 1.5, shape) * np.where(chance.random(shape) < 0.4, -1.0, 1.0))


def _judged(plan: Plan, at: Point, readings: list[Reading]) -> Attempt:
    known: dict[str, Slopes] = {}
    first: Attempt | None = None
    for reading in readings:
        try:
            found = _judge(plan, at, reading, known)
        except Unreliable as error:
            return Attempt("kink", plan, reason=str(error), at=at)
        if found.state == "right":
            return found
        if first is None or (found.sure and not first.sure):
            first = found
    return first or Attempt(
        "unfit", plan, reason="the gradient gives nothing back that can be compared", at=at
    )


def _judge(plan: Plan, at: Point, reading: Reading, known: dict[str, Slopes]) -> Attempt:
    parts: list[Part] = []
    for given in reading.parts:
        if given.value is None:
            parts.append(Part(given.target, "none", [], [], position=given.position))
            continue
        if not np.all(np.isfinite(given.value)):
            return Attempt(
                "skip", plan, reason="the gradient is not finite on the inputs that were tried", at=at
            )
        if given.target not in known:
            known[given.target] = slopes(
                lambda moved: plan.forward(moved, at.fixed), at.points, given.target, plan.precise
            )
        true = known[given.target]
        part = compared(
            given.target, given.value, true, at.weights, plan.precise, given.position, given.attribute
        )
        part = replace(part, access=given.access, guess=given.hint or part.guess)
        if not plan.takes_upstream and at.outputs[0].shape:
            part = without_upstream(given, true, at, part)
            if part.state == "none":
                return Attempt("unfit", plan, reason=part.guess, at=at)
        parts.append(part)
    parts = declared(parts) if plan.is_rule else averaged(parts, at)
    states = {part.state for part in parts}
    note = reading.note or plan.note
    if any(part.guess.startswith("divided by") for part in parts):
        note = "; ".join(filter(None, (note, "the parameters' gradients are averaged over the batch")))
    sure = plan.sure and reading.sure
    state: State = next((s for s in ("shape", "value", "unclear", "flat") if s in states), "right")
    if state == "right" and not any(part.state == "right" and any(part.expected) for part in parts):
        state = "none"
    return Attempt(state, plan, tuple(parts), at=at, sure=sure, note=note, slopes=dict(known))


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def described(error: BaseException) -> dict[str, Any]:
    """An exception for the report."""
    rows = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)]
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    return {
        "type": type(error).__name__,
        "message": " ".join(str(error).split())[:600],
        "frames": [[file, row] for file, row in zip(files, rows)][-12:],
    }


# -- one answer from many attempts ---------------------------------------------------------


def attempts(plans: Iterable[Plan], deadline: float, most: int = 24) -> list[Attempt]:
    """Try plans, likeliest first, until one is right."""
    made: list[Attempt] = []
    for plan in plans:
        if time.process_time() > deadline or len(made) >= most:
            break
        made.append(attempt(plan))
        if made[-1].state == "right":
            break
    return made


def decided(made: list[Attempt]) -> Attempt | None:
    """Right if it is right in any way that the author may have meant; wrong only if in none."""
    if not made:
        return None
    right = next((each for each in made if each.state == "right"), None)
    if right is not None:
        return right
    best = min(each.plan.score for each in made if each.state != "skip") if any(
        each.state != "skip" for each in made) else 0.0  # fmt: skip
    near = [each for each in made if each.state != "skip" and each.plan.score <= best + 3.0]
    order: tuple[State, ...] = (
        "symmetric",
        "value",
        "shape",
        "flat",
        "unclear",
        "raises",
        "unfit",
        "none",
        "kink",
    )
    for state in order:
        found = [each for each in near if each.state == state]
        if found:
            return min(found, key=lambda each: (not each.sure, each.plan.score))
    return made[0]
