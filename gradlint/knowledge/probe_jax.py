"""Measure which public functions of the installed JAX break a gradient, and what NumPy does to a tracer."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import GUESSES, SAMPLES, fill, flat
from gradlint.knowledge.facts import HARMLESS, Knowledge, Trial, best
from gradlint.knowledge.tables import Grad, OpFacts

Op = Callable[..., Any]
jax: Any = import_module("jax")
np: Any = import_module("numpy")

NAMESPACES = (
    "jax.numpy",
    "jax.numpy.fft",
    "jax.numpy.linalg",
    "jax.lax",
    "jax.lax.linalg",
    "jax.nn",
    "jax.ops",
    "jax.scipy.linalg",
    "jax.scipy.special",
    "jax.random",
)
RANDOM = (
    "key, vec",
    "key, mat",
    "key, vec, vec2",
    "key, vec, spd",
    "key, (3,), float32, vec, vec2",
    "key, vec, (3,)",
)
EXPLICIT = {
    "jax.lax.bitcast_convert_type": "vec, int32",
    "jax.lax.convert_element_type": "vec, float32",
    "jax.lax.reduce_precision": "vec, 5, 4",
    "jax.nn.one_hot": "vec, 3",
    "jax.numpy.digitize": "vec, vec2",
    "jax.numpy.einsum": "'ij,jk->ik', mat, mat2",
    "jax.numpy.histogram": "vec, 3",
    "jax.numpy.piecewise": "vec, [mask], [1.0]",
    "jax.numpy.select": "[mask], [vec]",
}
# A function that breaks the gradient in so many calls breaks it: each further call costs a compilation.
ENOUGH = 4
# How JAX words that it has no derivative, whatever exception it comes with.
NO_DERIVATIVE = ("ifferentiation", "JVP", "jvp", "derivative", "gradient")


@cache
def sample(name: str) -> Any:
    return jax.numpy.asarray(SAMPLES[name])


class Call:
    """One call as a function of its float samples."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.leaves: list[Any] = []
        fill(text, self.collect)

    def collect(self, name: str, position: int | None, fixed: bool) -> None:
        if name in SAMPLES and inexact(sample(name)) and not fixed:
            self.leaves.append(sample(name))

    def run(self, op: Op, *leaves: Any) -> Any:
        """Apply `op`, the samples replaced by `leaves` in their order."""
        waiting = list(leaves)

        def value(name: str, position: int | None, fixed: bool) -> Any:
            if name == "key":
                return jax.random.key(0)
            if name not in SAMPLES:
                return getattr(jax.numpy, name)
            return waiting.pop(0) if inexact(sample(name)) and not fixed else sample(name)

        args, kwargs = fill(self.text, value)
        return op(*args, **kwargs)


def arrays(result: Any) -> list[Any]:
    return [leaf for leaf in jax.tree.leaves(result) if isinstance(leaf, jax.Array)]


def inexact(array: Any) -> bool:
    return bool(jax.numpy.issubdtype(array.dtype, jax.numpy.inexact))


def weights(output: Any) -> Any:
    return jax.numpy.linspace(0.5, 1.5, output.size).reshape(output.shape).astype(output.dtype)


def cotangent(output: Any, chosen: bool) -> Any:
    """Unequal weights for the output asked about, zeros for the others."""
    if not inexact(output):
        return np.zeros(output.shape, jax.dtypes.float0)
    return weights(output) if chosen else jax.numpy.zeros_like(output)


def flags(op: Op, call: Call, *leaves: Any) -> tuple[list[Any], list[Any]]:
    """The outputs of a call, and for each float output whether any gradient is not zero."""
    outputs, pull = jax.vjp(lambda *inputs: arrays(call.run(op, *inputs)), *leaves)
    nonzero = []
    for output in outputs:
        if inexact(output):
            gradients = pull([cotangent(other, other is output) for other in outputs])
            nonzero.append(jax.numpy.stack([(gradient != 0).any() for gradient in gradients]).any())
        else:
            nonzero.append(None)
    return outputs, nonzero


def evaluate(op: Op, call: Call) -> tuple[list[Any], list[Any]]:
    """Compiled as a whole, which is quickest; step by step if the function must see its numbers."""
    try:
        return jax.jit(lambda *leaves: flags(op, call, *leaves))(*call.leaves)  # type: ignore[no-any-return]
    except jax.errors.JAXTypeError:
        return flags(op, call, *call.leaves)


def fate(nonzero: Any) -> Grad:
    return "integer" if nonzero is None else "flows" if bool(nonzero) else "zero"


def trial(op: Op, text: str) -> Trial | None:
    """What one call does, or None if the function cannot be called so or gives no array."""
    call = Call(text)
    if not call.leaves:
        return None
    try:
        outputs, nonzero = evaluate(op, call)
    except Exception as error:  # whatever a function raises when called in a way it does not know
        missing = any(word in str(error) for word in NO_DERIVATIVE)
        return Trial(text, ("raises",)) if missing and runs(op, call) else None
    if not outputs or any(output.size == 0 for output in outputs):
        return None
    grads = tuple(fate(flag) for flag in nonzero)
    several = len(grads) > 1 and set(grads) != {"flows"}
    return Trial(text, grads, several)


def runs(op: Op, call: Call) -> bool:
    """Does the call work where no gradient is asked for?"""
    try:
        return bool(arrays(call.run(op, *call.leaves)))
    except Exception:
        return False


def public_functions() -> Iterator[tuple[str, Op]]:
    for namespace in NAMESPACES:
        module = import_module(namespace)
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if not name.startswith("_") and callable(function) and not inspect.isclass(function):
                yield f"{namespace}.{name}", function


def trials(name: str, function: Op) -> list[Trial]:
    calls = (EXPLICIT[name],) if name in EXPLICIT else RANDOM if name.startswith("jax.random.") else GUESSES
    found = []
    for text in calls:
        if done := trial(function, text):
            found.append(done)
            if done.grad == "flows" or len(found) == ENOUGH:
                break
    return found


def measure() -> Knowledge:
    warnings.simplefilter("ignore")
    measured: dict[int, OpFacts] = {}
    ops: dict[str, OpFacts] = {}
    for name, function in public_functions():
        if id(function) not in measured:
            measured[id(function)] = best(trials(name, function))
        if measured[id(function)] != HARMLESS:
            ops[name] = measured[id(function)]
    return Knowledge(version(), ops, {})


def version() -> str:
    return f"{jax.__version__} with numpy {np.__version__}"
