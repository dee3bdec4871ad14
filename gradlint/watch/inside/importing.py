"""An import hook: it compiles the modules that have findings, and tells when a framework has been imported.

Every other module is found and loaded as ever, after one look at its name.
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any

from .plan import FilePlan, Plan
from .probe import Switch
from .rewrite import Take, rewritten


class Finder(MetaPathFinder):
    def __init__(self, plan: Plan, take: Take, when_imported: dict[str, Callable[[Any], None]]) -> None:
        self._plan = plan
        self._take = take
        self._names = {_stem(path) for path in plan.files}
        self._when_imported = when_imported
        self._busy = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        installer = self._when_imported.get(fullname)
        if installer is None and fullname.rpartition(".")[2] not in self._names:
            return None
        if self._busy or not Switch.on:
            return None
        self._busy = True
        try:
            spec = _found_by_others(self, fullname, path, target)
        finally:
            self._busy = False
        if spec is None or spec.loader is None:
            return None
        if installer is not None:
            spec.loader = _Telling(spec.loader, installer)
            return spec
        file = self._plan.file(spec.origin)
        if file is None or type(spec.loader) is not SourceFileLoader:
            return None
        spec.loader = WatchedLoader(spec.loader.name, spec.loader.path, file, self._take)
        return spec


class WatchedLoader(SourceFileLoader):
    """Loads a module that has findings. Nothing of it is kept in `__pycache__`."""

    def __init__(self, name: str, path: str, file: FilePlan, take: Take) -> None:
        super().__init__(name, path)
        self._file = file
        self._take = take

    def get_code(self, fullname: str) -> types.CodeType | None:
        code = code_of(self._file, self.get_data(self.path), self.path, self._take)
        return code if code is not None else super().get_code(fullname)


def code_of(file: FilePlan, data: bytes, filename: str, take: Take) -> types.CodeType | None:
    """The code with probes; None if the file is not the one that was linted."""
    if not is_same(file, data):
        return None
    return rewritten(file, data, filename, take)


def is_same(file: FilePlan, data: bytes) -> bool:
    from importlib.util import decode_source

    try:
        return decode_source(data).splitlines() == file.text.splitlines()
    except (SyntaxError, UnicodeDecodeError):
        return False


class _Telling(Loader):
    """The loader of a framework, which says when it is done; afterwards it is gone again."""

    def __init__(self, loader: Any, installer: Callable[[Any], None]) -> None:
        self._loader = loader
        self._installer = installer

    def create_module(self, spec: ModuleSpec) -> types.ModuleType | None:
        spec.loader = self._loader
        made: types.ModuleType | None = self._loader.create_module(spec)
        spec.loader = self
        return made

    def exec_module(self, module: types.ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        from .probe import quietly

        quietly(self._installer, module)


def _found_by_others(
    finder: Finder, name: str, path: Sequence[str] | None, target: types.ModuleType | None
) -> ModuleSpec | None:
    for other in list(sys.meta_path):
        find = getattr(other, "find_spec", None)
        if other is finder or find is None:
            continue
        spec: ModuleSpec | None = find(name, path, target)
        if spec is not None:
            return spec
    return None


def _stem(path: str) -> str:
    """The last part of the name of the module in a file."""
    folder, name = os.path.split(path)
    stem = os.path.splitext(name)[0]
    return os.path.basename(folder) if stem == "__init__" else stem
