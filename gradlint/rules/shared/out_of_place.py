"""A write in place, written out of place."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability
from gradlint.rules.shared.aliases import is_lost, only_here
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.evidence import loops, targets, uses
from gradlint.rules.shared.patch import Change, Patch

OPERATORS = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.MatrixMultiplyAssign: "@",
}


_PRODUCTS = (cst.Multiply, cst.Divide, cst.Power, cst.MatrixMultiply, cst.Modulo, cst.FloorDivide)


def statement_of(
    bench: Bench, node: cst.CSTNode
) -> tuple[cst.SimpleStatementLine, cst.BaseSmallStatement] | None:
    line = bench.text.alone(node)
    return (line, line.body[0]) if line is not None else None


def out_of_place(bench: Bench, node: cst.CSTNode) -> list[Change] | None:
    """`x.mul_(2)` as `x = x.mul(2)`, `x += 1` as `x = x + 1`, for a plain name or attribute."""
    found = statement_of(bench, node)
    if found is None:
        return None
    _, statement = found
    if isinstance(statement, cst.AugAssign):
        operator = OPERATORS.get(type(statement.operator))
        if operator is None or not isinstance(statement.target, (cst.Name, cst.Attribute)):
            return None
        return [bench.replace(statement, _operated(bench, statement, operator))]
    call = statement.value if isinstance(statement, (cst.Expr, cst.Assign)) else None
    named = method(call) if call is not None else None
    if named is None or call is not node or not named[1].endswith("_") or not isinstance(call, cst.Call):
        return None
    receiver, name = named
    if not isinstance(receiver, (cst.Name, cst.Attribute)) or not isinstance(call.func, cst.Attribute):
        return None
    plain = plain_name(name)
    if plain is None:
        return None
    start = bench.text.span(call)[0]
    target = f"{bench.code(receiver)} = "
    return [Change(start, start, target), bench.replace(call.func.attr, plain)]


def plain_name(name: str) -> str | None:
    """The method that computes what the in-place one writes."""
    from gradlint.knowledge.tables import table

    plain = name.removesuffix("_")
    return plain if plain in table("torch").sets["tensor_attributes"] else None


def _operated(bench: Bench, statement: cst.AugAssign, operator: str) -> str:
    target, value = bench.code(statement.target), statement.value
    simple = (
        operator in "+-" and isinstance(value, cst.BinaryOperation) and isinstance(value.operator, _PRODUCTS)
    )
    written = bench.code(value) if simple else bench.operand(value)
    return f"{target} = {target} {operator} {written}"


def target_name(bench: Bench, node: cst.CSTNode) -> str | None:
    """The variable that is written to, if it is one."""
    found = statement_of(bench, node)
    if found is None:
        return None
    statement = found[1]
    target: cst.CSTNode | None = None
    if isinstance(statement, cst.AugAssign):
        target = statement.target
    elif isinstance(statement, cst.Assign):
        target = statement.targets[0].target
    elif isinstance(statement, cst.Expr) and (named := method(statement.value)) is not None:
        target = named[0]
    while isinstance(target, cst.Subscript):
        target = target.value
    return target.value if isinstance(target, cst.Name) else None


def certainty(bench: Bench, node: cst.CSTNode) -> Applicability:
    name = target_name(bench, node)
    line = bench.text.alone(node)
    return "safe" if name is not None and line is not None and only_here(bench, name, line) else "unsafe"


def without_flag(bench: Bench, node: cst.CSTNode) -> Change | None:
    """`F.relu(x, inplace=True)` without the flag."""
    if not isinstance(node, cst.Call):
        return None
    flag = keyword(node, "inplace")
    return bench.drop_argument(node, flag) if flag is not None else None


def not_in_place(bench: Bench, node: cst.CSTNode) -> Patch | None:
    """`y = F.relu(x, inplace=True)` without the flag; where the result was dropped, x is bound to it."""
    change = without_flag(bench, node)
    if change is None or not isinstance(node, cst.Call):
        return None
    changes = [change]
    line = bench.text.alone(node)
    given = positional(node, 0)
    if line is not None and isinstance(line.body[0], cst.Expr) and line.body[0].value is node:
        if not isinstance(given, cst.Name) or is_lost(bench, given.value, node):
            return None
        start = bench.text.span(node)[0]
        changes.append(Change(start, start, f"{given.value} = "))
        sure: Applicability = "safe" if only_here(bench, given.value, line) else "unsafe"
        return bench.patch("Do not work in place", sure, changes)
    return bench.patch("Do not work in place", "safe" if is_passed_on(bench, node) else "unsafe", changes)


def is_passed_on(bench: Bench, call: cst.Call) -> bool:
    """What the call works on in place is not looked at again under another name.

    Either it has no name, or the result takes its name over, or the function does not mention it any more.
    """
    given, line = positional(call, 0), bench.text.alone(call)
    if given is None or line is None:
        return False
    if not isinstance(given, cst.Name):
        return isinstance(given, (cst.Call, cst.BinaryOperation))
    aliased = any(
        isinstance(place := bench.text.parent(use), (cst.Assign, cst.Element, cst.Arg))
        and (not isinstance(place, cst.Arg) or _is_kept(bench, place))
        for use in uses(bench, given.value, call)
        if bench.text.span(use)[0] < bench.text.span(call)[0] or loops(bench, call)
    )
    taken_over = isinstance(line.body[0], cst.Assign) and any(
        each.deep_equals(given) for each in targets(line.body[0])
    )
    later = any(bench.text.span(use)[0] > bench.text.span(call)[1] for use in uses(bench, given.value, call))
    return not aliased and (taken_over or (not later and not loops(bench, call)))


def _is_kept(bench: Bench, arg: cst.Arg) -> bool:
    """`states.append(x)`, `dict(x=x)`: the argument outlives the call."""
    call = bench.text.parent(arg)
    found = method(call) if call is not None else None
    return found is not None and found[1] in ("append", "insert", "add", "setdefault")


def bound_to(bench: Bench, name: str) -> cst.BaseExpression | None:
    """What a name was bound to, alone or as one of several."""
    for node in walk(bench.text.function(bench.node)):
        if not isinstance(node, cst.Assign):
            continue
        target, value = node.targets[0].target, node.value
        if isinstance(target, cst.Name) and target.value == name:
            return value
        if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
            for left, right in zip(target.elements, value.elements):
                if isinstance(left.value, cst.Name) and left.value.value == name:
                    return right.value
    return None
