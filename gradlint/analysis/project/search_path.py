"""Where absolute imports of a file start: the folders that Python, an installer or pytest would put on the path."""

from __future__ import annotations

import configparser
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import libcst as cst

from gradlint.analysis.project.canonical_names import dotted
from gradlint.core.files import read_plain

LEVELS = 6
"""How far above a file its project may begin."""
BEGINNINGS = ("pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", "tox.ini", "requirements.txt", ".git")
"""One of these lies in the topmost folder of a project."""
WITHOUT = 2
"""How many folders above its package a file may import from if nothing says where the project begins."""


def roots(folder: str, consulted: dict[str, None]) -> list[str]:
    """Beside the file, above its package, what the project names, and every folder up to its beginning."""
    package = folder
    while os.path.isfile(os.path.join(package, "__init__.py")) and os.path.dirname(package) != package:
        package = os.path.dirname(package)
    above = list(_above(package))
    beginnings = [_beginning(each, consulted) for each in above]
    top = max((position for position, found in enumerate(beginnings) if found), default=None)
    kept = above[: (WITHOUT if top is None else top) + 1]
    named = [each for beside, found in zip(kept, beginnings) if found for each in _named(beside, found)]
    sources = [os.path.join(each, "src") for each in kept]
    found = [folder, package, *named, *(each for each in sources if os.path.isdir(each)), *kept]
    return list(dict.fromkeys(found))


def _above(folder: str) -> Iterator[str]:
    for _ in range(LEVELS):
        yield folder
        if os.path.dirname(folder) == folder:
            return
        folder = os.path.dirname(folder)


def _beginning(folder: str, consulted: dict[str, None]) -> list[str]:
    found = []
    for name in BEGINNINGS:
        path = os.path.join(folder, name)
        if name != ".git":
            consulted[path] = None
        if os.path.exists(path):
            found.append(name)
    return found


def _named(folder: str, files: Iterable[str]) -> Iterator[str]:
    """The folders that the settings of a project call its roots."""
    for name in files:
        path = os.path.join(folder, name)
        if not name.endswith((".toml", ".cfg", ".ini")):
            continue
        try:
            found = _search_path(path, os.stat(path).st_mtime_ns)
        except OSError:
            continue
        for each in found:
            yield os.path.normpath(os.path.join(folder, each))


@lru_cache(maxsize=64)
def _search_path(path: str, changed: int) -> tuple[str, ...]:
    """What one file of settings says, read once for as long as it stays the same."""
    return tuple(_from_toml(path) if path.endswith(".toml") else _from_ini(path))


def _from_toml(path: str) -> list[str]:
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        tool = toml.loads(read_plain(path).decode("utf-8")).get("tool", {})
    except (OSError, ValueError):
        return []
    found: list[Any] = []
    for keys in (
        ("pytest", "ini_options", "pythonpath"),
        ("setuptools", "packages", "find", "where"),
        ("setuptools", "package-dir", ""),
        ("poetry", "packages"),
    ):
        here: Any = tool
        for key in keys:
            here = here.get(key) if isinstance(here, dict) else None
        found.extend(here if isinstance(here, list) else [here])
    froms = [each.get("from") if isinstance(each, dict) else each for each in found]
    return [each for each in froms if isinstance(each, str)]


def _from_ini(path: str) -> list[str]:
    settings = configparser.ConfigParser(interpolation=None)
    try:
        settings.read_string(read_plain(path).decode("utf-8"))
    except (configparser.Error, OSError, UnicodeDecodeError):
        return []
    found: list[str] = []
    for section in ("pytest", "tool:pytest"):
        found.extend(settings.get(section, "pythonpath", fallback="").split())
    found.extend(settings.get("options.packages.find", "where", fallback="").split())
    for line in settings.get("options", "package_dir", fallback="").splitlines():
        package, _, folder = line.partition("=")
        if not package.strip() and folder.strip():
            found.append(folder.strip())
    return found


# -- sys.path.append(...) -----------------------------------------------------------------

_SAME = frozenset(
    {"abspath", "realpath", "normpath", "expanduser", "str", "Path", "resolve", "absolute", "as_posix"}
)


def written_path(node: cst.BaseExpression, file: str) -> str | None:
    """The folder that an expression names, made of literals, `__file__` and the functions of os.path and pathlib."""
    found = _path(node, file)
    return None if found is None else os.path.normpath(os.path.join(os.path.dirname(file), found))


def _path(node: cst.BaseExpression, file: str) -> str | None:
    if isinstance(node, cst.SimpleString):
        return str(node.raw_value)
    if isinstance(node, cst.Name):
        return file if node.value == "__file__" else None
    if isinstance(node, cst.Attribute):
        return _of(node.attr.value, _path(node.value, file))
    if isinstance(node, cst.Subscript):
        return _nth_parent(node, file)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, (cst.Divide, cst.Add)):
        return _joined(
            [_path(node.left, file), _path(node.right, file)], isinstance(node.operator, cst.Divide)
        )
    return _called(node, file) if isinstance(node, cst.Call) else None


def _called(node: cst.Call, file: str) -> str | None:
    name = (dotted(node.func) or "").rpartition(".")[2]
    if not name and isinstance(node.func, cst.Attribute):
        name = node.func.attr.value
    given = [_path(each.value, file) for each in node.args]
    if isinstance(node.func, cst.Attribute) and not given:  # Path(__file__).resolve()
        given = [_path(node.func.value, file)]
    if name == "getcwd" or (name == "cwd" and given == [None]):
        return "."
    if name in ("join", "joinpath"):
        return _joined(given, True)
    if name == "dirname" and given:
        return _of("parent", given[0])
    return given[0] if name in _SAME and given else None


def _of(name: str, path: str | None) -> str | None:
    return os.path.dirname(path) or "." if path is not None and name == "parent" else None


def _nth_parent(node: cst.Subscript, file: str) -> str | None:
    """`Path(__file__).parents[2]`"""
    owner, index = node.value, node.slice[0].slice
    if (
        not isinstance(owner, cst.Attribute)
        or owner.attr.value != "parents"
        or not isinstance(index, cst.Index)
    ):
        return None
    path = _path(owner.value, file)
    if path is None or not isinstance(index.value, cst.Integer):
        return None
    for _ in range(min(int(index.value.value), LEVELS) + 1):
        path = os.path.dirname(path)
    return path


def _joined(parts: list[str | None], separated: bool) -> str | None:
    known = [each for each in parts if each is not None]
    if len(known) < len(parts) or not known:
        return None
    return os.path.join(*known) if separated else "".join(known)
