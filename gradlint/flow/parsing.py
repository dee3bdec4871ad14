"""Parses with libcst, without what a tree fresh from the parser does not need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from gradlint.garbage import uncollected

_ONE_AT_A_TIME = threading.Lock()


def parse(source: str | bytes) -> cst.Module:
    """The tree of a module; raises what libcst raises."""
    with _ONE_AT_A_TIME, _unchecked(), uncollected():
        return cst.parse_module(source)


@contextmanager
def _unchecked() -> Iterator[None]:
    """Every node checks itself when it is made, for those who build trees by hand.

    What the parser has made is right by construction; the checks take an eighth of its time.
    """
    check = cst.CSTNode.__post_init__
    cst.CSTNode.__post_init__ = _nothing  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = check  # type: ignore[method-assign]


def _nothing(node: cst.CSTNode) -> None:
    pass
