"""What a torch.autograd.Function owes autograd beyond its numbers, tried out."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..judge.plan import Attempt, Point
from ..run.arrays import read
from ..run.unit import TooLong
from .torch_functions import FunctionPlan


def contracts(found: Attempt) -> dict[str, dict[str, Any]]:
    """Each promise by name: whether it is broken, and what was seen. What could not be tried is left out."""
    plan, at = found.plan, found.at
    if not isinstance(plan, FunctionPlan) or at is None:
        return {}
    made: dict[str, dict[str, Any]] = {}
    for name, check in (("kept", _kept), ("unmarked", _unmarked), ("second", _second)):
        try:
            seen = check(plan, at)
        except TooLong:
            raise
        except Exception:
            continue
        if seen is not None:
            made[name] = seen
    return made


def _applied(plan: FunctionPlan, at: Point) -> tuple[dict[str, Any], dict[str, Any], list[Any], list[Any]]:
    """Leaves, the tensors made of them that the function gets, its results, the upstream gradients."""
    torch = sys.modules["torch"]
    given = plan.native(at.points, at.fixed)
    leaves = {name: given[name].requires_grad_() for name in plan.names if name in at.points}
    inputs = {name: leaf * 1.0 for name, leaf in leaves.items()}
    results = plan._apply({**given, **inputs})
    chosen = [results[index] for index in plan.differentiable or []]
    weights = [torch.tensor(w).to(out.dtype) for w, out in zip(at.weights, chosen)]
    return leaves, inputs, chosen, weights


def _few(values: Any) -> str:
    return np.array2string(read(values).ravel()[:4], precision=4)


def _kept(plan: FunctionPlan, at: Point) -> dict[str, Any] | None:
    """Change the inputs in place between forward and backward: autograd must notice, or it must not matter."""
    torch = sys.modules["torch"]
    leaves, _, results, weights = _applied(plan, at)
    before = torch.autograd.grad(results, list(leaves.values()), weights, allow_unused=True)
    leaves, inputs, results, weights = _applied(plan, at)
    with torch.no_grad():
        for each in (*inputs.values(), *(result for result in results if result._version == 0)):
            each.mul_(3.0)
    try:
        after = torch.autograd.grad(results, list(leaves.values()), weights, allow_unused=True)
    except RuntimeError as error:
        if "modified by an inplace operation" in str(error):
            return {
                "broken": False,
                "evidence": "autograd notices an in-place change between forward and backward",
            }
        return None
    for name, one, two in zip(leaves, before, after):
        if one is not None and two is not None and not torch.allclose(one, two, rtol=1e-3):
            said = f"after an in-place change the gradient for {name} is silently {_few(two)} instead of {_few(one)}"
            return {"broken": True, "evidence": said}
    return {"broken": False, "evidence": "an in-place change between forward and backward does not matter"}


def _unmarked(plan: FunctionPlan, at: Point) -> dict[str, Any] | None:
    """Whether forward changes an input behind autograd's back."""
    for scale in (1.0, 20.0):
        points = {name: value * scale for name, value in at.points.items()}
        _, inputs, _, _ = _applied(plan, Point(points, at.fixed, at.outputs, at.weights))
        for name, tensor in inputs.items():
            changed = not np.allclose(read(tensor), points[name])
            is_recorded = tensor.grad_fn is not None and plan.candidate.owner in tensor.grad_fn.name()
            if changed and not is_recorded:
                said = f"{name} was {_few(points[name])} and is {_few(tensor)} after forward; autograd was not told"
                return {"broken": True, "evidence": said}
    return {"broken": False, "evidence": "no input is changed behind autograd's back"}


def _second(plan: FunctionPlan, at: Point) -> dict[str, Any] | None:
    """The derivative of the written gradient, against differences of it."""
    torch = sys.modules["torch"]

    def first(points: dict[str, Any]) -> Any:
        moved = Point(points, at.fixed, at.outputs, at.weights)
        leaves, _, results, weights = _applied(plan, moved)
        gradients = torch.autograd.grad(
            results, list(leaves.values()), weights, create_graph=True, allow_unused=True
        )
        return leaves, [each for each in gradients if each is not None]

    def total(points: dict[str, Any]) -> float:
        return sum(float((each.detach() ** 2).sum()) for each in first(points)[1])

    name = next(each for each in plan.names if each in at.points)
    index = (0,) * at.points[name].ndim
    sides = []
    for sign in (1.0, -1.0):
        moved = at.points[name].copy()
        moved[index] += sign * 1e-5
        sides.append(total({**at.points, name: moved}))
    expected = (sides[0] - sides[1]) / 2e-5
    if abs(expected) < 1e-6:
        return None
    try:
        leaves, gradients = first(at.points)
        value = sum((each**2).sum() for each in gradients)
        (second,) = torch.autograd.grad(value, [leaves[name]], allow_unused=True)
    except RuntimeError as error:
        said = " ".join(str(error).split())[:200]
        silent = "does not require grad" in said
        return {"broken": silent, "evidence": f"a second derivative raises RuntimeError: {said}"}
    found = 0.0 if second is None else float(read(second)[index])
    broken = abs(found - expected) > 1e-2 * abs(expected)
    return {
        "broken": broken,
        "evidence": f"the second derivative is {found:.6g}, differences give {expected:.6g}",
    }
