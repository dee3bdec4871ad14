"""Numerical gradients that the program takes itself: called on a function whose gradient is known."""

from __future__ import annotations

import ast
import copy
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..find.finite import differencing, differencing_of
from ..run.arrays import Array, NotNumbers, read
from ..run.unit import Executed, TooLong, limited

STEP = re.compile(r"^(h|eps|epsilon|delta|step|dx|d|tol|step_size|stepsize)$")
KINDS: dict[str, Array] = {
    "float64": np.array([0.7, -0.4, 1.1, 0.3]),
    "float32": np.array([0.7, -0.4, 1.1, 0.3], dtype=np.float32),
    "integers": np.array([1, -2, 3, 2]),
}
CLOSE = 0.02
EPSILON = 1e-5
MOST_ELEMENTS = 64


def check_differences(tree: ast.Module, done: Executed) -> list[dict[str, Any]]:
    """One entry of the report per function that takes differences."""
    entries = [_entry(node, done) for node in differencing(tree)]
    own = (_own(node, name, done) for node, name in differencing_of(tree))
    return [each for each in [*entries, *own] if each["verdict"] != "undecided"]


def _entry(node: ast.FunctionDef, done: Executed) -> dict[str, Any]:
    function = done.namespace.get(node.name)
    seen: dict[str, dict[str, Any]] = {}
    for kind, start in KINDS.items() if callable(function) else ():
        found = next(
            (each for make in _makers() if (each := _called(function, node, make(start))) is not None), None
        )
        if found is not None:
            expected = 3.0 * np.asarray(start, dtype=np.float64) ** 2
            error = float(np.max(np.abs(found - expected)) / np.max(np.abs(expected)))
            seen[kind] = {
                "found": found.tolist(),
                "expected": expected.tolist(),
                "relative": error,
                "right": error < CLOSE,
            }
    plain = seen.get("float64")
    verdict = "undecided" if plain is None else "right" if plain["right"] else "wrong"
    entry: dict[str, Any] = {
        "forward": "the sum of cubes", "gradient": node.name, "row": node.lineno, "kind": "difference",
        "verdict": verdict,
        "input": "", "guess": "", "found": [], "expected": [], "shapes": {}, "script": None, "note": "", "error": None,
        "place": None, "reason": "" if plain else "it could not be called with a function and an array", "parts": [],
        "relative": plain["relative"] if plain else None, "checks": seen, "range": [node.lineno, node.end_lineno],
        "backend": "numpy",
    }  # fmt: skip
    if plain is not None:
        entry.update(found=plain["found"], expected=plain["expected"])
    return entry


def _own(node: ast.FunctionDef, name: str, done: Executed) -> dict[str, Any]:
    """The differences of another function of the program, taken again as the program takes them and by ourselves."""
    entry: dict[str, Any] = {
        "forward": name, "gradient": node.name, "row": node.lineno, "kind": "difference", "verdict": "undecided",
        "input": "", "guess": "", "found": [], "expected": [], "shapes": {}, "script": None, "note": "", "error": None,
        "place": None, "reason": "", "parts": [], "relative": None, "checks": {},
        "range": [node.lineno, node.end_lineno], "backend": "numpy",
    }  # fmt: skip
    function, inner = done.namespace.get(node.name), done.namespace.get(name)
    if not callable(function) or not callable(inner):
        return entry
    for positional, values, names in done.calls.get(node.name, ())[:1]:
        try:
            with limited(2.0), np.errstate(all="ignore"):
                found = _leaves(
                    function(*copy.deepcopy(positional), **dict(zip(names, copy.deepcopy(values))))
                )
                expected = _differences(inner, copy.deepcopy(list(positional)))
        except (TooLong, NotNumbers, Exception):
            continue
        if [each.shape for each in found] != [each.shape for each in expected] or not found:
            continue
        ours, theirs = (np.concatenate([each.ravel() for each in one]) for one in (found, expected))
        error = float(np.max(np.abs(ours - theirs)) / max(float(np.max(np.abs(theirs))), 1e-12))
        if error > 5 * CLOSE and np.abs(theirs).max() > 1e-6:
            entry.update(
                verdict="wrong", relative=error, found=ours[:8].tolist(), expected=theirs[:8].tolist()
            )
    return entry


def _leaves(value: Any) -> list[Array]:
    listed = list(value.values()) if isinstance(value, dict) else [value]
    if not all(isinstance(each, np.ndarray) and each.dtype.kind == "f" for each in listed):
        raise NotNumbers("something else than arrays of numbers")
    return listed


def _differences(function: Callable[..., Any], given: list[Any]) -> list[Array]:
    """Central differences by each element of the first argument, an array or a dictionary of arrays."""
    given = given[: len(inspect.signature(function).parameters)]
    found = []
    for leaf in _leaves(given[0]):
        if leaf.size > MOST_ELEMENTS:
            raise NotNumbers("too many elements")
        slopes = np.zeros(leaf.shape)
        for place in np.ndindex(leaf.shape):
            here = float(leaf[place])
            sides = []
            for step in (EPSILON, -EPSILON):
                leaf[place] = here + step
                sides.append(float(function(*copy.deepcopy(given))))
            leaf[place] = here
            slopes[place] = (sides[0] - sides[1]) / (2 * EPSILON)
        found.append(slopes)
    return found


def _makers() -> Iterator[Callable[[Array], Any]]:
    """Ways to make an array: NumPy's, and torch's where the program uses it."""
    yield lambda values: values.copy()
    torch = sys.modules.get("torch")
    if torch is not None:
        yield lambda values: torch.from_numpy(values.copy())


def _called(function: Any, node: ast.FunctionDef, start: Any) -> Array | None:
    """What the function says the gradient of the sum of cubes is; None if it cannot be called so."""

    def cubes(values: Any) -> Any:
        return (values**3).sum()

    names = [
        each.func.id
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    ]
    required = len(node.args.args) - len(node.args.defaults)
    given: list[Any] = []
    for arg in node.args.args[:required]:
        if names.count(arg.arg) >= 2:
            given.append(cubes)
        elif STEP.match(arg.arg):
            given.append(1e-5)
        else:
            given.append(start)
    if sum(each is start for each in given) != 1:
        return None
    try:
        with limited(1.0), np.errstate(all="ignore"):
            found = read(function(*given))
    except (TooLong, NotNumbers, Exception):
        return None
    return found if found.shape == tuple(start.shape) and np.all(np.isfinite(found)) else None
