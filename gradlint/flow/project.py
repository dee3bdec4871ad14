"""The other modules of the same project: found beside the file, read only when they are called.

Real hazards hide in utils.py. A function that is imported from a sibling module is followed like one of
the file itself; what it does is reported at the call. Packages installed elsewhere are known through the
tables only.
"""

from __future__ import annotations

import os
from collections import OrderedDict

from gradlint.flow.outline import Outline
from gradlint.records import dataclass
from gradlint.sources.decode import from_python
from gradlint.triage import names_framework

MODULE_LIMIT = 120_000
"""Bytes of a module beyond which reading it costs more than it tells."""
BUDGET = 400_000
"""Bytes of other modules read for one file."""
CACHE_LIMIT = 2_000_000
"""Characters of source that are kept in memory, with what was parsed of it."""


@dataclass(frozen=True, slots=True)
class Kept:
    outline: Outline | None
    """None for a module that is too large, broken or has no framework in it."""
    stamp: tuple[int, int]
    """Size and time of the file when it was read."""

    @property
    def size(self) -> int:
        return self.outline.size if self.outline is not None else 0


class Library:
    """Modules that have been read, shared by all files of a run."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._held = 0

    def find(self, path: str) -> Outline | None:
        """What others can use of the module in a file, if there is one."""
        try:
            status = os.stat(path)
        except OSError:
            return None
        # A server lives through many versions of a file.
        stamp = (status.st_size, status.st_mtime_ns)
        known = self._kept.get(path)
        if known is None or known.stamp != stamp:
            known = Kept(_read(path), stamp)
            self._keep(path, known)
        self._kept.move_to_end(path)
        return known.outline

    def _keep(self, path: str, made: Kept) -> None:
        before = self._kept.pop(path, None)
        self._held += made.size - (before.size if before is not None else 0)
        self._kept[path] = made
        while self._held > CACHE_LIMIT and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._held -= old.size


def _read(path: str) -> Outline | None:
    try:
        with open(path, "rb") as file:
            data = file.read(MODULE_LIMIT + 1)
    except OSError:
        return None
    if len(data) > MODULE_LIMIT or not names_framework(data, "python"):
        return None
    text = from_python(data)
    return Outline(text) if isinstance(text, str) else None


LIBRARY = Library()


class Project:
    """The neighbourhood of one file."""

    def __init__(self, path: str) -> None:
        self.folder = os.path.dirname(os.path.abspath(path))
        self._roots = self._find_roots()
        self._spent = 0
        self.consulted: dict[str, None] = {}
        """Every file that was looked for, found or not: what the answers rest on."""

    def _find_roots(self) -> list[str]:
        """Folders from which an absolute import may start: beside the file, and above its package."""
        found = [self.folder]
        folder = self.folder
        while os.path.isfile(os.path.join(folder, "__init__.py")):
            folder = os.path.dirname(folder)
        if folder not in found:
            found.append(folder)
        return found

    def module(self, dotted: str) -> tuple[str, Outline] | None:
        """The path and outline of a module of this project, by its name as written in the import."""
        if self._spent > BUDGET:
            return None
        path = self._file(dotted)
        if path is None:
            return None
        found = LIBRARY.find(path)
        if found is None:
            return None
        self._spent += found.size
        return path, found

    def _file(self, dotted: str) -> str | None:
        level = len(dotted) - len(dotted.lstrip("."))
        parts = [part for part in dotted.lstrip(".").split(".") if part]
        if level:
            folder = self.folder
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
