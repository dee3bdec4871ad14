"""Parses with libcst, without what a tree fresh from the parser does not need.

A long text is parsed in pieces of a few definitions each. While libcst parses, it needs ten times the memory of the
tree that comes out, and the longest file would decide what a whole run takes.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.project.libcst_hooks import shared_whitespace, unchecked
from gradlint.core.garbage import is_own_process, uncollected

PIECE = 8_000
"""Characters from which a piece may end before the next definition."""
_BETWEEN = re.compile(r"\n\n+(?=def |class |@|async def )")
"""Empty lines before a definition at the left margin, unless they are part of a string."""
_ONE_AT_A_TIME = threading.Lock()
_Body = list[cst.SimpleStatementLine | cst.BaseCompoundStatement]


def parse(source: str) -> cst.Module:
    """The tree of a module; raises what libcst raises."""
    pieces = list(_pieces(source)) if len(source) > PIECE else [source]
    # Nobody else could meet the whitespace that many places share, where the process is ours alone.
    with _ONE_AT_A_TIME, unchecked(), uncollected(), shared_whitespace(is_own_process()):
        return _joined(pieces) or cst.parse_module(source)


def _pieces(text: str) -> Iterator[str]:
    begun = 0
    for found in _BETWEEN.finditer(text):
        end = found.start() + 1
        if end - begun < PIECE:
            continue
        before = text[text.rfind("\n", 0, end - 1) + 1 : end].strip()
        if before and not before.startswith("#"):  # a comment may belong to what follows
            yield text[begun:end]
            begun = end
    yield text[begun:]


def _joined(pieces: list[str]) -> cst.Module | None:
    """The tree of all pieces as if they had been parsed in one; None if that cannot be told."""
    if len(pieces) == 1:
        return None
    body: _Body = []
    parsed: cst.Module | None = None
    first: cst.Module | None = None
    for piece in pieces:
        try:
            parsed = cst.parse_module(piece)
        except cst.ParserSyntaxError:
            return None  # a piece ends inside of a string, or the text is no Python: the whole of it tells
        first = first or parsed
        if not parsed.body or _style(parsed) != _style(first) or (parsed.footer and piece is not pieces[-1]):
            return None
        body.extend(parsed.body if parsed is first else _with_header(parsed))
    assert first is not None and parsed is not None
    return first.with_changes(
        body=body, footer=parsed.footer, has_trailing_newline=parsed.has_trailing_newline
    )


def _style(module: cst.Module) -> tuple[str, str]:
    return module.default_indent, module.default_newline


def _with_header(module: cst.Module) -> _Body:
    """The statements of a piece that is not the first: what stands above them belongs to the first of them."""
    first, *others = module.body
    return [first.with_changes(leading_lines=(*module.header, *first.leading_lines)), *others]
