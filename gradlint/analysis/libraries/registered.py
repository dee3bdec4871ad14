"""Brings in every module that knows a library: each registers its functions when it is imported.

Whatever lies in a package of libraries is found: a new module needs no entry anywhere.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from gradlint.analysis.libraries import jax, numpy, python, tensorflow, torch, torch_stack
from gradlint.analysis.libraries.torch import factories, modules, optimizers


def _names(package: ModuleType) -> list[str]:
    """The modules of a package; `pkgutil` is not for nothing, and needed only where the package is no folder."""
    folder = package.__path__[0]
    if os.path.isdir(folder):
        return sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".py") and name[0] != "_")
    from pkgutil import iter_modules

    return [found.name for found in iter_modules(package.__path__)]


for _package in (jax, numpy, python, tensorflow, torch, torch_stack):
    for _name in _names(_package):
        import_module(f"{_package.__name__}.{_name}")

_NAMED_IN_TABLES = (factories, optimizers, modules)

_installed = False


def install() -> None:
    """Register what has its names from the tables, which are read only when a program is followed."""
    global _installed
    if not _installed:
        for module in _NAMED_IN_TABLES:
            module.install()
        _installed = True
