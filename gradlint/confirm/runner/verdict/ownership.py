"""Whether what was measured belongs to the user's program: the source of the finding, or a value that we made up."""

from __future__ import annotations

import ast
import re

from ..execute.expectation import HELD
from ..execute.program import SCAFFOLD, Focus, Program
from .symptoms import Symptom

ONLY_THE_OPERATION = "only the operation was executed, on values that were made up"
ONLY_A_PART = "only a part of the program was executed, and the rest may make it right"
NOT_ITS_SOURCE = "measured on a value that was made up, not on a parameter of this program"
NOT_AUTOGRAD = "the inputs were made up, and an exception like this one may be theirs"
_GIVEN = re.compile(r"^(given_|subject\.)")


def made_up(level: str, program: Program, focus: Focus, symptom: Symptom, invented: bool, bare: bool) -> str:
    """Why a symptom illustrates the finding and does not prove it; empty if it proves it.

    `focus` is the finding as it was reported, with the names of the user; `invented` says that some value was made up,
    and `bare` that the object under test was made without its own constructor.
    """
    if level == "program" or (level == "slice" and not invented and not symptom.measured):
        return ""
    if level == "operation":
        return ONLY_THE_OPERATION
    if symptom.measured:
        return ONLY_A_PART
    if symptom.gradient is not None:
        asked = symptom.gradient.asked
        own = 0 < asked.row < SCAFFOLD or _is_named(asked.source, focus)
        return "" if own and not (bare and asked.row >= SCAFFOLD) else NOT_ITS_SOURCE
    if symptom.problem is not None:
        if not symptom.problem.gradient_error:
            return NOT_AUTOGRAD
        return "" if _is_there(program, focus) else NOT_ITS_SOURCE
    if focus.predicted.shows in HELD:
        return NOT_ITS_SOURCE if bare else ""
    return "" if _is_there(program, focus) else NOT_ITS_SOURCE


def _is_named(source: str, focus: Focus) -> bool:
    """Whether a source of a reproduction is what the finding calls by the same name: an argument, an attribute."""
    own = users_name(source)
    roots = {own, own.partition("[")[0], own.partition(".")[0], ".".join(own.split(".")[:2])}
    return bool(roots & set(focus.names))


def _is_there(program: Program, focus: Focus) -> bool:
    """Whether the statement where the finding's source comes from is part of what was executed, or an argument is."""
    rows = {node.lineno for node in ast.walk(program.parsed()) if isinstance(node, (ast.stmt, ast.arg))}
    arguments = {node.arg for node in ast.walk(program.parsed()) if isinstance(node, ast.arg)}
    entered = any(first in rows for first, _, _, _ in focus.enters)
    return entered or bool(arguments & set(focus.names))


def users_name(source: str) -> str:
    """What the user calls a value of a reproduction."""
    return _GIVEN.sub(lambda found: "" if found[1] == "given_" else "self.", source)
