"""The other modules of the same project: found beside the file, read only when they are called.

Real hazards hide in utils.py. A function that is imported from a sibling module is followed like one of
the file itself; what it does is reported at the call. Packages installed elsewhere are known through the
tables only.
"""

from __future__ import annotations

import os
from collections import OrderedDict

import libcst as cst

from gradlint.flow.parsing import parse
from gradlint.triage import names_framework

MODULE_LIMIT = 120_000
"""Bytes of a module beyond which reading it costs more than it tells."""
BUDGET = 400_000
"""Bytes of other modules read for one file."""
CACHE_LIMIT = 1_500_000
"""Bytes of source whose syntax trees are kept in memory."""


class Library:
    """Parsed modules, shared by all files of a run."""

    def __init__(self) -> None:
        self._trees: OrderedDict[tuple[str, int, int], tuple[cst.Module | None, int]] = OrderedDict()
        self._held = 0

    def tree(self, path: str) -> tuple[cst.Module | None, int]:
        """The module and its size; None for one that is too large, broken or has no framework in it."""
        try:
            status = os.stat(path)
        except OSError:
            return None, 0
        # A server lives through many versions of a file.
        key = (path, status.st_size, status.st_mtime_ns)
        known = self._trees.get(key)
        if known is not None:
            self._trees.move_to_end(key)
            return known
        made = self._parse(path)
        self._trees[key] = made
        self._held += made[1]
        while self._held > CACHE_LIMIT and len(self._trees) > 1:
            _, (_, size) = self._trees.popitem(last=False)
            self._held -= size
        return made

    def _parse(self, path: str) -> tuple[cst.Module | None, int]:
        try:
            with open(path, "rb") as file:
                data = file.read(MODULE_LIMIT + 1)
        except OSError:
            return None, 0
        if len(data) > MODULE_LIMIT or not names_framework(data, "python"):
            return None, 0
        try:
            return parse(data), len(data)
        except (cst.ParserSyntaxError, UnicodeDecodeError, RecursionError):
            return None, 0


LIBRARY = Library()


class Project:
    """The neighbourhood of one file."""

    def __init__(self, path: str) -> None:
        self._folder = os.path.dirname(os.path.abspath(path))
        self._roots = self._find_roots()
        self._spent = 0
        self.consulted: dict[str, None] = {}
        """Every file that was looked for, found or not: what the answers rest on."""

    def _find_roots(self) -> list[str]:
        """Folders from which an absolute import may start: beside the file, and above its package."""
        found = [self._folder]
        folder = self._folder
        while os.path.isfile(os.path.join(folder, "__init__.py")):
            folder = os.path.dirname(folder)
        if folder not in found:
            found.append(folder)
        return found

    def module(self, dotted: str) -> tuple[str, cst.Module] | None:
        """The path and tree of a module of this project, by its name as written in the import."""
        if self._spent > BUDGET:
            return None
        path = self._file(dotted)
        if path is None:
            return None
        tree, size = LIBRARY.tree(path)
        self._spent += size
        return (path, tree) if tree is not None else None

    def _file(self, dotted: str) -> str | None:
        level = len(dotted) - len(dotted.lstrip("."))
        parts = [part for part in dotted.lstrip(".").split(".") if part]
        if level:
            folder = self._folder
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._module_file(folder, parts)
        if not parts:
            return None
        for root in self._roots:
            found = self._module_file(root, parts)
            if found is not None:
                return found
        return None

    def _module_file(self, folder: str, parts: list[str]) -> str | None:
        base = os.path.join(folder, *parts)
        for candidate in (base + ".py", os.path.join(base, "__init__.py")):
            self.consulted[candidate] = None
            if os.path.isfile(candidate):
                return candidate
        return None
