"""`torch.autograd.Function`: applied to leaves, its backward held against differences of its forward."""

from __future__ import annotations

import inspect
import sys
from functools import partial
from typing import Any

import numpy as np

from ..find.discover import Candidate
from ..judge.plan import Attempt, Given, Point, Reading, Unfit
from ..run.arrays import Array, Backend, read, torch_
from ..run.inputs import Spec
from ..run.unit import Executed, TooLong, seeded
from .rules import RulePlan, choices, is_of_precision, nones_of, search, seen_specs


class FunctionPlan(RulePlan):
    def __init__(
        self,
        function: Any,
        candidate: Candidate,
        backend: Backend,
        specs: dict[str, Spec],
    ) -> None:
        super().__init__(candidate, tuple(specs), specs, backend)
        self.function = function
        self.differentiable: list[int] | None = None

    def _apply(self, given: dict[str, Any]) -> list[Any]:
        seeded()
        result = self.function.apply(*given.values())
        return list(result) if isinstance(result, (tuple, list)) else [result]

    def _outputs(self, points: dict[str, Array], fixed: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The results with a history, and the leaves behind them."""
        torch = sys.modules["torch"]
        given = self.native(points, fixed)
        leaves = {name: given[name].requires_grad_() for name in self.names if name in points}
        with torch.enable_grad():
            results = self._apply({**given, **{name: leaf.clone() for name, leaf in leaves.items()}})
        if self.differentiable is None:
            self.differentiable = [
                index
                for index, each in enumerate(results)
                if isinstance(each, torch.Tensor) and each.requires_grad
            ]
        return [results[index] for index in self.differentiable], leaves

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        torch = sys.modules["torch"]
        if self.differentiable is None:
            outputs, _ = self._outputs(points, fixed)
            return [read(each) for each in outputs]
        with torch.no_grad():
            results = self._apply(self.native(points, fixed))
        return [read(results[index]) for index in self.differentiable]

    def readings(self, at: Point) -> list[Reading]:
        torch = sys.modules["torch"]
        outputs, leaves = self._outputs(at.points, at.fixed)
        if not outputs:
            raise Unfit("no result of apply has a history")
        weights = [torch.tensor(w).to(out.dtype) for w, out in zip(at.weights, outputs)]
        found = torch.autograd.grad(outputs, list(leaves.values()), weights, allow_unused=True)
        parts = [
            Given(name, None if grad is None else read(grad), list(self.names).index(name))
            for name, grad in zip(leaves, found)
        ]
        if all(part.value is None for part in parts):
            raise Unfit("backward gives None for every input")
        without = ", ".join(part.target for part in parts if part.value is None)
        note = f"gives None for {without}" if without else ""
        return [Reading(tuple(part for part in parts if part.value is not None), note=note)]

    def alone(self, at: Point, name: str) -> Array | None:
        """The gradient for one input while no other needs one."""
        torch = sys.modules["torch"]
        given = self.native(at.points, at.fixed)
        leaf = given[name].requires_grad_()
        with torch.enable_grad():
            results = self._apply({**given, name: leaf.clone()})
        chosen = zip([results[index] for index in self.differentiable or []], at.weights)
        kept = [
            (result, torch.tensor(weight).to(result.dtype))
            for result, weight in chosen
            if result.requires_grad
        ]
        if not kept:
            return None
        (grad,) = torch.autograd.grad([k[0] for k in kept], [leaf], [k[1] for k in kept], allow_unused=True)
        return None if grad is None else read(grad)


def check_function(candidate: Candidate, done: Executed, deadline: float) -> Attempt:
    torch = sys.modules.get("torch")
    cls = done.namespace.get(candidate.owner)
    if torch is None or not isinstance(cls, type):
        raise Unfit(f"{candidate.owner} could not be defined")
    if not issubclass(cls, torch.autograd.Function):
        raise Unfit(f"{candidate.owner} is no torch.autograd.Function")
    names, known = _names(cls)
    plain = nones_of(candidate, names)
    seen = []
    for positional, _, _ in done.calls.get(f"{candidate.owner}.forward", ()):
        given = positional if "setup_context" in vars(cls) else positional[1:]
        specs = seen_specs(dict(zip(known, given)), known[: len(given)])
        if specs is not None and any(spec.kind == "float" for spec in specs.values()):
            seen.append(specs)
    last: Unfit | None = None
    for precise in (True, False):
        backend = torch_(precise)
        try:
            found = search(
                partial(FunctionPlan, cls, candidate, backend),
                choices(names, candidate.formula_node, plain), seen, deadline,
            )  # fmt: skip
        except Unfit as error:
            last = error
            continue
        if not is_of_precision(found):
            return _with_variants(found)
    raise last or Unfit("it could not be tried")


def _names(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the required inputs, and of all."""
    taken = list(inspect.signature(cls.forward).parameters.values())
    if any(each.kind is each.VAR_POSITIONAL for each in taken):
        raise Unfit("forward takes any number of arguments")
    given = taken if _has_context(cls) else taken[1:]
    names = tuple(each.name for each in given if each.default is each.empty)
    if not 0 < len(names) <= 8:
        raise Unfit(f"forward takes {len(names)} arguments")
    return names, tuple(each.name for each in given)


def _has_context(cls: Any) -> bool:
    """setup_context keeps what backward needs, so that forward takes no ctx."""
    base = sys.modules["torch"].autograd.Function
    return cls.setup_context is not base.setup_context


def _with_variants(found: Attempt) -> Attempt:
    """A gradient must be the same whether or not the other inputs need one."""
    plan = found.plan
    if (
        found.state != "right"
        or not isinstance(plan, FunctionPlan)
        or found.at is None
        or len(found.parts) < 2
    ):
        return found
    from ..judge.compare import compared

    parts = list(found.parts)
    for position, part in enumerate(parts):
        try:
            value = plan.alone(found.at, part.target)
        except TooLong:
            raise
        except Exception:
            continue  # what a backward does when it is asked for less is seen in its message, not in numbers
        if value is None or part.target not in found.slopes or not np.all(np.isfinite(value)):
            continue
        other = compared(
            part.target, value, found.slopes[part.target], found.at.weights, plan.precise, part.position
        )
        if other.state in ("value", "shape"):
            parts[position] = other
    if all(part.state not in ("value", "shape") for part in parts):
        return found
    note = "only while no other input needs a gradient"
    return Attempt("value", plan, tuple(parts), at=found.at, sure=True, note=note, slopes=found.slopes)
