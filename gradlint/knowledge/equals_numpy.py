"""Find the function of a framework that computes the same as a NumPy function, by running both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from gradlint.core.model import Framework
from gradlint.knowledge.calls import SAMPLES, fill, flat
from gradlint.knowledge.numpy_calls import EXPLICIT, Op, arguments

np: Any = import_module("numpy")

FRAMEWORKS: tuple[Framework, ...] = ("torch", "tensorflow", "jax")
# Which sign an eigenvector gets depends on the linear algebra library and on the processor.
SIGN_IS_FREE = frozenset({"numpy.linalg.eig", "numpy.linalg.eigh", "numpy.linalg.qr", "numpy.linalg.svd"})
# Where a function of the same short name may live, best first.
HOMES: dict[Framework, tuple[str, ...]] = {
    "torch": ("torch.{}", "torch.linalg.{}", "torch.special.{}"),
    "tensorflow": (
        "tf.{}",
        "tf.math.{}",
        "tf.reduce_{}",
        "tf.math.reduce_{}",
        "tf.linalg.{}",
        "tf.experimental.numpy.{}",
    ),
    "jax": ("jax.numpy.{}", "jax.numpy.linalg.{}"),
}
# Other names under which a framework may know a NumPy function.
RENAMES: dict[Framework, dict[str, tuple[str, ...]]] = {
    "torch": {
        "array_split": ("tensor_split",),
        "copy": ("clone",),
        "dot": ("matmul",),
        "expand_dims": ("unsqueeze",),
        "max": ("amax",),
        "min": ("amin",),
        "power": ("pow",),
        "repeat": ("repeat_interleave",),
        "transpose": ("t",),
    },
    "tensorflow": {
        "arccos": ("acos",),
        "arccosh": ("acosh",),
        "arcsin": ("asin",),
        "arcsinh": ("asinh",),
        "arctan": ("atan",),
        "arctan2": ("atan2",),
        "arctanh": ("atanh",),
        "clip": ("clip_by_value",),
        "copy": ("identity",),
        "isfinite": ("is_finite",),
        "isinf": ("is_inf",),
        "isnan": ("is_nan",),
        "power": ("pow",),
        "std": ("reduce_std",),
        "var": ("reduce_variance",),
    },
    "jax": {},
}
AXES = ("mat, axis=0", "mat, axis=1")
COMPARED = (
    "vec",
    "signed",
    "mat",
    "vec, vec2",
    "mat, mat2",
    "vec, 2.0",
    *AXES,
)


def equals(framework: Framework, calls: Mapping[str, str]) -> set[str]:
    """`numpy.name=framework.name` for every function of `calls` that has an equal."""
    found = set()
    for name, text in calls.items():
        own = equal(framework, name, text)
        if own:
            found.add(f"{name}={own}")
    return found


def equal(framework: Framework, name: str, text: str) -> str | None:
    """The candidate that agrees in most calls, never disagrees, and takes `axis` if NumPy does."""
    asked = EXPLICIT.get(name, (text, *COMPARED))
    expected = {call: result for call in asked if (result := numpy_result(name, call)) is not None}
    needed = [call for call in expected if call == text or call in AXES or name in EXPLICIT]
    scores: dict[str, tuple[bool, int]] = {}
    for candidate, function in candidates(framework, name):
        verdicts = {
            call: agrees(framework, function, name, call, result) for call, result in expected.items()
        }
        if needed and False not in verdicts.values() and all(verdicts[call] for call in needed):
            agreed = sum(verdict is True for verdict in verdicts.values())
            scores[candidate] = (".experimental." not in candidate, agreed)
    return max(scores, key=lambda candidate: scores[candidate]) if scores else None


def numpy_result(name: str, call: str) -> list[Any] | None:
    args, kwargs = arguments(call)
    try:
        result = resolve(name)(*args, **kwargs)
    except Exception:  # whatever a function raises when called in a way it does not know
        return None
    return canonical(name, result)


def candidates(framework: Framework, name: str) -> Iterator[tuple[str, Op]]:
    _, _, path = name.partition(".")
    short = path.rpartition(".")[2]
    for spelling in (path, *RENAMES[framework].get(short, ()), short):
        for home in HOMES[framework]:
            dotted = home.format(spelling)
            function = resolve(dotted)
            if callable(function):
                yield dotted, function


@cache
def resolve(dotted: str) -> Any:
    """What a dotted name stands for, or None."""
    root, *path = dotted.split(".")
    value = import_module({"tf": "tensorflow"}.get(root, root))
    for part in path:
        try:
            value = getattr(value, part)
        except AttributeError:
            return None
    return value


def agrees(framework: Framework, function: Op, name: str, call: str, expected: list[Any]) -> bool | None:
    """Does the function give the arrays that `name` gives? None if it cannot be called so."""

    def value(key: str, position: int | None, fixed: bool) -> Any:
        if key not in SAMPLES:
            return resolve({"jax": "jax.numpy"}.get(framework, framework) + f".{key}")
        return tensor(framework, key)

    args, kwargs = fill(call, value)
    try:
        leaves = canonical(name, function(*args, **kwargs))
    except Exception:
        return None
    return len(leaves) == len(expected) and all(map(close, leaves, expected))


def canonical(name: str, result: Any) -> list[Any]:
    """The arrays of a result; factors that are free in their sign are compared without it."""
    leaves = [np.asarray(leaf) for leaf in flat(result)]
    return [np.abs(leaf) for leaf in leaves] if name in SIGN_IS_FREE else leaves


def close(left: Any, right: Any) -> bool:
    if left.shape != right.shape or left.dtype.kind not in "biufc" or right.dtype.kind not in "biufc":
        return False
    return bool(np.allclose(left, right, rtol=1e-4, atol=1e-5, equal_nan=True))


@cache
def tensor(framework: Framework, name: str) -> Any:
    array = np.array(SAMPLES[name])
    if framework == "torch":
        return resolve("torch.from_numpy")(array)
    return resolve("tf.constant" if framework == "tensorflow" else "jax.numpy.asarray")(array)
