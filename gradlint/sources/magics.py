"""Mask what IPython understands and Python does not: magics, shell escapes and help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

PYTHON_CELL_MAGICS = frozenset(
    {"capture", "debug", "ipytest", "memit", "mprun", "prun", "pyinstrument", "scalene", "snakeviz", "time"}
    | {"timeit", "wandb"}
)
"""Cell magics that run the rest of the cell as Python in the notebook's own namespace."""

_CELL_MAGIC = re.compile(r"%%(\w*)")
_TIMED = re.compile(r"%time\s+(?![\s!%-])(?!.*\\$)")
_ESCAPED = re.compile(
    r"""[%!?] | [%\w.*\[\]-]+\?\??\s*$ | (?:pip3?|conda|mamba|uv)\s+[a-z]+(?:\s+[\w."'/-]|\s*$)
    | (?:cat|cd|cp|less|ls|man|mkdir|more|mv|rm|rmdir)\s+(?!(?:and|for|if|in|is|not|or)\b)[\w./~$"'*-]""",
    re.VERBOSE,
)
"""Commands without a mark are automagic: IPython runs them as long as no variable has their name."""
_ASSIGNED = re.compile(r"([^=!%#'\"]+?)\s*=\s*[%!]")
_LEXEME = re.compile(
    r"""(?P<comment>\#) | (?P<long>\"{3}|'{3}) | "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*'
    | (?P<open>[(\[{]) | (?P<close>[)\]}])""",
    re.VERBOSE,
)
_LONG_END = {quote: re.compile(rf"(?:\\.|[^\\])*?{quote}") for quote in ('"""', "'''")}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of code and how many columns stand before it where the user wrote it."""

    text: str
    column: int = 0


@dataclass(frozen=True, slots=True)
class _Open:
    """What a line leaves open, so that the next one begins no statement."""

    quote: str = ""
    depth: int = 0
    joined: bool = False

    def __bool__(self) -> bool:
        return bool(self.quote or self.depth or self.joined)


def mask(lines: Sequence[Line]) -> list[Line]:
    """The lines as plain Python, one for one, with `pass` where something else stood."""
    masked: list[Line] = []
    # Colab lets a title or another comment stand before a cell magic.
    start = next((i for i, line in enumerate(lines) if line.text.strip() and not _is_comment(line)), 0)
    while start < len(lines) and (cell := _CELL_MAGIC.match(lines[start].text)):
        if cell[1] not in PYTHON_CELL_MAGICS:
            return [replace(line, text="") for line in lines]
        masked.extend(replace(line, text="") for line in lines[len(masked) : start])
        masked.append(replace(lines[start], text="pass"))
        start += 1
    masked.extend(_mask_lines(lines[len(masked) :]))
    return masked


def _is_comment(line: Line) -> bool:
    return line.text.lstrip().startswith("#")


def _mask_lines(lines: Sequence[Line]) -> list[Line]:
    masked: list[Line] = []
    left = _Open()
    swallowing = False
    for line in lines:
        plain = None if left else _masked(line)
        if swallowing:
            masked.append(replace(line, text=""))
        elif plain is not None:
            masked.append(plain)
        else:
            masked.append(line)
            left = _scan(line.text, left)
            continue
        # IPython, too, takes the lines after a backslash as part of the command.
        swallowing = line.text.endswith("\\")
    return masked


def _masked(line: Line) -> Line | None:
    """What stands for an escaped line; None for a line of Python."""
    body = line.text.lstrip()
    indent = line.text[: len(line.text) - len(body)]
    if timed := _TIMED.match(body):
        return Line(indent + body[timed.end() :], line.column + timed.end())
    if _ESCAPED.match(body):
        return replace(line, text=f"{indent}pass")
    if assigned := _ASSIGNED.match(body):
        return replace(line, text=f"{indent}{assigned[1]} = None")
    return None


def _scan(text: str, left: _Open) -> _Open:
    """What is open after `text`, given what was open before it."""
    quote, depth, at = left.quote, left.depth, 0
    while at < len(text):
        found = (_LONG_END[quote].match if quote else _LEXEME.search)(text, at)
        if found is None:
            break
        if quote:
            quote = ""
        elif found["comment"]:
            return _Open("", depth)
        elif found["long"]:
            quote = found["long"]
        elif found["open"]:
            depth += 1
        elif found["close"]:
            depth = max(depth - 1, 0)
        at = found.end()
    return _Open(quote, depth, text.endswith("\\"))
