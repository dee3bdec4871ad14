"""Writes a JSON array entry by entry, so that a report begins before the last file has been read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator


def array(entries: Iterable[object], depth: int = 0) -> Iterator[str]:
    """The pieces of an indented array; `depth` says how far the line it begins on is indented."""
    margin = "\n" + "  " * depth
    before = "["
    for entry in entries:
        # A line break inside a text is written as \n, so each one here belongs to the layout.
        text = json.dumps(entry, indent=2).replace("\n", f"{margin}  ")
        yield f"{before}{margin}  {text}"
        before = ","
    yield "[]" if before == "[" else f"{margin}]"
