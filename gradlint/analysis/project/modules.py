"""The other modules of the same project: found as Python finds them, read only when they are used.

Real hazards hide in utils.py. A function that is imported from a sibling module is followed like one of
the file itself, and what it does wrong is reported where it stands. Packages installed elsewhere are known
through the tables only.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from gradlint.analysis.project import search_path
from gradlint.analysis.project.outline import Outline
from gradlint.core.records import dataclass
from gradlint.sources.decode import from_python

MODULE_LIMIT = 120_000
"""Bytes of a module beyond which reading it costs more than it tells."""
BUDGET = 400_000
"""Bytes of other modules read for one file."""
CACHE_LIMIT = 2_000_000
"""Characters of source that are kept in memory, with what was parsed of it."""


@dataclass(frozen=True, slots=True)
class Kept:
    outline: Outline | None
    """None for a module that is too large or broken."""
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
        self._shown: Mapping[str, bytes] = {}

    @contextmanager
    def showing(self, contents: Mapping[str, bytes]) -> Iterator[None]:
        """For a while some files, by their absolute paths, are not what they are on disk."""
        before = self._shown
        self._shown = {**before, **contents}
        try:
            yield
        finally:
            self._shown = before

    def find(self, path: str) -> Outline | None:
        """What others can use of the module in a file, if there is one."""
        if path in self._shown:
            return _outline(self._shown[path][: MODULE_LIMIT + 1], path)
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
    return _outline(data, path)


def _outline(data: bytes, path: str) -> Outline | None:
    if len(data) > MODULE_LIMIT:
        return None
    text = from_python(data)
    return Outline(text, path) if isinstance(text, str) else None


LIBRARY = Library()


class Project:
    """The neighbourhood of one file."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self.folder = os.path.dirname(self.path)
        self._spent = 0
        self._read: set[str] = set()
        self._located: dict[str, str | None] = {}
        self._folders: dict[str, list[str]] = {}
        self.consulted: dict[str, None] = {}
        """Every file that was looked for, found or not: what the answers rest on."""
        self.outlines: dict[str, Outline] = {}
        """The modules that were found, by the paths of their files."""

    @cached_property
    def roots(self) -> list[str]:
        """Folders from which an absolute import may start, the nearest first."""
        return search_path.roots(self.folder, self.consulted)

    @cached_property
    def package(self) -> str:
        """The name of the package that the file is in, from the root that is furthest above it."""
        above = [each for each in self.roots if self.folder == each or self.folder.startswith(each + os.sep)]
        inside = os.path.relpath(self.folder, min(above, key=len))
        return "" if inside == os.curdir else inside.replace(os.sep, ".")

    def extend(self, folder: str) -> None:
        """`sys.path.append(...)`"""
        if folder not in self.roots:
            self.roots.append(folder)
            self._located = {name: path for name, path in self._located.items() if path is not None}
            self._folders.clear()

    def module(self, dotted: str) -> tuple[str, Outline] | None:
        """The path and outline of a module of this project, by its absolute name."""
        path = self.locate(dotted)
        if path is None or (path not in self._read and self._spent > BUDGET):
            return None
        found = LIBRARY.find(path)
        if path not in self._read:
            self._read.add(path)
            self._spent += found.size if found is not None else 0
        if found is None:
            return None
        self.outlines[path] = found
        return path, found

    def locate(self, dotted: str) -> str | None:
        """The file of a module."""
        if dotted not in self._located:
            self._located[dotted] = self._file(dotted) if dotted else None
        return self._located[dotted]

    def _file(self, dotted: str) -> str | None:
        """In the folder of its package, as soon as that is known; below a module that is no package there is none."""
        package, _, name = dotted.rpartition(".")
        inside = self.locate(package) if package else None
        if inside is None:
            inner = f"{os.sep}{dotted.replace('.', os.sep)}"
            bases = [f"{root}{inner}" for root in self._holding(package)]
            if package:  # should such a folder be made one day, a module is looked for there
                for root in self.roots:
                    self.consulted[f"{root}{inner}.py"] = self.consulted[f"{root}{inner}{_PACKAGE}"] = None
        elif inside.endswith(_PACKAGE):
            bases = [f"{inside[: -len(_PACKAGE)]}{os.sep}{name}"]
        else:
            return None
        for base in bases:
            for candidate in (f"{base}.py", f"{base}{_PACKAGE}"):
                self.consulted[candidate] = None
                if os.path.isfile(candidate):
                    return candidate
        return None

    def _holding(self, package: str) -> list[str]:
        """The roots below which there is a folder for a package without a module of its own."""
        if not package:
            return self.roots
        if package not in self._folders:
            inner = f"{os.sep}{package.replace('.', os.sep)}"
            above = self._holding(package.rpartition(".")[0])
            self._folders[package] = [root for root in above if os.path.isdir(f"{root}{inner}")]
        return self._folders[package]


_PACKAGE = f"{os.sep}__init__.py"


def above(package: str, level: int) -> str:
    """The package that a relative import with so many dots starts from."""
    parts = package.split(".") if package else []
    return ".".join(parts[: len(parts) - level + 1])
