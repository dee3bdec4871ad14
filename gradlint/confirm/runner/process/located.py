"""Finds modules by their files, where the folder that they lie in must not be listed."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class Located:
    """Knows the files of some modules by name, and leaves all others to those after it."""

    def __init__(self, files: Mapping[str, str | None]) -> None:
        self._files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._files:
            return None
        file = self._files[name]
        if file is None:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = []
            return spec
        inside = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, file, submodule_search_locations=inside)


def locate(files: Mapping[str, str | None]) -> None:
    """Find these modules where Python would look for them: before those that are installed."""
    if files:
        position = next((n for n, each in enumerate(sys.meta_path) if each is PathFinder), len(sys.meta_path))
        sys.meta_path.insert(position, Located(files))
