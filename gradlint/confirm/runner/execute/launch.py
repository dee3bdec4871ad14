"""Start a program as the user would: its package entered first, its own text served to whoever imports it again."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any
from unittest.mock import patch

Execute = Callable[[dict[str, Any]], None]
"""Runs the code of a module in its names."""


@dataclass(frozen=True)
class Launch:
    """What a job says about how its program is started; see the host."""

    run_as: str = "script"
    module: str = ""
    package: str = ""
    folders: tuple[tuple[str, str], ...] = ()
    roots: tuple[str, ...] = ()
    alone: bool = False

    @staticmethod
    def of(job: Mapping[str, Any]) -> Launch:
        folders = tuple((str(name), str(folder)) for name, folder in job.get("folders") or ())
        names = (job.get("run_as") or "script", job.get("module") or "", job.get("package") or "")
        return Launch(*names, folders, tuple(job.get("roots") or ()), bool(job.get("alone")))


SCRIPT = Launch()


class Served(Loader):
    """Finds one module, of which this process has a text of its own, such as the one with the fix."""

    def __init__(self, name: str, filename: str, execute: Execute) -> None:
        self.name = name
        self._filename = filename
        self._execute = execute
        self.begun = False

    def spec(self) -> ModuleSpec:
        is_package = os.path.basename(self._filename) == "__init__.py"
        spec = ModuleSpec(self.name, self, origin=self._filename, is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(self._filename)]
        return spec

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        return self.spec() if name == self.name else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        self.begun = True
        self._execute(module.__dict__)


@contextmanager
def serving(served: Served) -> Iterator[None]:
    """While this is active, imports find it; before anything else, as the folder of a program comes first."""
    sys.meta_path.insert(0, served)
    try:
        yield
    finally:
        if served in sys.meta_path:
            sys.meta_path.remove(served)


imported_instead: set[str] = set()
"""The files of which a program has really imported another text."""


@contextmanager
def instead_of_files(texts: Mapping[str, str]) -> Iterator[None]:
    """While this is active, modules of these files are what the texts say."""
    if not texts:
        yield
        return
    known = {os.path.realpath(path): text for path, text in texts.items()}
    compiled = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        path = loader.get_filename(name)
        text = known.get(os.path.realpath(path))
        if text is None:
            return compiled(loader, name)
        imported_instead.add(os.path.realpath(path))
        return compile(text, path, "exec", dont_inherit=True)

    with patch.object(SourceFileLoader, "get_code", get_code):
        yield


def enters(launch: Launch, served: Served) -> bool:
    """Execute the packages around a program; false if one cannot be imported and the program does without them."""
    try:
        _enter(launch)
    except ImportError:
        if not launch.alone or served.begun:
            raise
        return False
    return True


def _enter(launch: Launch) -> None:
    """The outermost first, as every import from them does.

    Where the folder of one must not be listed from above, or it has no `__init__.py` and is not found, it is made
    of its folder.
    """
    for name, folder in launch.folders:
        if name == launch.module:
            continue
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
            _without_text(name, folder)


def make_findable(launch: Launch) -> None:
    """The same without executing anything: packages that no finder knows are made of their folders."""
    outermost = launch.folders[0][0] if launch.folders else ""
    if outermost and outermost not in sys.modules and importlib.util.find_spec(outermost) is None:
        for name, folder in launch.folders:
            _without_text(name, folder)


def _without_text(name: str, folder: str) -> None:
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = [folder]
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    outer, _, inner = name.rpartition(".")
    if outer:
        setattr(sys.modules[outer], inner, package)


def place_of(module: Any) -> str | None:
    """The file of a module, or the folder of a package without one. Nothing of the module is executed to find out:
    what stands among the modules may be anything, such as an object that imports when it is asked."""
    try:
        names = object.__getattribute__(module, "__dict__")
        where = names.get("__file__") or next(iter(names.get("__path__", ())), None)
    except Exception:
        return None
    return where if isinstance(where, str) else None


def remember_code() -> None:
    """Compile every file once, however often it is imported anew: nothing can be written beside it."""
    if not hasattr(SourceFileLoader.get_code, "remembers"):
        setattr(SourceFileLoader, "get_code", _remembering(SourceFileLoader.get_code))  # noqa: B010


def _remembering(get_code: Callable[[Any, str], CodeType | None]) -> Callable[[Any, str], CodeType | None]:
    known: dict[tuple[str, int, int], CodeType | None] = {}

    def remembering(loader: Any, name: str) -> CodeType | None:
        try:
            about = os.stat(loader.path)
        except OSError:
            return get_code(loader, name)
        key = loader.path, about.st_mtime_ns, about.st_size
        if key not in known:
            known[key] = get_code(loader, name)
        return known[key]

    remembering.remembers = True  # type: ignore[attr-defined]
    return remembering
