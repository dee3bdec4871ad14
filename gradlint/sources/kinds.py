"""Which kind of unit a file becomes, told by the ending of its name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from gradlint.sources.unit import Kind

KINDS: Mapping[str, Kind] = MappingProxyType(
    {"py": "python", "ipynb": "notebook", "md": "markdown", "markdown": "markdown"}
)
NO_EXTRA: Mapping[str, Kind] = MappingProxyType({})

_STUB = "pyi"


def ending(path: str) -> str:
    """The ending of a file name, in lower case and without its dot."""
    return os.path.splitext(path)[1][1:].lower()


def kind_of(path: str, extra: Mapping[str, Kind] = NO_EXTRA) -> Kind | None:
    """The kind that the name tells, where `extra` goes before what gradlint knows."""
    last = ending(path)
    return extra.get(last) or KINDS.get(last)


def is_stub(path: str, extra: Mapping[str, Kind] = NO_EXTRA) -> bool:
    """Type stubs hold no code that runs, so nothing in them can break a gradient."""
    last = ending(path)
    return last == _STUB and last not in extra
