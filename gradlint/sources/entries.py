"""Scripts that start a program: what they ask for may be written in the modules that they import.

`train.py` builds a model, hands it to a trainer and names neither a framework nor a gradient. It is found out from
the bytes of the files around it, without a parse.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from gradlint.core.files import read_bytes
from gradlint.core.records import dataclass

MOST_FILES = 40
"""Modules that are looked at for one script."""
_ABOVE = 3
"""How far above a script its imports may start."""
_INSTALLED = ("site-packages", "dist-packages")
"""What lies there beside a package is not of its project."""
_STARTS = re.compile(
    rb"^(?:for|while|with)\b|^[\w.]*(?:main|run|train|fit|learn|solve|step|launch|fire)\w*\(",
    re.MULTILINE,
)
"""A loop, or a call that sounds like work; a library calls functions as well when it is imported."""
_FROM = re.compile(
    rb"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(?:\(([^()]*)\)|([^\n;#]*))", re.MULTILINE
)
_IMPORT = re.compile(rb"^[ \t]*import[ \t]+([^\n;#]*)", re.MULTILINE)
_NAME = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Reached:
    """Whether a module that a script leads to is of a certain kind, and the files on which the answer rests."""

    found: bool
    consulted: tuple[str, ...] = ()


def starts_program(data: bytes, path: str) -> bool:
    """Whether a file is run by itself: it says so, or it does something and belongs to no package."""
    if b"__main__" in data:
        return True
    if _STARTS.search(data) is None:
        return False
    return not os.path.isfile(os.path.join(os.path.dirname(path), "__init__.py"))


def reaches(data: bytes, path: str, fits: Callable[[bytes], bool]) -> Reached:
    """Whether one of the modules of its own project that a script imports, or that those import, fits."""
    absolute = os.path.abspath(path)
    roots = _roots(os.path.dirname(absolute))
    waiting, seen = [(data, absolute)], {absolute}
    consulted: dict[str, None] = {}
    while waiting:
        text, file = waiting.pop(0)
        for candidate in _imported(text, file, roots):
            if candidate in seen:
                continue
            seen.add(candidate)
            consulted[candidate] = None
            try:
                inner = read_bytes(candidate)
            except OSError:
                continue
            if fits(inner):
                return Reached(True, tuple(consulted))
            if len(waiting) < MOST_FILES and len(seen) < 4 * MOST_FILES:
                waiting.append((inner, candidate))
    return Reached(False, tuple(consulted))


def _roots(folder: str) -> list[str]:
    found = [folder]
    for _ in range(_ABOVE):
        folder = os.path.dirname(folder)
        if os.path.basename(folder) in _INSTALLED:
            break
        found.append(folder)
    return list(dict.fromkeys([*found, *(os.path.join(each, "src") for each in found)]))


def _imported(data: bytes, file: str, roots: list[str]) -> Iterator[str]:
    """The files of the project that a text imports, as far as its import statements say."""
    for dots, module, listed, plain in _FROM.findall(data):
        parts = [each for each in module.decode(errors="replace").split(".") if each]
        names = _NAME.findall((listed or plain).decode(errors="replace"))
        bases = [_folder_above(file, len(dots))] if dots else roots
        for base in bases:
            found = list(_modules(base, parts, names))
            if found:
                yield from found
                break
    for listed in _IMPORT.findall(data):
        for each in listed.decode(errors="replace").split(","):
            parts = each.split(" as ")[0].strip().split(".")
            for base in roots:
                found = list(_modules(base, parts, ()))
                if found:
                    yield from found
                    break


def _folder_above(file: str, level: int) -> str:
    folder = os.path.dirname(file)
    for _ in range(level - 1):
        folder = os.path.dirname(folder)
    return folder


def _modules(base: str, parts: list[str], names: list[str] | tuple[str, ...]) -> Iterator[str]:
    inner = os.path.join(base, *parts)
    candidates = [f"{inner}.py"] if parts else []
    if os.path.isdir(inner):
        candidates.append(os.path.join(inner, "__init__.py"))
        candidates.extend(os.path.join(inner, f"{name}.py") for name in names)
        candidates.extend(os.path.join(inner, name, "__init__.py") for name in names)
    yield from (each for each in candidates if os.path.isfile(each))
