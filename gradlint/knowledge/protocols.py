"""Protocols of training libraries: what may follow on what, as automata that are data."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from typing import Literal

from gradlint.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    to: str
    says: str = ""
    """The misuse that this move is; none where it is as it should be."""
    at: Literal["here", "before"] = "here"
    """Where the mistake is: in what happens now, or in what led to the state before."""


@dataclass(frozen=True, slots=True)
class Protocol:
    name: str
    start: str
    moves: Mapping[tuple[str, str], Move]
    """By the state and what happens in it; whatever is not listed changes nothing."""
    empty: str = ""
    """A state with nothing in it: a loop that does not run leaves it, and what follows has nothing to work on."""


@cache
def protocol(name: str) -> Protocol:
    raw = pkgutil.get_data(__package__, f"data/protocols/{name}.toml")
    assert raw is not None, name
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    data = toml.loads(raw.decode())
    moves = {
        (state, move["on"]): Move(move["to"], move.get("says", ""), move.get("at", "here"))
        for move in data["move"]
        for state in move["from"]
    }
    return Protocol(name, data["start"], moves, data.get("empty", ""))
