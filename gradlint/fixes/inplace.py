"""GL2 mended: out of place, or where autograd does not look on."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.aliases import only_here
from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Clobber, ItemWrite, MissingMethod, OutArgument, Write
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
    plain = _plain_name(name)
    if plain is None:
        return None
    start = bench.text.span(call)[0]
    target = f"{bench.code(receiver)} = "
    return [Change(start, start, target), bench.replace(call.func.attr, plain)]


def _plain_name(name: str) -> str | None:
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


def _target_name(bench: Bench, node: cst.CSTNode) -> str | None:
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
    name = _target_name(bench, node)
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


def no_grad(bench: Bench, node: cst.CSTNode) -> Change | None:
    line = bench.text.alone(node)
    name = bench.name("torch.no_grad")
    return bench.wrap(line, f"with {name}():") if line is not None and name is not None else None


def _used_later(bench: Bench, name: str, node: cst.CSTNode) -> bool:
    end = bench.text.span(node)[1]
    return any(
        isinstance(each, cst.Name) and each.value == name and bench.text.span(each)[0] >= end
        for each in walk(bench.text.function(node))
    )


def _reads_grad(node: cst.CSTNode) -> bool:
    return any(isinstance(each, cst.Attribute) and each.attr.value == "grad" for each in walk(node))


@fixes("GL201")
def on_leaf(bench: Bench) -> Patch | None:
    write, node = bench.draft.about, bench.node
    if not isinstance(write, Write):
        return None
    if write.how == "flag":
        return bench.patch("Do not work in place", "safe", [without_flag(bench, node)])
    found = statement_of(bench, node)
    if found is None:
        return None
    line, _ = found
    name = _target_name(bench, node)
    computes = write.how in ("method", "operator") and not _fills(write.name) and not _reads_grad(line)
    if computes and name is not None and _used_later(bench, name, line) and not _is_looped(bench, name, line):
        changes = out_of_place(bench, node)
        if changes is not None:
            return bench.patch("Compute a new tensor", "unsafe", changes)
    certain = _reads_grad(line) or _fills(write.name) or write.how == "item"
    return bench.patch(
        "Change it under torch.no_grad()", "safe" if certain else "unsafe", [no_grad(bench, node)]
    )


def _fills(name: str) -> bool:
    """A method that gives new content without looking at the old: an initialisation."""
    return name in _FILLING


_FILLING = frozenset(
    "zero_ fill_ copy_ uniform_ normal_ random_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ clamp_ clip_ "
    "clamp_min_ clamp_max_ set_ fill_diagonal_".split()
)


def _is_looped(bench: Bench, name: str, line: cst.CSTNode) -> bool:
    """The variable of a loop around the line: a new value would be gone with the next round."""
    loops = (each for each in bench.text.up(line) if isinstance(each, cst.For))
    return any(
        isinstance(each, cst.Name) and each.value == name for loop in loops for each in walk(loop.target)
    )


@fixes("GL202")
def nonexistent(bench: Bench) -> Patch | None:
    missing, call = bench.draft.about, bench.node
    named = method(call)
    if not isinstance(missing, MissingMethod) or named is None or not isinstance(call, cst.Call):
        return None
    assert isinstance(call.func, cst.Attribute)
    renamed = bench.replace(call.func.attr, missing.name.removesuffix("_"))
    found = statement_of(bench, call)
    message = f"Assign the result of {missing.name.removesuffix('_')}()"
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
    name, line = _target_name(bench, bench.node), bench.text.alone(bench.node)
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
    call, name = bench.node, _target_name(bench, bench.node)
    line = bench.text.alone(call)
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    if name is None or line is None or value is None or method(call) is None or method(call)[1] != "copy_":  # type: ignore[index]
        return None
    view = _bound_to(bench, name)
    if not isinstance(view, cst.Subscript):
        return None
    return bench.patch(
        "Write through the base tensor",
        "unsafe",
        [bench.replace(line.body[0], f"{bench.code(view)} = {bench.code(value)}")],
    )


def _bound_to(bench: Bench, name: str) -> cst.BaseExpression | None:
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


@fixes("GL205")
def out_argument(bench: Bench) -> Patch | None:
    call = bench.node
    if not isinstance(bench.draft.about, OutArgument) or not isinstance(call, cst.Call):
        return None
    out = keyword(call, "out")
    found = statement_of(bench, call)
    if out is None:
        return None
    drop = bench.drop_argument(call, out)
    if (
        found is not None
        and isinstance(found[1], cst.Expr)
        and isinstance(out.value, (cst.Name, cst.Attribute))
    ):
        start = bench.text.span(call)[0]
        name = out.value.value if isinstance(out.value, cst.Name) else ""
        safe = bool(name) and only_here(bench, name, found[0])
        changes = [Change(start, start, f"{bench.code(out.value)} = "), drop]
        return bench.patch("Assign the result", "safe" if safe else "unsafe", changes)
    return bench.patch("Use the result", "unsafe", [drop])


@fixes("GL206")
def silent_write(bench: Bench) -> Patch | None:
    clobber, node = bench.draft.about, bench.node
    line = bench.text.alone(node)
    if not isinstance(clobber, Clobber) or line is None:
        return None
    statement = line.body[0]
    if clobber.write.how == "item":
        return _own_memory(bench)
    named = method(statement.value) if isinstance(statement, cst.Expr) else None
    data = named[0] if named is not None else None
    if isinstance(statement, cst.AugAssign):
        data = statement.target
    root = data.value.value if isinstance(data, cst.Attribute) and isinstance(data.value, cst.Name) else ""
    operands = [each for each in clobber.saver.operands if each is not None and each.source is not None]
    leaf = any(each.source is not None and each.source.name == root for each in operands)
    if not leaf and isinstance(data, cst.Attribute) and data.attr.value == "data" and named is not None:
        if isinstance(data.value, cst.Name) and isinstance(node, cst.Call):
            plain = _plain_name(named[1])
            assert isinstance(node.func, cst.Attribute)
            start = bench.text.span(node)[0]
            changes = [
                Change(start, start, f"{data.value.value} = "),
                bench.chop(data, data.value),
                bench.replace(node.func.attr, plain or ""),
            ]
            return bench.patch("Compute a new tensor", "unsafe", changes) if plain else None
    return _behind_backward(bench, line, clobber)


def _own_memory(bench: Bench) -> Patch | None:
    """memory = w.detach().numpy() with a .copy() behind it."""
    name = _target_name(bench, bench.node)
    made = _bound_to(bench, name) if name is not None else None
    if made is None or method(made) is None:
        return None
    end = bench.text.span(made)[1]
    return bench.patch("Write to a copy", "unsafe", [Change(end, end, ".copy()")])


def _behind_backward(bench: Bench, line: cst.CSTNode, clobber: Clobber) -> Patch | None:
    """The statement, or the loop that it is in, goes behind backward()."""
    sink = bench.text.statement(clobber.sink.place.node)
    block = bench.text.block(sink) if sink is not None else None
    moving = next((each for each in (line, *bench.text.up(line)) if bench.text.parent(each) is block), None)
    if block is None or sink is None or moving is None or bench.text.block(moving) is None:
        return None
    (start, end), target = bench.text.lines(moving), bench.text.lines(sink)[1]
    if target < end:
        return None
    moved = bench.text.all[start:end]
    if not bench.text.all[:target].endswith(("\n", "\r")):
        moved = "\n" + moved.rstrip("\r\n")
    changes = [Change(start, end, ""), Change(target, target, moved)]
    return bench.patch("Write after backward()", "unsafe", changes)


_FUNCTIONAL = {cst.AddAssign: "add", cst.MultiplyAssign: "multiply", cst.DivideAssign: "divide"}


@fixes("GL207")
def immutable(bench: Bench) -> Patch | None:
    about, found = bench.draft.about, statement_of(bench, bench.node)
    if not isinstance(about, ItemWrite) or found is None:
        return None
    statement = found[1]
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target, how = statement.targets[0].target, "set"
    elif isinstance(statement, cst.AugAssign):
        target, how = statement.target, _FUNCTIONAL.get(type(statement.operator), "")
    else:
        return None
    if not isinstance(target, cst.Subscript) or statement.value is None or not how:
        return None
    base, value = bench.code(target.value), bench.argument(statement.value)
    index = ", ".join(bench.code(each).rstrip(", ") for each in target.slice)
    if about.array.lang == "jax":
        only = target.slice[0].slice if len(target.slice) == 1 else None
        if isinstance(only, cst.Index) and _masked(bench, only.value) and how == "set":
            where = bench.name("jax.numpy.where")
            written = f"{base} = {where}({index}, {value}, {base})"
            return bench.patch("Choose by the mask", "safe", [bench.replace(statement, written)])
        written = f"{base} = {base}.at[{index}].{how}({value})"
        return bench.patch("Make an updated array", "safe", [bench.replace(statement, written)])
    return _scattered(bench, about, statement, target, (base, index, value))


def _scattered(
    bench: Bench,
    about: ItemWrite,
    statement: cst.BaseSmallStatement,
    target: cst.Subscript,
    parts: tuple[str, str, str],
) -> Patch | None:
    base, index, value = parts
    if about.array.variable:
        return bench.patch(
            "Assign to the variable", "unsafe", [bench.replace(statement, f"{base}[{index}].assign({value})")]
        )
    update = bench.name("tf.tensor_scatter_nd_update")
    if update is None or isinstance(statement, cst.AugAssign) or ":" in index:
        return None
    written = f"{base} = {update}({base}, [[{index}]], [{value}])"
    return bench.patch("Make an updated tensor", "unsafe", [bench.replace(statement, written)])


def _masked(bench: Bench, index: cst.BaseExpression) -> bool:
    """The index is a boolean mask, written there or bound to a name before."""
    if isinstance(index, cst.Name):
        found = _bound_to(bench, index.value)
        return isinstance(found, cst.Comparison)
    return isinstance(index, cst.Comparison)
