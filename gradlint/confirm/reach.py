"""How far a program reaches: the package it lies in, where its imports start, and what of it may be read.

Links are followed before anything is decided, and nothing above the root of the project is ever opened.
A file outside of any project is given what it imports from its own folder, and no more.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from gradlint.confirm.runner.process.sandbox.never import homes, never_whole, within

_ROOT_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_MOST_MODULES = 200
_LONGEST_MODULE = 1 << 20


@dataclass(frozen=True)
class Reach:
    package: str
    """The dotted package that the file lies in."""
    search: tuple[str, ...]
    """The folders that imports start from, as Python has them on its path."""
    readable: tuple[str, ...]
    """Folders with all that is in them, and single files."""
    modules: Mapping[str, str | None] = field(default_factory=dict)
    """The file of each module whose folder must not be listed, by its name; None for a folder without one."""


@lru_cache(maxsize=64)
def reach_of(path: str, text: str = "") -> Reach:
    """How far the program in this file reaches; the text is what is executed of it.

    Every finding of a file asks for it; a session forgets what the folders held when another one looked.
    """
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    root = project_root(folder)
    parts, top = _package(folder, root)
    if parts:
        outer = os.path.dirname(top)
        if root is not None and within(outer, root):
            search = _with_source(outer, [outer], root)
            return Reach(".".join(parts), tuple(search), tuple(dict.fromkeys([*search, root])))
        return Reach(".".join(parts), (outer,), (top,), {parts[0]: os.path.join(top, "__init__.py")})
    if root is None:
        modules = dict(_needed(text, folder))
        return Reach("", (folder,), tuple(_readable(path, folder, modules)), modules)
    search = _with_source(root, [folder] if folder == root else [folder, root], root)
    return Reach("", tuple(search), tuple(search))


def project_root(folder: str) -> str | None:
    """The first folder upwards with a build file or a repository, if a program may be given the whole of it."""
    known = homes()
    while not never_whole(folder, known):
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _ROOT_MARKS):
            return folder
        folder = os.path.dirname(folder)
    return None


def _package(folder: str, root: str | None) -> tuple[list[str], str]:
    """The names of the packages around a folder, and the folder of the outermost; none above the root."""
    known = homes()
    parts: list[str] = []
    top = folder
    while os.path.isfile(os.path.join(folder, "__init__.py")) and not never_whole(folder, known):
        top = folder
        parts.insert(0, os.path.basename(folder))
        if folder == root:
            break
        folder = os.path.dirname(folder)
    return parts, top


def _with_source(folder: str, search: list[str], root: str) -> list[str]:
    """The folders and the one for sources beside them; a link that leads out of the project is none."""
    source = os.path.realpath(os.path.join(folder, "src"))
    if os.path.isdir(source) and within(source, root) and source not in search:
        return [*search, source]
    return search


def _readable(path: str, folder: str, modules: Mapping[str, str | None]) -> Iterator[str]:
    """The file itself, the modules it needs, and those of them that are packages with all that is in them."""
    real = os.path.realpath(path)
    if within(real, folder):
        yield real
    for file in modules.values():
        if file is not None:
            yield os.path.dirname(file) if os.path.basename(file) == "__init__.py" else file


def _needed(text: str, folder: str) -> Iterator[tuple[str, str | None]]:
    """The modules of a folder that a program imports, and those that they import, by their names."""
    pending = [text]
    seen: set[str] = set()
    while pending and len(seen) < _MOST_MODULES:
        for name in _imported(pending.pop()):
            for module, file in _found(name, folder):
                if module in seen:
                    continue
                seen.add(module)
                yield module, file
                pending += (_text(each) for each in _sources(file))


def _imported(text: str) -> Iterator[str]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # What is imported from it may be a module as well.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _found(name: str, folder: str) -> Iterator[tuple[str, str | None]]:
    """The modules on the way to this one, as long as they lie in the folder under their own names."""
    place = folder
    parts = name.split(".")
    for count, part in enumerate(parts, 1):
        place = os.path.join(place, part)
        module = ".".join(parts[:count])
        inside = os.path.join(place, "__init__.py")
        if _is_plain(inside) and os.path.realpath(place) == place:
            yield module, inside
            return
        if _is_plain(f"{place}.py"):
            yield module, f"{place}.py"
            return
        if not os.path.isdir(place) or os.path.realpath(place) != place:
            return
        yield module, None


def _is_plain(file: str) -> bool:
    return os.path.isfile(file) and os.path.realpath(file) == file


def _sources(file: str | None) -> Iterator[str]:
    if file is None:
        return
    if os.path.basename(file) != "__init__.py":
        yield file
        return
    for folder, _, names in os.walk(os.path.dirname(file)):
        yield from (os.path.join(folder, name) for name in names[:_MOST_MODULES] if name.endswith(".py"))


def _text(file: str) -> str:
    try:
        if not _is_plain(file) or os.path.getsize(file) > _LONGEST_MODULE:
            return ""
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""
