"""Measure what a NumPy function does when it is given a JAX tracer instead of an array."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import flat
from gradlint.knowledge.jax_calls import Call, arrays, cotangent
from gradlint.knowledge.numpy_calls import Op, public_functions, working_call

jax: Any = import_module("jax")
np: Any = import_module("numpy")


def tracer_sets() -> dict[str, set[str]]:
    sets: dict[str, set[str]] = {
        f"numpy_{kind}": set()
        for kind in ("flows", "raises_under_grad", "raises_under_jit", "static", "zero")
    }
    for name, function in public_functions():
        text = working_call(name, function)
        if text is not None:
            for kind in kinds(function, text):
                sets[f"numpy_{kind}"].add(name)
    return sets


def kinds(function: Op, text: str) -> Iterator[str]:
    call = Call(text)
    try:
        yield under_grad(function, call)
    except Exception:  # JAX and NumPy word their refusal in many ways
        yield "raises_under_grad"
    try:
        jax.eval_shape(lambda *leaves: arrays(call.run(function, *leaves)), *call.leaves)
    except Exception:
        yield "raises_under_jit"


def under_grad(function: Op, call: Call) -> str:
    """Does the gradient survive, vanish, or was nothing but a static fact (a shape, a type) requested?"""
    seen: list[Any] = []

    def run(*leaves: Any) -> Any:
        seen[:] = flat(call.run(function, *leaves))
        return [leaf for leaf in seen if isinstance(leaf, jax.Array)]

    outputs, pull = jax.vjp(run, *call.leaves)
    if not any(isinstance(leaf, (jax.Array, np.ndarray)) for leaf in seen):
        return "static"
    gradients = pull([cotangent(output, True) for output in outputs]) if outputs else ()
    return "flows" if any(bool((gradient != 0).any()) for gradient in gradients) else "zero"
