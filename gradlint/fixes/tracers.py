"""GL506 to GL508 mended: decisions, stores and loops that a tracer can go through."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.syntax import walk


@fixes("GL506")
def branch_on_tracer(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    where = bench.name("jax.numpy.where")
    if not isinstance(about, Misuse) or where is None:
        return None
    if about.kind == "dynamic-shape":
        return _masked(bench, where)
    branch = next(
        (each for each in (node, *bench.text.up(node)) if isinstance(each, (cst.If, cst.IfExp))), None
    )
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in ("max", "min"):
        name = bench.name(f"jax.numpy.{node.func.value}imum")
        return bench.patch("Compare elementwise", "safe", [bench.replace(node.func, name)]) if name else None
    if isinstance(branch, cst.IfExp):
        written = (
            f"{where}({bench.code(branch.test)}, {bench.code(branch.body)}, {bench.code(branch.orelse)})"
        )
        return bench.patch("Compute both and choose", "unsafe", [bench.replace(branch, written)])
    return _chosen(bench, branch, where) if isinstance(branch, cst.If) else None


def _chosen(bench: Bench, branch: cst.If, where: str) -> Patch | None:
    """An if with one assignment or one return on each side, as a where()."""
    body = _only(branch.body)
    other = _only(branch.orelse.body) if isinstance(branch.orelse, cst.Else) else None
    test = bench.code(branch.test)
    block = bench.text.block(branch)
    if block is None or isinstance(branch.orelse, cst.If):
        return None
    if isinstance(body, cst.Assign) and len(body.targets) == 1:
        target = body.targets[0].target
        name = bench.code(target)
        value = name
        if isinstance(other, cst.Assign) and other.targets[0].target.deep_equals(target):
            value = bench.code(other.value)
        elif branch.orelse is not None:
            return None
        written = f"{name} = {where}({test}, {bench.code(body.value)}, {value})"
        return _instead_of(bench, [branch], written)
    if not isinstance(body, cst.Return) or body.value is None:
        return None
    following = list(block.body)[list(block.body).index(branch) + 1 :]
    after = following[0] if following else None
    last = other
    if last is None and isinstance(after, cst.SimpleStatementLine) and isinstance(after.body[0], cst.Return):
        last = after.body[0]
    if not isinstance(last, cst.Return) or last.value is None:
        return None
    written = f"return {where}({test}, {bench.code(body.value)}, {bench.code(last.value)})"
    return _instead_of(bench, [branch] if last is other else [branch, after], written)  # type: ignore[list-item]


def _only(suite: cst.BaseSuite) -> cst.BaseSmallStatement | None:
    if not isinstance(suite, cst.IndentedBlock) or len(suite.body) != 1:
        return None
    line = suite.body[0]
    return line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None


def _instead_of(bench: Bench, statements: list[cst.CSTNode], written: str) -> Patch | None:
    start = bench.text.lines(statements[0])[0]
    end = bench.text.lines(statements[-1])[1]
    line = f"{bench.text.indent(statements[0])}{written}\n"
    return bench.patch("Compute both and choose", "unsafe", [Change(start, end, line)])


def _masked(bench: Bench, where: str) -> Patch | None:
    """Elements that are left out become zero; what must not be in a mean stays a matter for the author."""
    node = next((each for each in walk(bench.node) if isinstance(each, cst.Subscript)), None)
    if node is None or len(node.slice) != 1:
        return None
    written = f"{where}({bench.code(node.slice[0])}, {bench.argument(node.value)}, 0.0)"
    place = bench.text.parent(bench.text.parent(node) or node)
    summed = isinstance(place, cst.Call) and bench.called(place.func).endswith(".sum")
    return bench.patch("Mask the values", "unsafe" if summed else "display", [bench.replace(node, written)])


@fixes("GL508")
def unreversible_loop(bench: Bench) -> Patch | None:
    """Forward mode goes through any loop."""
    grads = [
        node
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call) and bench.called(node.func) == "jax.grad"
    ]
    name = bench.name("jax.jacfwd")
    if len(grads) != 1 or name is None:
        return None
    return bench.patch("Use forward mode", "unsafe", [bench.replace(grads[0].func, name)])


@fixes("GL507")
def leaked_tracer(bench: Bench) -> Patch | None:
    """What is stored goes through a callback, which gets the number once there is one."""
    line, name = bench.text.alone(bench.node), bench.name("jax.debug.callback")
    statement = line.body[0] if line is not None else None
    if not isinstance(bench.draft.about, Misuse) or statement is None or name is None:
        return None
    written = ""
    if isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Call):
        call = statement.value
        value = positional(call, 0)
        if value is not None and len(call.args) == 1:
            written = f"{name}({bench.code(call.func)}, {bench.argument(value)})"
    elif isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target, code = statement.targets[0].target, bench.argument(statement.value)
        if isinstance(target, cst.Attribute):
            owner = bench.code(target.value)
            written = f'{name}(lambda value: setattr({owner}, "{target.attr.value}", value), {code})'
        elif isinstance(target, cst.Subscript) and len(target.slice) == 1:
            key = bench.code(target.slice[0].slice)
            written = f"{name}(lambda value: {bench.code(target.value)}.__setitem__({key}, value), {code})"
    return (
        bench.patch("Store it in a callback", "display", [bench.replace(statement, written)])
        if written
        else None
    )
