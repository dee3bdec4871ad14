"""What `gradlint run --record` has kept: written by one run, read and checked by the next.

A record is data: JSON with a version, read as text, checked part by part, never executed or unpickled. It may have
come with the files that are linted: whatever is not exactly as it should be is left out, and what is too large refused.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from gradlint.confirm.reach import project_root
from gradlint.core.errors import GradlintError
from gradlint.core.files import write_atomically

FILE = "gradlint-record.json"
VERSION = 1
_LARGEST = 4 << 20
_LARGEST_FUNCTION = 1 << 16
_MOST_NUMBERS = 64
_MOST_ELEMENTS = 10_000_000
_MOST_AXES = 8
_MOST_PARTS = 16
_LONGEST = 200
_DEEPEST = 4

Arguments = dict[str, Any]
Functions = dict[str, dict[str, Arguments]]
"""By the name of a function: what it was called with, and what the constructor of its object was."""


def write(file: str, root: str, found: Iterable[dict[str, Any]]) -> int:
    """Add to the record of a project; how many functions are new in it."""
    known = _old(file)
    new: set[tuple[str, str]] = set()
    for one in found:
        path = os.path.relpath(one["path"], root).replace(os.sep, "/")
        arguments = _arguments(one.get("arguments"))
        if arguments and len(json.dumps(arguments)) <= _LARGEST_FUNCTION:
            known.setdefault(path, {}).setdefault(one["name"], {})[one["where"]] = arguments
            new.add((path, one["name"]))
    text = json.dumps({"version": VERSION, "files": known}, indent=1, sort_keys=True, allow_nan=False)
    if len(text) > _LARGEST:
        raise GradlintError(f"--record: {file} would be larger than {_LARGEST >> 20} MB; delete it first")
    try:
        write_atomically(file, f"{text}\n".encode())
    except OSError as error:
        raise GradlintError(f"--record: cannot write {file}: {error.strerror}") from error
    return len(new)


def _old(file: str) -> dict[str, Functions]:
    try:
        return read(file) if os.path.exists(file) else {}
    except GradlintError:
        return {}


def read(file: str) -> dict[str, Functions]:
    """The functions of each file, by its path below the project; an error for the user if it is no record."""
    try:
        if os.path.getsize(file) > _LARGEST:
            raise GradlintError(f"{file}: larger than {_LARGEST >> 20} MB, which no record is")
        with open(file, encoding="utf-8") as opened:
            data = json.load(opened)
    except OSError as error:
        raise GradlintError(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise GradlintError(f"{file}: is not a record of gradlint run --record") from None
    if not isinstance(data, dict) or not isinstance(data.get("files"), dict):
        raise GradlintError(f"{file}: is not a record of gradlint run --record")
    if data.get("version") != VERSION:
        raise GradlintError(
            f"{file}: version {data.get('version')!r} of a record; this gradlint reads {VERSION}"
        )
    return {str(path): _functions(functions) for path, functions in data["files"].items()}


def for_file(path: str, named: str | None) -> Functions:
    """What is known of the functions of one file. The record of a project counts only if it is a plain file there."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    root = project_root(folder) or folder
    file = named or os.path.join(root, FILE)
    if named is None and (not os.path.isfile(file) or os.path.islink(file)):
        return {}
    name = os.path.relpath(os.path.join(folder, os.path.basename(path)), root).replace(os.sep, "/")
    return _loaded(file).get(name, {})


@lru_cache(maxsize=16)
def _loaded(file: str) -> dict[str, Functions]:
    try:
        return read(file)
    except GradlintError:
        # One that was named has been read before; one that only lies there is no reason to stop.
        return {}


def forget() -> None:
    _loaded.cache_clear()


def _functions(data: object) -> Functions:
    found: Functions = {}
    for name, wheres in data.items() if isinstance(data, dict) else ():
        if isinstance(wheres, dict) and all(part.isidentifier() for part in str(name).split(".")):
            kept = {where: _arguments(wheres.get(where)) for where in ("call", "init")}
            found[str(name)] = {where: arguments for where, arguments in kept.items() if arguments}
    return found


def _arguments(data: object) -> Arguments:
    if not isinstance(data, dict):
        return {}
    checked = {name: _value(value, _DEEPEST) for name, value in data.items() if str(name).isidentifier()}
    return {name: value for name, value in checked.items() if value is not None}


def _value(data: object, depth: int) -> dict[str, Any] | None:
    """One value with nothing in it but what it should have; None for what a reproduction cannot be given."""
    if not isinstance(data, dict) or not depth:
        return None
    kind = data.get("kind")
    if kind == "literal":
        return _literal(data.get("value"))
    if kind == "tensor":
        return _tensor(data)
    if kind in ("list", "tuple") and isinstance(data.get("parts"), list):
        parts = [_value(each, depth - 1) for each in data["parts"][: _MOST_PARTS + 1]]
        return None if None in parts or len(parts) > _MOST_PARTS else {"kind": kind, "parts": parts}
    if kind == "dict" and isinstance(data.get("parts"), dict) and len(data["parts"]) <= _MOST_PARTS:
        named = {str(name)[:_LONGEST]: _value(each, depth - 1) for name, each in data["parts"].items()}
        return None if None in named.values() else {"kind": kind, "parts": named}
    return None


def _literal(value: object) -> dict[str, Any] | None:
    plain = value is None or isinstance(value, bool) or _is_number(value)
    text = isinstance(value, str) and len(value) <= _LONGEST
    return {"kind": "literal", "value": value} if plain or text else None


def _tensor(data: dict[str, Any]) -> dict[str, Any] | None:
    shape, dtype = data.get("shape"), data.get("dtype")
    if (
        not isinstance(shape, list)
        or len(shape) > _MOST_AXES
        or dtype not in ("float", "long", "bool", "complex")
    ):
        return None
    if not all(type(each) is int and 0 <= each <= _MOST_ELEMENTS for each in shape):
        return None
    size = math.prod(shape)
    if size > _MOST_ELEMENTS:
        return None
    found: dict[str, Any] = {
        "kind": "tensor",
        "framework": str(data.get("framework"))[:20],
        "shape": shape,
        "dtype": dtype,
        "grad": data.get("grad") is True,
    }
    numbers = data.get("numbers")
    if isinstance(numbers, list) and len(numbers) == size <= _MOST_NUMBERS and all(map(_is_number, numbers)):
        found["numbers"] = numbers
    if type(data.get("below")) is int and 0 < data["below"] <= 1 << 31:
        found["below"] = data["below"]
    return found


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return abs(value) < 1 << 62
    return isinstance(value, float) and math.isfinite(value)
