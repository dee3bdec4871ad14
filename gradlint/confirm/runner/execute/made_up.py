"""Whether something that we made up takes part in what a program did.

Slices put stand-ins in the place of what cannot be imported or built. What goes wrong with one of them says nothing
about the user's code: the classes of our own carry `made_up`, and count the values that they hand to the program.
"""

from __future__ import annotations

import ast
import linecache
import re
import traceback
from collections.abc import Iterator, Mapping
from types import FrameType, TracebackType
from typing import Any

from .program import SCAFFOLD

NAMES = ("Standin", "Surrogate", "Bare")
"""What the slices call their classes; see `slices.absent`, the dialects and `slices.assemble`."""


def forget_what_was_handed() -> None:
    """Start to count: what an earlier run of the same script was given does not count for this one."""
    for kind in _generations():
        kind.handed = 0


def _generations() -> Iterator[Any]:
    """Every run defines its stand-ins anew, and modules that were imported before keep the older ones."""
    for kind in object.__subclasses__():
        if kind.__name__ == NAMES[0] and vars(kind).get("made_up") is True:
            yield kind


def takes_part(raised: BaseException, filename: str) -> bool:
    """Whether a stand-in raised this, was worked with where it was raised, or had handed something over before."""
    walked = list(traceback.walk_tb(raised.__traceback__))
    frames = [frame for frame, _ in walked]
    if any(row >= SCAFFOLD for frame, row in walked if frame.f_code.co_filename == filename):
        if _meets_what_was_left_out(raised, filename):
            return True
    kinds = [kind for frame in frames for kind in _classes(frame.f_globals)]
    if not kinds:
        return False
    if any(is_made_up(frame.f_locals.get("self")) for frame in frames):
        return True
    said = str(raised)
    if any(re.search(rf"\b{kind.__name__}\b", said) for kind in kinds):
        return True
    if any(kind.handed > 0 for kind in _generations()):
        return True
    return any(map(is_made_up, _operands(raised, filename)))


def is_made_up(value: Any) -> bool:
    """An object of the user's own class that lacks its constructor is ours only where its class is blamed."""
    return vars(type(value)).get("made_up") is True


def _classes(names: Mapping[str, Any]) -> Iterator[type]:
    for name in NAMES:
        found = names.get(name)
        if isinstance(found, type) and "made_up" in vars(found):
            yield found


def _operands(raised: BaseException, filename: str) -> Iterator[Any]:
    """What the names in the innermost expression of the user hold; nothing is called to find out."""
    inside = _innermost(raised, filename)
    if inside is not None:
        for node in _named_in(_text(inside, filename)):
            yield from _held(node, inside.tb_frame)


def _innermost(raised: BaseException, filename: str) -> TracebackType | None:
    trace, inside = raised.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            inside = trace
        trace = trace.tb_next
    return inside


def _meets_what_was_left_out(raised: BaseException, filename: str) -> bool:
    """Whether it works with an argument that is None because whoever called the function, we, left it out."""
    inside = _innermost(raised, filename)
    if inside is None:
        return False
    code = inside.tb_frame.f_code
    given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    named = {node.id for node in _named_in(_text(inside, filename)) if isinstance(node, ast.Name)}
    return any(name in given and inside.tb_frame.f_locals.get(name, 0) is None for name in named)


def _text(trace: TracebackType, filename: str) -> str:
    """The expression that failed, where Python knows it, else its line."""
    line = linecache.getline(filename, trace.tb_lineno)
    code = trace.tb_frame.f_code
    if not hasattr(code, "co_positions"):
        return line
    first, last, start, end = list(code.co_positions())[trace.tb_lasti // 2]
    return line.encode()[start:end].decode(errors="replace") if first == last else line


def _named_in(line: str) -> list[ast.expr]:
    """Names and attributes in a line; one that is only part of a statement is read as far as it goes."""
    text = line.strip()
    for attempt in (text, f"{text} pass", f"{text.rstrip('([{,')}"):
        try:
            tree = ast.parse(attempt)
        except (SyntaxError, ValueError):
            continue
        return [node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute))]
    return [ast.Name(word, ast.Load()) for word in re.findall(r"[A-Za-z_]\w*", text)]


def _held(node: ast.expr, frame: FrameType) -> Iterator[Any]:
    if isinstance(node, ast.Name):
        for names in (frame.f_locals, frame.f_globals):
            if node.id in names:
                yield names[node.id]
                return
    elif isinstance(node, ast.Attribute):
        for owner in _held(node.value, frame):
            if is_made_up(owner):
                yield owner
            held = getattr(owner, "__dict__", {})
            modules = held.get("_modules") or {}
            if node.attr in held:
                yield held[node.attr]
            elif isinstance(modules, dict) and node.attr in modules:
                yield modules[node.attr]
