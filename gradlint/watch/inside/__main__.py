"""Runs a program as `python` would, and watches it.

The first argument is the plan, the rest is what `python` would have been given: a script or `-m` and a module, and
their arguments.
"""

from __future__ import annotations

import os
import sys
from typing import Any

_PACKAGE = "_gradlint_inside"


def _package() -> Any:
    """This package under a name that no program has, found without a place on the search path."""
    from importlib.util import module_from_spec, spec_from_file_location

    here = os.path.dirname(os.path.abspath(__file__))
    spec = spec_from_file_location(
        _PACKAGE, os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[_PACKAGE] = package = module_from_spec(spec)
    spec.loader.exec_module(package)
    return package


def main() -> None:
    if not getattr(sys.flags, "safe_path", False):
        del sys.path[0]
    plan, *words = sys.argv[1:]
    _package()
    from importlib import import_module

    import_module(f"{_PACKAGE}.session").begin(plan)
    import_module(f"{_PACKAGE}.launch").run(words)


if __name__ == "__main__":
    main()
