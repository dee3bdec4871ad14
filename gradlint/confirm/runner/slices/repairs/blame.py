"""Which inputs may be to blame for an error: those that the failing line names, directly or by what led to it."""

from __future__ import annotations

import ast

from ..inputs.plan import Plan, Slot, all_slots
from ..locate.names import Function, dotted, parameters, root_name
from ..locate.setting import Setting
from ..locate.target import target_at
from ..script.try_script import Frame, Outcome


def suspects(setting: Setting, plan: Plan, outcome: Outcome, filename: str) -> list[Slot]:
    """Slots of the plan, the likeliest first; all of them are there."""
    found: list[Slot] = []
    for frame in reversed(outcome.user_frames(filename)):
        for name in _names_behind(setting.tree, frame):
            found.extend(_slots_of(name, setting, frame))
    everything = [slot for slot, _ in all_slots(plan)]
    ordered: list[Slot] = []
    for slot in [*found, *everything]:
        if plan.get(slot) is None:
            continue
        ordered.append(slot)
        ordered.extend(inner for inner in everything if inner[: len(slot)] == slot)
    return list(dict.fromkeys(ordered))


def failing_expression(tree: ast.AST, frame: Frame) -> ast.AST | None:
    """The smallest piece of code that Python blames, else the statement."""
    start, end = frame.positions
    best: ast.AST | None = None
    for node in ast.walk(tree):
        if not isinstance(node, (ast.stmt, ast.expr)) or not node.lineno <= frame.row <= (
            node.end_lineno or 0
        ):
            continue
        if isinstance(node, (*Function, ast.ClassDef)) and node.lineno != frame.row:
            continue
        exact = isinstance(node, ast.expr) and (node.col_offset, node.end_col_offset) == (start, end)
        if exact and node.lineno == frame.row:
            return node
        if isinstance(node, ast.stmt):
            best = node
    if isinstance(best, (ast.If, ast.While)):
        return best.test
    if isinstance(best, (ast.For, ast.AsyncFor)):
        return best.iter
    return best


def _names_behind(tree: ast.Module, frame: Frame) -> list[str]:
    """Names in the failing expression, then those they were computed from, nearest first."""
    expression = failing_expression(tree, frame)
    if expression is None:
        return []
    function = target_at(tree, frame.row, innermost=True).function
    names = _mentioned(expression)
    if function is None:
        return names
    sources = _assignments(function, frame.row)
    position = 0
    while position < len(names) and len(names) < 40:
        for value in sources.get(names[position], []):
            names.extend(name for name in _mentioned(value) if name not in names)
        position += 1
    return names


def _mentioned(node: ast.AST) -> list[str]:
    """Names as `x` and attributes as `self.x`, in the order of the text."""
    found: list[str] = []
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and (text := dotted(one)):
            found.append(text)
        elif isinstance(one, ast.Name):
            found.append(one.id)
    return list(dict.fromkeys(found))


def _assignments(function: ast.AST, row: int) -> dict[str, list[ast.AST]]:
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node.lineno > row:
            continue
        goals: list[ast.expr] = []
        value: ast.AST | None = None
        if isinstance(node, ast.Assign):
            goals, value = node.targets, node.value
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            goals, value = [node.target], node.value
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            goals, value = [node.target], node.iter
        if value is None:
            continue
        for goal in goals:
            for one in goal.elts if isinstance(goal, (ast.Tuple, ast.List)) else [goal]:
                name = dotted(one) or root_name(one)
                if name:
                    found.setdefault(name, []).insert(0, value)
    return found


def _slots_of(name: str, setting: Setting, frame: Frame) -> list[Slot]:
    function = target_at(setting.tree, frame.row, innermost=True).function
    own = setting.target.function
    path = tuple(name.split("."))
    if path[0] == "self" and len(path) > 1:
        return [("self", *path[1:]), ("self", path[1]), *_behind_attribute(path[1], setting)]
    if function is not None and function.name == "__init__":
        return [("init", *path), ("init", path[0])]
    if function is own or (own and own.lineno <= frame.row <= (own.end_lineno or 0)):
        if own is not None and path[0] in {arg.arg for arg in parameters(own)}:
            return [("call", *path), ("call", path[0])]
    return [("name", *path), ("name", path[0])]


def _behind_attribute(attribute: str, setting: Setting) -> list[Slot]:
    """Constructor arguments that an attribute of the object was made from."""
    owner = setting.target.owner
    found: list[Slot] = []
    for method in owner.body if owner else []:
        if not (isinstance(method, Function) and method.name == "__init__"):
            continue
        for name, values in _assignments(method, method.end_lineno or 0).items():
            if name == f"self.{attribute}":
                for value in values:
                    for inner in _mentioned(value):
                        path = tuple(inner.split("."))
                        found += [("init", *path), ("init", path[0])]
    return found
