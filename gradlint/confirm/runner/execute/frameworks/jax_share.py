"""What a loss was multiplied by last: a constant in its function, such as one over the number of batches."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np


def share_of(fun: Any, has_aux: bool, args: Any, kwargs: Any) -> float:
    """The product of the constants that the value is multiplied or divided by after everything else; 1 if unknown."""

    def loss(*given: Any) -> Any:
        value = fun(*given, **kwargs)
        return value[0] if has_aux else value

    try:
        return _share(jax.make_jaxpr(loss)(*args).jaxpr)
    except Exception:  # arguments that cannot be traced
        return 1.0


def _share(program: Any) -> float:
    made = {id(variable): step for step in program.eqns for variable in step.outvars}
    step, found = made.get(id(program.outvars[0])), 1.0
    while step is not None:
        name = step.primitive.name
        if name in ("jit", "pjit", "closed_call") and "jaxpr" in step.params:
            return found * _share(step.params["jaxpr"].jaxpr)
        constant = next((_constant(each) for each in step.invars if _constant(each)), None)
        before = next((made.get(id(each)) for each in step.invars if _constant(each) is None), None)
        # To add up and divide is to take the mean, which is the loss itself.
        is_mean = name == "div" and before is not None and before.primitive.name == "reduce_sum"
        if name not in ("mul", "div") or constant is None or is_mean:
            return found
        found = found / constant if name == "div" else found * constant
        step = before
    return found


def _constant(value: Any) -> float | None:
    number = getattr(value, "val", None)
    return None if number is None or np.size(number) != 1 else float(number)
