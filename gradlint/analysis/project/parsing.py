"""Parses with libcst, without what a tree fresh from the parser does not need."""

from __future__ import annotations

import threading

import libcst as cst

from gradlint.analysis.project.libcst_hooks import unchecked
from gradlint.core.garbage import uncollected

_ONE_AT_A_TIME = threading.Lock()


def parse(source: str | bytes) -> cst.Module:
    """The tree of a module; raises what libcst raises."""
    with _ONE_AT_A_TIME, unchecked(), uncollected():
        return cst.parse_module(source)
