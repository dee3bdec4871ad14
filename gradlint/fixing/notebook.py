"""Change the source of single notebook cells and leave every other byte of the file as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

_SPACE = re.compile(r"[ \t\r\n]*")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def with_cells(text: str, change: Callable[[int, str], str]) -> str:
    """The document with `change(number, source)` as the source of each code cell; cells count from 1."""
    made: list[str] = []
    at = 0
    for number, start, end in _sources(text):
        old = json.loads(text[start:end])
        source = "".join(old) if isinstance(old, list) else old
        new = change(number, source)
        if new != source:
            made += [text[at:start], _written(new, text[start:end], text.isascii())]
            at = end
    return "".join([*made, text[at:]])


def _sources(text: str) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of the source of each code cell."""
    for number, (start, _) in enumerate(_cells(text), 1):
        members = dict(_members(text, start))
        if "cell_type" in members and json.loads(text[slice(*members["cell_type"])]) == "code":
            where = members.get("source", members.get("input"))
            if where is not None:
                yield number, *where


def _cells(text: str) -> Iterator[tuple[int, int]]:
    top = dict(_members(text, _skip(text, 0)))
    if "cells" in top:
        yield from _items(text, top["cells"][0])
    for sheet, _ in _items(text, top["worksheets"][0]) if "cells" not in top and "worksheets" in top else ():
        inside = dict(_members(text, sheet))
        if "cells" in inside:
            yield from _items(text, inside["cells"][0])


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at


def _value(text: str, at: int) -> tuple[int, int]:
    """Where the JSON value that begins here, behind white space, begins and ends."""
    start = _skip(text, at)
    _, end = json.JSONDecoder().raw_decode(text, start)
    return start, end


def _members(text: str, at: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The keys of the object that begins here, and where their values stand."""
    if text[at : at + 1] != "{":
        return
    at = _skip(text, at + 1)
    while text[at] == '"':
        key_start, key_end = _value(text, at)
        where = _value(text, _skip(text, key_end) + 1)
        yield json.loads(text[key_start:key_end]), where
        at = _skip(text, where[1])
        if text[at] != ",":
            return
        at = _skip(text, at + 1)


def _items(text: str, at: int) -> Iterator[tuple[int, int]]:
    if text[at : at + 1] != "[":
        return
    at = _skip(text, at + 1)
    while text[at] != "]":
        where = _value(text, at)
        yield where
        at = _skip(text, where[1])
        if text[at] == ",":
            at = _skip(text, at + 1)


def _written(source: str, old: str, ascii_only: bool) -> str:
    """The new source in the manner of the old: one string or one per line, spaced as before."""

    def quoted(line: str) -> str:
        return json.dumps(line, ensure_ascii=ascii_only)

    if not old.startswith("["):
        return quoted(source)
    lines = _LINES.findall(source)
    if not lines:
        return "[]"
    first = old[1 : _skip(old, 1)]
    last = re.search(r"[ \t\r\n]*(?=\]$)", old)
    end = last[0] if last is not None else ""
    return f"[{first}" + f",{first or ' '}".join(map(quoted, lines)) + f"{end}]"
