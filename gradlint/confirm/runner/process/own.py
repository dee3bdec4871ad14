"""What of the search path is the interpreter's own: outside of the sandbox nothing is imported from anywhere else.

A file in site-packages may put any folder on the path, such as a project that is installed for editing. Programs
in the sandbox find what lies there; a process that is not locked down does not.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from typing import Any

_KEPT = (BuiltinImporter, FrozenImporter, PathFinder)
_KEPT_NAMES = ("_distutils_hack",)
_SPELLINGS = (os.path.abspath, os.path.realpath)

_left_out: list[str] = []
_left_out_finders: list[Any] = []


def restrict() -> None:
    """Import from the interpreter's own folders only."""
    own = _folders()
    _left_out[:] = [path for path in sys.path if not _is_below(path, own)]
    _left_out_finders[:] = [finder for finder in sys.meta_path if not _is_known(finder)]
    sys.path[:] = [path for path in sys.path if path not in _left_out]
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in _left_out_finders]


def search() -> list[str]:
    """The whole path, for programs in the sandbox."""
    return [*sys.path, *_left_out]


def restore() -> None:
    """Once the sandbox is on, a program finds whatever it finds outside of it."""
    sys.path += _left_out
    sys.meta_path += _left_out_finders


def _folders() -> list[str]:
    """The standard library, and where packages are installed, for everybody or for this user."""
    paths = sysconfig.get_paths()
    library = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    packages = list(site.getsitepackages()) if hasattr(site, "getsitepackages") else []
    if site.ENABLE_USER_SITE:
        packages.append(site.getusersitepackages())
    name = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
    zipped = [os.path.join(folder, name) for path in library for folder in (os.path.dirname(path),)]
    # Some systems name the folder of packages by a link, some by where it leads.
    return [spell(path) for path in (*library, *packages, *zipped) for spell in _SPELLINGS]


def _is_below(path: str, folders: list[str]) -> bool:
    path = os.path.abspath(path)
    return any(path == folder or path.startswith(os.path.join(folder, "")) for folder in folders)


def _is_known(finder: Any) -> bool:
    return finder in _KEPT or type(finder).__module__.partition(".")[0] in _KEPT_NAMES
