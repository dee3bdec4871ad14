"""Make Python of a piece of code that was cut out of something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gradlint.sources.magics import Line, mask
from gradlint.sources.syntax import Fault, fault


@dataclass(frozen=True, slots=True)
class Snippet:
    """As many lines as went in; all of them blank if there is a fault."""

    lines: tuple[Line, ...]
    fault: Fault | None = None
    """Its column is the user's, with what stood before the code counted in."""


def snippet(lines: Sequence[Line]) -> Snippet:
    """The code as it stands if that is Python, else without common indent and IPython syntax."""
    if fault(_text(lines)) is None:
        return Snippet(tuple(lines))
    plain = mask(_dedented(lines))
    found = fault(_text(plain))
    if found is None:
        return Snippet(tuple(plain))
    shift = plain[found.row - 1].column if found.row <= len(plain) else 0
    return Snippet(blank(lines), Fault(found.row, max(found.column + shift, 0), found.message))


def blank(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(Line("") for _ in lines)


def _text(lines: Sequence[Line]) -> str:
    return "\n".join(line.text for line in lines)


def _dedented(lines: Sequence[Line]) -> list[Line]:
    filled = [line.text for line in lines if line.text.strip()]
    indents = [text[: len(text) - len(text.lstrip(" \t"))] for text in filled]
    common = min(indents, key=len, default="")
    if not all(indent.startswith(common) for indent in indents):
        return list(lines)
    # IPython takes the indent of the first line from every line that has it.
    removed = common or (indents[0] if indents else "")
    return [_outdented(line, removed) for line in lines]


def _outdented(line: Line, indent: str) -> Line:
    if not line.text.strip():
        return Line("")
    if not line.text.startswith(indent):
        return line
    return Line(line.text.removeprefix(indent), line.column + len(indent))
