"""Imports what jobs will need once, before they are forked; nothing here may run an operation."""

from __future__ import annotations

import gc
import importlib
import warnings
from collections.abc import Iterable
from contextlib import suppress

_FRAMEWORKS = {
    "torch": ("torch",),
    "tensorflow": ("tensorflow",),
    "jax": ("jax", "jax.numpy"),
    "numpy": ("numpy",),
    "none": (),
}
# Imported late by the framework itself or by what measures it; some versions do not have them.
_PARTS = {
    "torch": ("numpy.random", "torch.profiler._cupti_monitor"),
    "tensorflow": ("numpy.random",),
    "jax": ("numpy.random", "jaxlib.mlir.dialects.mhlo", "jaxlib.mlir.dialects.builtin"),
    "numpy": ("numpy.random",),
}
# What Python or we import late, and what the lock-down would make slower or impossible to find.
_COMMON = """
    ast encodings.ascii encodings.idna encodings.latin_1 linecache tokenize traceback inspect json random math
    copy dataclasses typing contextlib functools itertools collections warnings statistics
""".split()
_SELDOM = 20_000, 20, 50
"""How many new objects it takes for a round of the collector."""
_TOOLS = ("verdict.perform", "pairs", "slices", "execute.frameworks.{}_")


class Absent(Exception):
    """The framework cannot be used in this interpreter; the text says why."""


def load(framework: str, extras: Iterable[str] = ()) -> None:
    """Import the framework, the packages that its programs will ask for, and our modules that work with it."""
    for name in _COMMON:
        importlib.import_module(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _FRAMEWORKS[framework]:
            _import(name)
        for name in (*_PARTS.get(framework, ()), *extras):
            # A job will say what it misses, if it really needs it.
            with suppress(Absent):
                _import(name)
    for tool in _TOOLS if _FRAMEWORKS[framework] else ():
        # What is wrong with one of them is told by the job that needs it.
        with suppress(Exception):
            importlib.import_module(f"..{tool.format(framework)}", __package__)
    _settle()


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name == name.partition(".")[0]:
            raise Absent(f"{error.name} is not installed") from None
        raise Absent(f"importing {name} failed: {error}") from None
    except BaseException as error:
        raise Absent(f"importing {name} failed: {type(error).__name__}: {error}"[:500]) from None


def _settle() -> None:
    """Leave what is loaded out of the collector's rounds: they would copy it page by page in every child."""
    gc.collect()
    gc.freeze()
    # The rounds that are left would still be a twentieth of the time of a program that runs for a moment.
    gc.set_threshold(*_SELDOM)
