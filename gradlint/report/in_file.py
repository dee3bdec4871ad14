"""Where a finding stands in the file on disk, for programs that know files and lines but no cells.

A notebook is a file of JSON. Jupyter writes each source line on a line of its own, and there a review
tool can show it; positions inside such a line would be those of the JSON text, so there are none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gradlint.core.model import Span
from gradlint.sources.lines import split_lines

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]', re.DOTALL)
_SOURCES = ("source", "input")
"""What the text of a cell is called, today and in format 3."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a file, both included, and the columns (the end exclusive) where they are known."""

    first: int
    last: int
    columns: tuple[int, int] | None = None


class FilePlaces:
    """The places of one file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def of(self, span: Span) -> Stretch:
        start, end = span.start, span.end
        if span.cell is None:
            # What ends before the first column of a line does not reach it.
            last = end.row - 1 if end.column == 1 and end.row > start.row else end.row
            return Stretch(start.row, last, (start.column, end.column) if last == end.row else None)
        first = self._rows.get((span.cell, start.row), 1)
        return Stretch(first, max(first, self._rows.get((span.cell, end.row), first)))

    @cached_property
    def _rows(self) -> Mapping[tuple[int, int], int]:
        """The line of the file for each row of each cell; nothing if the file cannot be read."""
        try:
            with open(self._path, encoding="utf-8-sig") as file:
                return dict(_rows(file.read()))
        except (OSError, ValueError):
            return {}


def _rows(text: str) -> Iterator[tuple[tuple[int, int], int]]:
    row, before = 1, 0
    for cell, line, piece in _pieces(text):
        if cell != before:
            row, before = 1, cell
        # A piece that ends with a line break names the row after it as well, until the next piece does.
        for extra in range(len(split_lines(piece))):
            yield (cell, row + extra), line
        row += extra


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """The texts that cells are made of: number of the cell, line of the file, text."""
    frames: list[_Frame] = []
    cell, line, counted = 0, 1, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "{[":
            cell += word == "{" and _is_list_of_cells(frames)
            frames.append(_Frame(word))
        elif word in "}]":
            del frames[-1:]
        elif word == ",":
            if frames and frames[-1].opening == "{":
                frames[-1].key = None
        elif frames and frames[-1].opening == "{" and frames[-1].key is None:
            frames[-1].key = json.loads(word)
        elif word != ":" and _is_source(frames):
            line += text.count("\n", counted, token.start())
            counted = token.start()
            yield cell, line, json.loads(word)


@dataclass(slots=True)
class _Frame:
    """An object or a list that is being read, and the key of an object whose value comes now."""

    opening: str
    key: str | None = None


def _is_list_of_cells(frames: Sequence[_Frame]) -> bool:
    """Whether this is the list of all cells; format 3 kept one in each worksheet."""
    keys = [frame.key for frame in frames]
    return keys == ["cells", None] or keys == ["worksheets", None, "cells", None]


def _is_source(frames: Sequence[_Frame]) -> bool:
    """Whether a text here is the source of a cell, or a piece of it."""
    inner = frames[:-1] if frames and frames[-1].opening == "[" else frames
    return bool(inner) and inner[-1].key in _SOURCES and _is_list_of_cells(inner[:-1])
