"""All that gradlint uses of libcst beyond its documented interface; `pyproject.toml` bounds the version by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst._nodes.internal import CodegenState

__all__ = ["CodegenState", "unchecked", "write"]


@contextmanager
def unchecked() -> Iterator[None]:
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


def write(module: cst.Module, state: CodegenState) -> None:
    """Generate the code of a module into a state that listens."""
    module._codegen(state)
