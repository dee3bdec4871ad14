"""Repairs of the way taken: inputs that make the tests around the flagged row come out right."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..inputs.first_idea import argument, constructor_argument
from ..inputs.plan import Plan, Slot, describe
from ..inputs.spec import NONE, Spec, literal
from ..locate.names import defaults, dotted, parameters
from ..locate.setting import Setting
from .by_kind import constructor
from .by_shape import of_other_rank

Wish = tuple[ast.expr, bool]


def branch_repairs(setting: Setting, plan: Plan, rows: frozenset[int]) -> Iterator[Plan]:
    """Plans under which a test on the way to the flagged row comes out as it must."""
    function = setting.target.function
    if function is None:
        return
    for row in sorted(rows):
        wishes = _wishes(function.body, row)
        everything = plan
        for test, truth in wishes:
            changed = next(_granted(setting, everything, test, truth), None)
            everything = changed or everything
        if everything is not plan:
            yield everything
        for test, truth in wishes:
            yield from _granted(setting, plan, test, truth)


def _wishes(body: list[ast.stmt], row: int) -> list[Wish]:
    """Tests that decide whether a row is reached, with what they should say, the outermost first."""
    found: list[Wish] = []
    for node in body:
        if node.lineno <= row <= (node.end_lineno or node.lineno):
            found.extend(_inside(node, row))
            break
        if isinstance(node, ast.If) and _leaves(node.body):
            found.append((node.test, False))
        elif isinstance(node, ast.If) and _leaves(node.orelse):
            found.append((node.test, True))
    return found


def _inside(node: ast.stmt, row: int) -> list[Wish]:
    if isinstance(node, ast.If):
        if any(one.lineno <= row <= (one.end_lineno or 0) for one in node.body):
            return [(node.test, True), *_wishes(node.body, row)]
        if node.orelse and row >= node.orelse[0].lineno:
            return [(node.test, False), *_wishes(node.orelse, row)]
        return []
    found: list[Wish] = []
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            found.extend(_wishes([one for one in inner if isinstance(one, ast.stmt)], row))
    return found


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _granted(setting: Setting, plan: Plan, test: ast.expr, truth: bool) -> Iterator[Plan]:
    """Plans under which one test comes out as wished."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _granted(setting, plan, test.operand, not truth)
    elif isinstance(test, ast.BoolOp):
        all_needed = isinstance(test.op, ast.And) == truth
        if not all_needed:
            for part in test.values:
                yield from _granted(setting, plan, part, truth)
            return
        changed = plan
        for part in test.values:
            changed = next(_granted(setting, changed, part, truth), changed)
        if changed is not plan:
            yield changed
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        yield from _compared(setting, plan, test, truth)
    else:
        for slot in _slots(test, setting):
            yield from _set(setting, plan, slot, truth)


def _compared(setting: Setting, plan: Plan, test: ast.Compare, truth: bool) -> Iterator[Plan]:
    operator, right = test.ops[0], test.comparators[0]
    negative = isinstance(operator, (ast.NotEq, ast.IsNot, ast.NotIn, ast.Lt, ast.LtE))
    positive = truth != negative
    nothing = isinstance(right, ast.Constant) and right.value is None
    for slot in _slots(test.left, setting):
        if nothing:
            yield from _set(setting, plan, slot, not positive)
            continue
        options = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [right]
        values: list[object] = [one.value for one in options if isinstance(one, ast.Constant)]
        if _asks_for_axes(test.left):
            spec = plan.get(slot)
            ranks = values if positive else [rank for rank in (2, 3, 4, 1) if rank not in values]
            for rank in ranks:
                if spec is not None and spec.kind == "tensor" and isinstance(rank, int):
                    yield plan.put(
                        slot,
                        spec.reshaped(*of_other_rank(spec.shape, rank)),
                        f"{describe(slot)} has {rank} axes",
                    )
        elif positive:
            for value in values:
                yield plan.put(slot, literal(value), f"{describe(slot)} is {value!r}")
        else:
            others = _other_values(setting, values)
            for value in others:
                yield plan.put(slot, literal(value), f"{describe(slot)} is {value!r}")


def _other_values(setting: Setting, values: list[object]) -> list[object]:
    if not any(isinstance(value, str) for value in values):
        return [value + 1 for value in values if isinstance(value, (int, float))]
    strings: list[object] = []
    for node in ast.walk(setting.target.owner or setting.target.function or setting.tree):
        if isinstance(node, ast.Compare):
            strings += [
                one.value
                for one in ast.walk(node)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
    return [one for one in dict.fromkeys(strings) if one not in values]


def _asks_for_axes(node: ast.expr) -> bool:
    text = ast.unparse(node)
    return text.endswith((".dim()", ".ndim", ".ndimension()")) or (
        text.startswith("len(") and ".shape" in text
    )


def _slots(node: ast.expr, setting: Setting) -> list[Slot]:
    """Inputs that a test looks at."""
    found: list[Slot] = []
    function = setting.target.function
    assert function is not None
    own = {arg.arg for arg in parameters(function)}
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and dotted(one).startswith("self."):
            found.extend(_behind(one.attr, setting))
        elif isinstance(one, ast.Name) and one.id in own and one.id != "self":
            found.append(("call", one.id))
    return list(dict.fromkeys(found))


def _behind(attribute: str, setting: Setting) -> list[Slot]:
    """The constructor arguments of an attribute, else the attribute itself."""
    init = constructor(setting)
    found: list[Slot] = []
    own = {arg.arg for arg in parameters(init)} if init else set()
    for node in ast.walk(init) if init else ():
        if isinstance(node, ast.Assign) and any(dotted(goal) == f"self.{attribute}" for goal in node.targets):
            found += [
                ("init", one.id)
                for one in ast.walk(node.value)
                if isinstance(one, ast.Name) and one.id in own
            ]
    return [*found, ("self", attribute)]


def _set(setting: Setting, plan: Plan, slot: Slot, truth: bool) -> Iterator[Plan]:
    """A slot that is (or is not) given, or is true or false."""
    place, name = slot[0], slot[1]
    if place == "self":
        if name == "training":
            yield plan.but(
                f"the module is in {'training' if truth else 'evaluation'} mode", evaluating=not truth
            )
        else:
            yield plan.put(slot, literal(truth), f"self.{name} is {truth}")
        return
    function = constructor(setting) if place == "init" else setting.target.function
    if function is None:
        return
    default = defaults(function).get(name)
    if not truth:
        if default is not None and not (isinstance(default, ast.Constant) and default.value):
            yield plan.put(slot, None, f"{describe(slot)} is not given")
        else:
            yield plan.put(slot, NONE, f"{describe(slot)} is None")
            yield plan.put(slot, literal(False), f"{describe(slot)} is False")
        return
    if isinstance(default, ast.Constant) and isinstance(default.value, bool):
        yield plan.put(slot, literal(True), f"{describe(slot)} is True")
        return
    annotation = next((arg.annotation for arg in parameters(function) if arg.arg == name), None)
    make = argument if place == "call" else constructor_argument
    value: Spec = make(name, function, annotation)
    if value == literal(False):
        value = literal(True)
    yield plan.put(slot, value, f"{describe(slot)} is given")
    yield plan.put(slot, literal(True), f"{describe(slot)} is True")
