"""All that gradlint uses of libcst beyond its documented interface; `pyproject.toml` bounds the version by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst._nodes.internal import CodegenState

__all__ = ["CodegenState", "shared_whitespace", "unchecked", "write"]


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


@contextmanager
def shared_whitespace(yes: bool) -> Iterator[None]:
    """A third of all nodes are spaces between two others, nearly all of them alike: one of each kind will do.

    The parser looks for the classes of its nodes by their names in libcst.
    """
    if not yes:
        yield
        return
    kind = cst.SimpleWhitespace
    cst.SimpleWhitespace = _space  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        cst.SimpleWhitespace = kind  # type: ignore[misc]


_Space = cst.SimpleWhitespace
_SPACES: dict[str, cst.SimpleWhitespace] = {}


def _space(*, value: str) -> cst.SimpleWhitespace:
    known = _SPACES.get(value)
    if known is None:
        known = _Space(value)
        if len(_SPACES) < 1_000:
            _SPACES[value] = known
    return known


def _nothing(node: cst.CSTNode) -> None:
    pass


def write(module: cst.Module, state: CodegenState) -> None:
    """Generate the code of a module into a state that listens."""
    module._codegen(state)
