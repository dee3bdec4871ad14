"""What objects of other files hold: the parameters that a finding names by a class and an attribute of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

Away = tuple[str, str, str]
"""The name, the class that has it (empty if the file itself does) and the file."""
MOST_THINGS = 4000
MOST_DEEP = 8


def named_away(roots: Iterable[Any], away: tuple[Away, ...]) -> Iterator[Any]:
    """What has one of these names, in an object that can be reached or in a module that was imported."""
    owners = {(owner, file) for _, owner, file in away if owner}
    things = list(_reached(roots)) if owners else []
    for name, owner, file in away:
        path = name.split(".")
        if owner and path[0] == "self":
            yield from _found((each for each in things if _is_of(each, owner, file)), path[1:])
        elif not owner and name:
            yield from _found((each for each in list(sys.modules.values()) if _lies_in(each, file)), path)


def _found(things: Iterable[Any], path: list[str]) -> Iterator[Any]:
    for thing in things:
        for attribute in path:
            thing = getattr(thing, attribute, None)
        if thing is not None:
            yield thing


def _is_of(thing: Any, owner: str, file: str) -> bool:
    return any(
        kind.__name__ == owner and _lies_in(sys.modules.get(kind.__module__), file)
        for kind in type(thing).__mro__
    )


def _lies_in(module: Any, file: str) -> bool:
    place = getattr(module, "__file__", None)
    return isinstance(place, str) and os.path.realpath(place) == file


def _reached(roots: Iterable[Any]) -> Iterator[Any]:
    seen: set[int] = set()
    waiting = [(root, 0) for root in roots]
    while waiting and len(seen) < MOST_THINGS:
        thing, depth = waiting.pop()
        if id(thing) in seen or depth > MOST_DEEP:
            continue
        seen.add(id(thing))
        if isinstance(thing, dict):
            waiting += [(each, depth + 1) for each in thing.values()]
        elif isinstance(thing, (list, tuple)):
            waiting += [(each, depth + 1) for each in thing]
        elif hasattr(thing, "__dict__") and not isinstance(thing, type):
            yield thing
            waiting += [(each, depth + 1) for each in list(vars(thing).values())]
