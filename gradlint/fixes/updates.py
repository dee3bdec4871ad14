"""GL208 and GL209 mended: keep what an update returns, pass on the tensor and not the variable."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.losses import Break
from gradlint.flow.syntax import walk


@fixes("GL208")
def discarded(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    line = bench.text.alone(call)
    if not isinstance(about, Misuse) or line is None:
        return None
    if about.kind == "stale-state":
        return _rebound_state(bench, line)
    call = next((each for each in walk(line) if isinstance(each, cst.Call)), None) or call
    if not isinstance(call, cst.Call):
        return None
    if about.kind == "raw-gradients":
        return _through_optimizer(bench)
    target = _updated(call)
    if target is None:
        return None
    start = bench.text.span(call)[0]
    return bench.patch("Keep the result", "safe", [Change(start, start, f"{bench.code(target)} = ")])


def _updated(call: cst.Call) -> cst.BaseExpression | None:
    """What `x.at[i].set(v)` or `apply_updates(params, updates)` is the new value of."""
    found = method(call)
    where = found[0] if found is not None else None
    if (
        isinstance(where, cst.Subscript)
        and isinstance(where.value, cst.Attribute)
        and where.value.attr.value == "at"
    ):
        target: cst.BaseExpression | None = where.value.value
    else:
        target = positional(call, 0)
    return target if isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)) else None


def _rebound_state(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    statement = line.body[0]
    if not isinstance(statement, cst.Assign) or not isinstance(statement.value, cst.Call):
        return None
    target, state = statement.targets[0].target, positional(statement.value, 1)
    if state is None or not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return None
    new = target.elements[1].value
    read = sum(
        isinstance(each, cst.Name) and each.deep_equals(new) for each in walk(bench.text.function(line))
    )
    if isinstance(new, cst.Name) and read > 1 and new.value != "_":
        change = bench.after(line, f"{bench.code(state)} = {new.value}")
        return bench.patch("Keep the new state", "unsafe", [change])
    return bench.patch("Keep the new state", "safe", [bench.replace(new, bench.code(state))])


def _through_optimizer(bench: Bench) -> Patch | None:
    """The updates that were computed but not used; where there is no optimizer, a plain descent."""
    call = next((each for each in (bench.node, *walk(bench.node)) if isinstance(each, cst.Call)), None)
    grads = positional(call, 1) if call is not None else None
    if grads is None:
        return None
    for node in walk(bench.text.function(bench.node)):
        if not isinstance(node, cst.Assign) or (found := method(node.value)) is None or found[1] != "update":
            continue
        target = node.targets[0].target
        if isinstance(target, cst.Tuple) and isinstance(target.elements[0].value, cst.Name):
            updates = target.elements[0].value.value
            return bench.patch("Apply the updates", "safe", [bench.replace(grads, updates)])
    tree_map = bench.name("jax.tree.map")
    written = f"{tree_map}(lambda g: -0.01 * g, {bench.argument(grads)})"
    return bench.patch("Step against the gradient", "display", [bench.replace(grads, written)])


@fixes("GL209")
def assigned(bench: Bench) -> Patch | None:
    """The name stands for the tensor itself from here on."""
    call = bench.node
    found = method(call)
    if not isinstance(bench.draft.about, Break) or found is None:
        return None
    changes: list[Change | None] = []
    bound = isinstance(bench.text.function(call), cst.Module) or not isinstance(found[0], cst.Name)
    for node in walk(bench.text.function(call)):
        each = method(node)
        if each is None or not each[1].startswith("assign") or not each[0].deep_equals(found[0]):
            continue
        changes.append(_as_binding(bench, node, each[0], each[1]))
        bound = bound or each[1] == "assign"
    return bench.patch("Go on with the tensor", "unsafe", changes) if bound else None


def _as_binding(bench: Bench, call: cst.CSTNode, target: cst.BaseExpression, how: str) -> Change | None:
    line = bench.text.alone(call)
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    operator = {"assign": "", "assign_add": "+", "assign_sub": "-"}.get(how)
    if line is None or value is None or operator is None or not isinstance(line.body[0], cst.Expr):
        return None
    name = bench.code(target)
    written = f"{name} {operator} {bench.operand(value)}" if operator else bench.argument(value)
    return bench.replace(line.body[0], f"{name} = {written}")
