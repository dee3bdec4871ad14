"""GL205 to GL207 mended: results that are bound, writes that wait, arrays that are made anew."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.aliases import only_here
from gradlint.fixes.bench import Bench, fixes, keyword, method
from gradlint.fixes.inplace import bound_to, plain_name, statement_of, target_name
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Clobber, ItemWrite, OutArgument


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
            plain = plain_name(named[1])
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
    name = target_name(bench, bench.node)
    made = bound_to(bench, name) if name is not None else None
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
    return _scattered(bench, about, statement, (base, index, value))


def _scattered(
    bench: Bench, about: ItemWrite, statement: cst.BaseSmallStatement, parts: tuple[str, str, str]
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
        found = bound_to(bench, index.value)
        return isinstance(found, cst.Comparison)
    return isinstance(index, cst.Comparison)
