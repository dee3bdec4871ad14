"""NumPy's public functions and how to call them; shared by the probes of NumPy and of JAX tracers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import SAMPLES, fill

Op = Callable[..., Any]
np: Any = import_module("numpy")

NAMESPACES = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random")
# They read or write files, print, or change NumPy itself rather than compute.
SKIPPED = (
    "busday",
    "from",
    "get",
    "info",
    "is_busday",
    "load",
    "memmap",
    "print",
    "save",
    "seed",
    "set",
    "show",
    "test",
    "typename",
)
GUESSES = (
    "vec",
    "mat",
    "vec, vec2",
    "mat, mat2",
    "[vec, vec2]",
    "vec, 2",
    "mat, 0",
    "vec, index",
    "mat, [[1, 1], [0, 0]]",
    "vec, vec2, vec3",
    "vec, mask",
    "mask, vec",
    "vec, 0.2, 0.8",
    "mat, 0, 1",
    "batch, 0, 1",
    "vec, (2, 3)",
    "vec, (3, 1)",
    "mat, index2, 0",
    "vec6, 3",
    "vec, 1, 0.5",
    "scalar, scalar",
)
# Extended precision has other names on other machines.
MACHINE = frozenset({"complex192", "complex256", "float128", "float96"})
ABSTRACT = frozenset(
    {np.complexfloating, np.floating, np.inexact, np.integer, np.number, np.signedinteger, np.unsignedinteger}
) | {np.timedelta64}
# The first call is the usual one; an equal in a framework must take the others too.
EXPLICIT: dict[str, tuple[str, ...]] = {
    "numpy.acosh": ("large",),
    "numpy.apply_along_axis": ("sum, 0, mat",),
    "numpy.arccosh": ("large",),
    "numpy.array_split": ("vec6, 2",),
    "numpy.astype": ("vec, float32",),
    "numpy.choose": ("index, [vec, vec2, vec3]",),
    "numpy.clip": ("vec, 0.2, 0.8", "mat, 0.2, 0.8"),
    "numpy.column_stack": ("[vec, vec2]", "[mat, mat2]"),
    "numpy.compress": ("mask, vec",),
    "numpy.concat": ("[vec, vec2]", "[mat, mat2]", "[mat, mat2], axis=1"),
    "numpy.concatenate": ("[vec, vec2]", "[mat, mat2]", "[mat, mat2], axis=1"),
    "numpy.copyto": ("vec, vec2",),
    "numpy.corrcoef": ("mat",),
    "numpy.dstack": ("[vec, vec2]", "[mat, mat2]"),
    "numpy.einsum": ("'ij,jk->ik', mat, mat2",),
    "numpy.histogram2d": ("vec, vec2, 3",),
    "numpy.hsplit": ("vec6, 2",),
    "numpy.hstack": ("[vec, vec2]", "[mat, mat2]"),
    "numpy.linalg.cholesky": ("spd",),
    "numpy.linalg.eigh": ("spd",),
    "numpy.linalg.eigvalsh": ("spd",),
    "numpy.linalg.matrix_power": ("mat, 3",),
    "numpy.put": ("vec, index, vec2",),
    "numpy.random.multinomial": ("3, vec",),
    "numpy.random.multivariate_normal": ("vec, spd",),
    "numpy.select": ("[mask], [vec]",),
    "numpy.split": ("vec6, 2",),
    "numpy.stack": ("[vec, vec2]", "[mat, mat2]", "[mat, mat2], axis=1"),
    "numpy.tril": ("mat",),
    "numpy.triu": ("mat",),
    "numpy.vsplit": ("tall, 2",),
    "numpy.vstack": ("[vec, vec2]", "[mat, mat2]"),
    "numpy.where": ("mask, vec, vec2", "mask2, mat, mat2"),
}


def public_functions() -> Iterator[tuple[str, Op]]:
    for namespace in NAMESPACES:
        module = import_module(namespace)
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if name.startswith(("_", *SKIPPED)) or name in MACHINE or not callable(function):
                continue
            if not inspect.isclass(function) or is_scalar_type(function):
                yield f"{namespace}.{name}", function


def is_scalar_type(kind: type) -> bool:
    """A concrete type of number, such as float32: calling it converts."""
    return issubclass(kind, np.number) and kind not in ABSTRACT


def arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call as fresh arrays; other names are NumPy's own."""

    def value(name: str, position: int | None, fixed: bool) -> Any:
        return np.array(SAMPLES[name]) if name in SAMPLES else getattr(np, name)

    return fill(text, value)


def working_call(name: str, function: Op) -> str | None:
    """The first way to call the function with float arrays that NumPy accepts."""
    for text in EXPLICIT.get(name, GUESSES):
        args, kwargs = arguments(text)
        try:
            np.random.seed(0)
            function(*args, **kwargs)
        except Exception:  # whatever a function raises when called in a way it does not know
            continue
        return text
    return None
