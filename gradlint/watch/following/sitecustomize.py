"""Begins to watch a process that a watched program has started, and then does what the user's own one would do."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location

_HERE = os.path.dirname(os.path.abspath(__file__))
_INSIDE = os.path.join(os.path.dirname(_HERE), "inside")
_PACKAGE = "_gradlint_inside"


def _begin(plan: str) -> None:
    from importlib import import_module

    spec = spec_from_file_location(
        _PACKAGE, os.path.join(_INSIDE, "__init__.py"), submodule_search_locations=[_INSIDE]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_PACKAGE] = package = module_from_spec(spec)
    spec.loader.exec_module(package)
    import_module(f"{_PACKAGE}.session").begin(plan)


def _users_own() -> None:
    """Another `sitecustomize` that this one hides."""
    others = [entry for entry in sys.path if os.path.abspath(entry) != _HERE]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


def _is_ours() -> bool:
    """The program itself, which is watched from its first line by another way."""
    return any(word == os.path.join(_INSIDE, "__main__.py") for word in sys.orig_argv)


_plan = os.environ.get("GRADLINT_RUN_PLAN", "")
if _plan and os.path.isfile(_plan) and not _is_ours():
    _begin(_plan)
_users_own()
