"""GL305 and GL306 mended: leaves stay leaves, and what is computed keeps its gradient where asked."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import (
    FlagSet,
    GradRead,
    OptimizerParam,
    Rebinding,
)
from gradlint.flow.syntax import walk


@fixes("GL305")
def lost_leaf(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, OptimizerParam):
        made = about.array.node.place.node
        changes = _marked_last(bench, made) if isinstance(made, cst.BaseExpression) else None
        return bench.patch("Mark the finished value", "safe", changes) if changes is not None else None
    if isinstance(about, FlagSet):
        return _detached(bench)
    if not isinstance(about, Rebinding):
        return None
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if line is None or not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    if bench.draft.framework == "tensorflow":
        return _assigned(bench, line)
    if not any(each.deep_equals(statement.targets[0].target) for each in walk(statement.value)):
        changes = _marked_last(bench, statement.value)
        return bench.patch("Mark the finished value", "safe", changes) if changes is not None else None
    return _updated(bench, line, statement)


def _marked_last(bench: Bench, value: cst.BaseExpression) -> list[Change] | None:
    """`torch.ones(3, requires_grad=True) * 0.01` as `(torch.ones(3) * 0.01).requires_grad_()`."""
    changes: list[Change] = []
    for node in walk(value):
        if not isinstance(node, cst.Call):
            continue
        flag = keyword(node, "requires_grad")
        found = method(node)
        if flag is not None:
            changes.append(bench.drop_argument(node, flag))
        elif found is not None and found[1] == "requires_grad_":
            changes.append(bench.chop(node, found[0]))
        elif bench.called(node.func) == "torch.nn.Parameter" and (inside := positional(node, 0)) is not None:
            changes.extend(bench.become(node, inside))
    whole = bench.text.span(value)
    loose = isinstance(value, (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison)) and not value.lpar
    end = ".requires_grad_()" if changes else ".detach().requires_grad_()"
    if not loose:
        return [*changes, Change(whole[1], whole[1], end)]
    return [Change(whole[0], whole[0], "("), *changes, Change(whole[1], whole[1], f"){end}")]


def _detached(bench: Bench) -> Patch | None:
    """`h.requires_grad = False` on something computed: what is meant is h.detach()."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, cst.Assign):
        target = statement.targets[0].target
        tensor = target.value if isinstance(target, cst.Attribute) else None
    else:
        found = method(statement.value) if isinstance(statement, cst.Expr) else None
        tensor = found[0] if found is not None else None
    if statement is None or not isinstance(tensor, (cst.Name, cst.Attribute)):
        return None
    name = bench.code(tensor)
    return bench.patch("Detach it", "unsafe", [bench.replace(statement, f"{name} = {name}.detach()")])


def _assigned(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """Every variable that this block rebinds: one that is left would still be lost."""
    block = bench.text.block(line)
    changes: dict[Change, None] = {}
    for each in bench.program.flow.rebindings:
        place = bench.text.alone(each.place.node)
        if not each.before.variable or place is None or bench.text.block(place) is not block:
            continue
        statement = place.body[0]
        if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
            changes[_assignment(bench, statement)] = None
    return bench.patch("Change the variable itself", "safe", list(changes))


def _assignment(bench: Bench, statement: cst.Assign) -> Change:
    target, value = statement.targets[0].target, statement.value
    name = bench.code(target)
    written = f"{name}.assign({bench.argument(value)})"
    if isinstance(value, cst.BinaryOperation) and value.left.deep_equals(target):
        how = {cst.Subtract: "assign_sub", cst.Add: "assign_add"}.get(type(value.operator))
        if how is not None:
            written = f"{name}.{how}({bench.argument(value.right)})"
    return bench.replace(statement, written)


def _updated(bench: Bench, line: cst.SimpleStatementLine, statement: cst.Assign) -> Patch | None:
    """An update in place, where autograd does not look on, and gradients that start anew."""
    target, value = statement.targets[0].target, statement.value
    name, no_grad = bench.code(target), bench.name("torch.no_grad")
    written = f"{name}.copy_({bench.argument(value)})"
    if isinstance(value, cst.BinaryOperation) and value.left.deep_equals(target):
        sign = {cst.Subtract: "-=", cst.Add: "+=", cst.Multiply: "*="}.get(type(value.operator))
        if sign is not None:
            written = f"{name} {sign} {bench.bare(value.right)}"
    if no_grad is None or bench.text.block(line) is None:
        return None
    indent, step = bench.text.indent(line), bench.text.step
    start, end = bench.text.inner(statement)
    begin = bench.text.line_start(start)
    changes: list[Change | None] = [
        Change(begin, start, f"{indent}with {no_grad}():\n{indent}{step}"),
        Change(start, end, written),
    ]
    if not _cleared(bench, target):
        changes.append(bench.after(line, f"{name}.grad = None"))
    return bench.patch("Update it in place under torch.no_grad()", "safe", changes)


def _cleared(bench: Bench, target: cst.BaseAssignTargetExpression) -> bool:
    """Somebody resets the gradients already."""
    for node in walk(bench.text.function(target)):
        if isinstance(node, cst.AssignTarget) and isinstance(node.target, cst.Attribute):
            if node.target.attr.value == "grad":
                return True
        found = method(node)
        if found is not None and found[1] in ("zero_", "zero_grad"):
            return True
    return False


@fixes("GL306")
def grad_of_nonleaf(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, GradRead):
        return None
    node = next(
        (each for each in walk(bench.node) if isinstance(each, cst.Attribute) and each.attr.value == "grad"),
        None,
    )
    if node is None or not isinstance(node.value, (cst.Name, cst.Attribute)):
        return None
    end = bench.text.span(node)[0]
    made: cst.SimpleStatementLine | None = None
    for each in walk(bench.text.function(node)):
        if isinstance(each, cst.Assign) and bench.text.span(each)[1] <= end:
            targets = [name for target in each.targets for name in walk(target.target)]
            if any(name.deep_equals(node.value) for name in targets):
                made = bench.text.alone(each)
    if made is None:
        return None
    change = bench.after(made, f"{bench.code(node.value)}.retain_grad()")
    return bench.patch("Let it keep its gradient", "safe", [change])
