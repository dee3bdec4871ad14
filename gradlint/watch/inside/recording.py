"""Keeps what flagged functions are called with: kinds, shapes and small values, for `gradlint --confirm` to replay.

Of each function that holds a flagged line the arguments of its first call are kept, and those of the constructor if it
is a method. What is no number, text, array or container of these is kept by the name of its class alone.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .describe import concrete, framework_of
from .probe import Probe

if TYPE_CHECKING:
    from .plan import FilePlan
    from .rewrite import Probes

MOST_NUMBERS = 64
"""Of larger arrays only the shape is kept, and of integers how large they are."""
_MOST_PARTS = 16
_LONGEST_TEXT = 200
_DEEPEST = 3
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Kept = dict[str, Any]

kept: dict[tuple[str, str, str], Kept] = {}
"""The arguments by file, function, and whether they are those of the call or of the constructor."""


def put(tree: ast.Module, file: FilePlan, probes: Probes) -> None:
    """Look at the arguments of the functions that hold flagged lines, before anything else in them."""
    done: set[int] = set()
    for finding in file.findings:
        names, function, owner = _around(tree, finding.cut[0])
        if function is None or id(function) in done:
            continue
        done.add(id(function))
        name = ".".join(names)
        _open(function, _probe(file.path, name, "call"), probes)
        for each in owner.body if owner is not None else ():
            if isinstance(each, _FUNCTIONS) and each.name == "__init__" and each is not function:
                _open(each, _probe(file.path, name, "init"), probes)


def facts() -> list[Kept]:
    return [
        {"path": path, "name": name, "where": where, "arguments": arguments}
        for (path, name, where), arguments in kept.items()
    ]


def _around(tree: ast.Module, row: int) -> tuple[list[str], Any, ast.ClassDef | None]:
    """The outermost function around a row, with the names of the classes that it lies in."""
    names: list[str] = []
    owner: ast.ClassDef | None = None
    body: list[Any] = list(tree.body)
    while (
        node := next((one for one in body if one.lineno <= row <= (one.end_lineno or 0)), None)
    ) is not None:
        if isinstance(node, ast.ClassDef):
            names.append(node.name)
            owner = node
        elif isinstance(node, _FUNCTIONS):
            return [*names, node.name], node, owner
        body = [each for name in ("body", "orelse", "finalbody") for each in getattr(node, name, [])]
    return [], None, None


def _open(function: Any, probe: Probe, probes: Probes) -> None:
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names = [name for name in names if name not in ("self", "cls")]
    has_text = ast.get_docstring(function, clean=False) is not None
    at = 1 if has_text and len(function.body) > 1 else 0
    first = function.body[at]
    arguments = ast.Dict(
        [ast.Constant(name) for name in names], [ast.Name(name, ast.Load()) for name in names]
    )
    call = ast.copy_location(ast.Expr(probes.call(probe, first, arguments)), first)
    function.body.insert(at, ast.fix_missing_locations(call))


def _probe(path: str, name: str, where: str) -> Probe:
    def take(arguments: dict[str, Any], count: int) -> None:
        if count == 1:
            kept[path, name, where] = {each: described(value) for each, value in arguments.items()}

    return Probe(take)


def described(value: Any, depth: int = _DEEPEST) -> Kept:
    if value is None or isinstance(value, (bool, int)):
        return {"kind": "literal", "value": value}
    if isinstance(value, float):
        return {"kind": "literal", "value": value} if math.isfinite(value) else _other(value)
    if isinstance(value, str):
        return {"kind": "literal", "value": value} if len(value) <= _LONGEST_TEXT else _other(value)
    if framework_of(value) and hasattr(value, "shape") and hasattr(value, "dtype"):
        return _array(value)
    if depth and isinstance(value, (list, tuple)) and len(value) <= _MOST_PARTS:
        kind = "list" if isinstance(value, list) else "tuple"
        return {"kind": kind, "parts": [described(each, depth - 1) for each in value]}
    if depth and isinstance(value, dict) and len(value) <= _MOST_PARTS and all(map(_is_key, value)):
        parts = {name: described(each, depth - 1) for name, each in value.items()}
        return {"kind": "dict", "parts": parts}
    return _other(value)


def _array(value: Any) -> Kept:
    try:
        shape = [int(each) for each in value.shape]
    except (TypeError, ValueError):
        return _other(value)
    found: Kept = {
        "kind": "tensor",
        "framework": framework_of(value),
        "shape": shape,
        "dtype": _dtype(value),
        "grad": bool(getattr(value, "requires_grad", framework_of(value) != "torch")),
    }
    size = math.prod(shape)
    if found["dtype"] == "complex" or not size or (found["dtype"] == "float" and size > MOST_NUMBERS):
        return found
    numbers = list(_numbers(value))
    if size <= MOST_NUMBERS and len(numbers) == size and all(map(math.isfinite, numbers)):
        found["numbers"] = numbers
    if found["dtype"] == "long" and numbers and min(numbers) >= 0:
        found["below"] = int(max(numbers)) + 1
    return found


def _numbers(value: Any) -> Iterator[Any]:
    if framework_of(value) == "torch":
        flat = value.detach().reshape(-1)
        yield from flat.tolist() if flat.numel() <= 1 << 16 and flat.device.type != "meta" else ()
        return
    array = concrete(value)
    if array is not None and array.size <= 1 << 16:
        yield from array.reshape(-1).tolist()


def _dtype(value: Any) -> str:
    name = str(getattr(value.dtype, "name", value.dtype)).rpartition(".")[2]
    if name == "bool":
        return "bool"
    if "complex" in name:
        return "complex"
    return "float" if "float" in name else "long"


def _is_key(name: object) -> bool:
    return isinstance(name, str) and len(name) <= _LONGEST_TEXT


def _other(value: object) -> Kept:
    return {"kind": "other", "type": type(value).__name__[:_LONGEST_TEXT]}
