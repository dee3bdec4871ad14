"""Does what a reproduction computes depend on what it is given? If not, that it has no gradient proves nothing."""

from __future__ import annotations

import ast
import copy
from typing import Any

from ...execute.launch import Launch
from ...execute.program import SCAFFOLD
from .assemble import Written
from .try_script import run

_STILL = 0.8
_MOVED = 0.81
"""The factor in the expression of every made-up tensor."""
_MOVE_PARAMETERS = """
for parameter in getattr(subject, "parameters", list)():
    parameter.data.mul_(1.01)
"""


def depends(written: Written, filename: str, text: str, launch: Launch, seconds: float) -> bool:
    """Whether the result changes when inputs and parameters are moved a little."""
    still = _value(_without_ask(written, moved=False), filename, text, launch, seconds)
    moved = _value(_without_ask(written, moved=True), filename, text, launch, seconds)
    return still is not None and moved is not None and still != moved


def _value(tree: ast.Module, filename: str, text: str, launch: Launch, seconds: float) -> float | None:
    outcome = run(tree, filename, text, launch.roots, seconds, launch.package)
    names: dict[str, Any] = outcome.namespace
    if outcome.error is not None or "result" not in names:
        return None
    try:
        return float(names["total"](names["result"]))
    except Exception:  # what cannot be a number cannot be compared
        return None


def _without_ask(written: Written, moved: bool) -> ast.Module:
    tree = copy.deepcopy(written.tree)
    tree.body = [node for node in tree.body if node.lineno != written.asked_row]
    if not moved:
        return tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value == _STILL and node.lineno >= SCAFFOLD:
            node.value = _MOVED
    for position, node in enumerate(tree.body):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "subject":
            tree.body[position + 1 : position + 1] = ast.parse(_MOVE_PARAMETERS).body
            break
    return ast.fix_missing_locations(tree)
