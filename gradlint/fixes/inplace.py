"""GL202 to GL204 mended: out of place."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.aliases import only_here
from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Clobber, MissingMethod, Write
from gradlint.flow.syntax import walk
from gradlint.model import Applicability

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


def _certainty(bench: Bench, node: cst.CSTNode) -> Applicability:
    name = target_name(bench, node)
    line = bench.text.alone(node)
    return "safe" if name is not None and line is not None and only_here(bench, name, line) else "unsafe"


def without_flag(bench: Bench, node: cst.CSTNode) -> Change | None:
    """`F.relu(x, inplace=True)` without the flag."""
    if not isinstance(node, cst.Call):
        return None
    flag = keyword(node, "inplace")
    return bench.drop_argument(node, flag) if flag is not None else None


def _module_flag(bench: Bench, node: cst.CSTNode) -> Change | None:
    """The inplace=True with which the called module was made, in this file."""
    if not isinstance(node, cst.Call):
        return None
    found = [
        flag
        for each in walk(bench.text.module)
        if isinstance(each, cst.Assign)
        and isinstance(each.value, cst.Call)
        and each.targets[0].target.deep_equals(node.func)
        and (flag := without_flag(bench, each.value)) is not None
    ]
    return found[0] if len(found) == 1 else None


@fixes("GL202")
def nonexistent(bench: Bench) -> Patch | None:
    missing, call = bench.draft.about, bench.node
    named = method(call)
    if not isinstance(missing, MissingMethod) or named is None or not isinstance(call, cst.Call):
        return None
    assert isinstance(call.func, cst.Attribute)
    plain = missing.name.removesuffix("_")
    if plain == "view" and not any(bench.called(arg.value) for arg in call.args):
        plain = "reshape"  # does the same where the memory allows, and copies where it does not
    renamed = bench.replace(call.func.attr, plain)
    found = statement_of(bench, call)
    message = f"Assign the result of {plain}()"
    if found is not None and isinstance(found[1], cst.Expr) and found[1].value is call:
        if not isinstance(named[0], (cst.Name, cst.Attribute)):
            return None
        start = bench.text.span(call)[0]
        target = Change(start, start, f"{bench.code(named[0])} = ")
        return bench.patch(message, "safe", [target, renamed])
    return bench.patch(message, "unsafe", [renamed])


@fixes("GL203", "GL204")
def on_saved(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    write = about.write if isinstance(about, Clobber) else about
    if not isinstance(write, Write):
        return None
    if isinstance(about, Clobber) and write.how == "step":
        return _stepped_later(bench, about)
    if write.stale and write.how == "method":
        return _through_base(bench)
    if write.how == "flag":
        return bench.patch("Do not work in place", "safe", [without_flag(bench, node)])
    if write.how == "module":
        return _module_out_of_place(bench, about)
    if write.how == "item" or _is_item(bench, node):
        return _on_a_copy(bench)
    changes = out_of_place(bench, node)
    if changes is None:
        return None
    return bench.patch("Compute a new tensor", _certainty(bench, node), changes)


def _is_item(bench: Bench, node: cst.CSTNode) -> bool:
    found = statement_of(bench, node)
    return found is not None and isinstance(found[1], cst.AugAssign) and isinstance(
        found[1].target, cst.Subscript
    )  # fmt: skip


def _on_a_copy(bench: Bench) -> Patch | None:
    """`h = h.clone()` before `h[0] = ...`: what was saved stays as it is."""
    name, line = target_name(bench, bench.node), bench.text.alone(bench.node)
    if name is None or line is None:
        return None
    copy = bench.before(line, f"{name} = {name}.clone()")
    return bench.patch("Write to a copy", _certainty(bench, bench.node), [copy])


def _module_out_of_place(bench: Bench, about: object) -> Patch | None:
    flag = _module_flag(bench, bench.node)
    if flag is not None:
        return bench.patch("Make the module without inplace=True", "safe", [flag])
    if not isinstance(bench.node, cst.Call):
        return None
    table = keyword(bench.node, "weight")
    weight = f"{bench.code(bench.node.func)}.weight"
    if keyword(bench.node, "max_norm") is not None:
        given = table.value if table is not None else positional(bench.node, 1)
        weight = bench.code(given) if given is not None else ""
    copies = _copied_elsewhere(bench, about, weight)
    if copies:
        return bench.patch("Use a copy of the weights in the other term", "unsafe", copies)
    given = positional(bench.node, 0)
    if given is None or isinstance(given, (cst.BinaryOperation, cst.UnaryOperation)):
        return None
    end = bench.text.span(given)[1]
    return bench.patch("Hand it a copy", "unsafe", [Change(end, end, ".clone()")])


def _copied_elsewhere(bench: Bench, about: object, weight: str) -> list[Change]:
    """max_norm writes to the table: whoever else keeps it for backward gets a clone."""
    places = {
        id(each): each
        for clobber in bench.program.flow.clobbers
        if isinstance(about, Clobber) and clobber.write.place.node is about.write.place.node
        for each in walk(clobber.saver.place.node)
        if isinstance(each, (cst.Name, cst.Attribute)) and bench.code(each) == weight
    }
    ends = sorted({bench.text.span(each)[1] for each in places.values()})
    return [Change(end, end, ".clone()") for end in ends]


def _stepped_later(bench: Bench, clobber: Clobber) -> Patch | None:
    """The step comes after all backward passes."""
    return moved_behind(
        bench, clobber.write.place.node, clobber.sink.place.node, "Step after all backward passes"
    )


def moved_behind(bench: Bench, node: cst.CSTNode, other: cst.CSTNode, message: str) -> Patch | None:
    """A statement goes behind a later one of the same block."""
    line, last = bench.text.alone(node), bench.text.alone(other)
    if line is None or last is None or bench.text.block(line) is not bench.text.block(last):
        return None
    start, end = bench.text.lines(line)
    target = bench.text.lines(last)[1]
    moved = bench.text.all[start:end]
    if not bench.text.all[:target].endswith(("\n", "\r")):
        moved = "\n" + moved.rstrip("\r\n")
    return bench.patch(message, "unsafe", [Change(start, end, ""), Change(target, target, moved)])


def _through_base(bench: Bench) -> Patch | None:
    """`view.copy_(value)` as `base[...] = value`."""
    call, name = bench.node, target_name(bench, bench.node)
    line = bench.text.alone(call)
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    if name is None or line is None or value is None or method(call) is None or method(call)[1] != "copy_":  # type: ignore[index]
        return None
    view = bound_to(bench, name)
    if not isinstance(view, cst.Subscript):
        return None
    return bench.patch(
        "Write through the base tensor",
        "unsafe",
        [bench.replace(line.body[0], f"{bench.code(view)} = {bench.code(value)}")],
    )


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
