"""`jax.custom_vjp` and `custom_jvp`: pulled back by JAX, the result held against differences of the function."""

from __future__ import annotations

import inspect
from typing import Any

from ..find.discover import Candidate
from ..judge.plan import Attempt, Given, Point, Reading, Unfit
from ..run.arrays import Array, Backend, jax_, read
from ..run.inputs import Spec
from ..run.unit import Executed, TooLong, seeded
from .rules import RulePlan, choices, is_of_precision, search, seen_specs


class PullbackPlan(RulePlan):
    def __init__(
        self,
        function: Any,
        candidate: Candidate,
        names: tuple[str, ...],
        specs: dict[str, Spec],
        backend: Backend,
    ) -> None:
        super().__init__(candidate, names, specs, backend)
        self.function = function
        self.compiled: Any = None
        self.calls = 0

    def _outputs(self, given: dict[str, Any]) -> list[Any]:
        import jax
        import jax.numpy as jnp

        leaves = jax.tree_util.tree_leaves(self.function(*given.values()))
        return [each for each in leaves if jnp.issubdtype(jnp.result_type(each), jnp.floating)]

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        seeded()
        given = self.native(points, fixed)
        self.calls += 1
        if self.calls > 3 and self.compiled is not False:
            try:
                return [read(each) for each in self._fast(given)]
            except TooLong:
                raise
            except Exception:
                self.compiled = False  # it looks at its values, which compiled code cannot
        return [read(each) for each in self._outputs(given)]

    def _fast(self, given: dict[str, Any]) -> list[Any]:
        """Compiled once: the differences need it a hundred times."""
        import jax

        names = [name for name in self.names if self.specs[name].kind == "float"]
        if self.compiled is None:
            rest = {name: value for name, value in given.items() if name not in names}

            def function(values: list[Any]) -> list[Any]:
                known = {**rest, **dict(zip(names, values))}
                return self._outputs({name: known[name] for name in self.names})

            self.compiled = jax.jit(function)
        return list(self.compiled([given[name] for name in names]))

    def readings(self, at: Point) -> list[Reading]:
        import jax
        import jax.numpy as jnp

        given = self.native(at.points, at.fixed)
        inputs = [name for name in self.names if name in at.points]

        def function(*values: Any) -> list[Any]:
            return self._outputs({**given, **dict(zip(inputs, values))})

        outputs, pull = jax.vjp(function, *[given[name] for name in inputs])
        found = pull([jnp.asarray(w, dtype=out.dtype) for w, out in zip(at.weights, outputs)])
        parts = [
            Given(name, read(grad), position) for position, (name, grad) in enumerate(zip(inputs, found))
        ]
        return [Reading(tuple(parts))]


def check_rule(candidate: Candidate, done: Executed, deadline: float) -> Attempt:
    function = done.namespace.get(candidate.forward)
    if not callable(function):
        raise Unfit(f"{candidate.forward} could not be defined")
    plain_function = getattr(function, "fun", None) or getattr(function, "__wrapped__", None) or function
    taken = list(inspect.signature(plain_function).parameters.values())
    if any(each.kind is each.VAR_POSITIONAL for each in taken):
        raise Unfit("it takes any number of arguments")
    names = tuple(
        each.name for each in taken if each.default is each.empty and each.kind is not each.KEYWORD_ONLY
    )
    if not 0 < len(names) <= 8:
        raise Unfit(f"it takes {len(names)} arguments")
    numbers = getattr(function, "nondiff_argnums", ()) or ()
    plain = {each.name for position, each in enumerate(taken) if position in tuple(numbers)}
    possible = (specs for specs in choices(names, candidate.formula_node, plain, 120)
                if all(specs[name].kind == "value" for name in plain if name in specs))  # fmt: skip
    backend = jax_()
    seen = [
        specs
        for positional, _, keys in done.calls.get(candidate.forward, ())
        if not keys and (specs := seen_specs(dict(zip(names, positional)), names)) is not None
        if all(specs[name].kind == "value" for name in plain if name in specs)
    ]
    found = search(
        lambda specs: PullbackPlan(function, candidate, names, specs, backend),
        possible,
        seen,
        deadline,
        most=4,
    )
    if is_of_precision(found):
        raise Unfit(f"it does not compute in float64: {found.reason}")
    return found
