"""GL604: A graph that nobody needs any more cannot be freed."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import GradientsKeepGraph, KeptGraph
from gradlint.analysis.project.syntax import names_in, root, walk
from gradlint.core.model import Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, Program, quoted
from gradlint.rules.shared.evidence import bindings, targets, uses
from gradlint.rules.shared.optimizer_calls import calls_of
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_KEPT: Wordings = {
    KeptGraph: Wording(
        "this keeps the autograd graph of every iteration in memory",
        "store the value without its graph: .item() or .detach()",
        "keeps the graph of this batch",
        Severity.WARNING,
    ),
    GradientsKeepGraph: Wording(
        "backward(create_graph=True) leaves a reference cycle between parameters and gradients, so their "
        "memory is not freed",
        "use torch.autograd.grad(..., create_graph=True), or set .grad to None afterwards",
        "each gradient keeps its own graph",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for draft in worded(program, _KEPT):
        yield _with_names(draft) if isinstance(draft.about, KeptGraph) else draft


def _with_names(draft: Draft) -> Draft:
    """The finding in the words of the program: what collects, and what is collected."""
    store, value = _collected(draft.node)
    if store is not None:
        keeps = f"{quoted(store, 'this')} keeps the autograd graph of every iteration in memory"
        draft = replace(draft, message=keeps)
    if isinstance(value, (cst.Name, cst.Attribute)):
        name = cst.Module([]).code_for_node(value)
        draft = replace(draft, help=f"store `{name}.item()` or `{name}.detach()`")
    return draft


def _collected(node: cst.CSTNode) -> tuple[cst.BaseExpression | None, cst.BaseExpression | None]:
    """The container or running total, and what is put into it."""
    if isinstance(node, cst.AugAssign):
        return node.target, _only_item(node.value)
    if isinstance(node, cst.Assign) and len(node.targets) == 1:
        target = node.targets[0].target
        return (target.value if isinstance(target, cst.Subscript) else target), node.value
    called = method(node)
    if called is not None and isinstance(node, cst.Call) and called[1] in ("append", "add", "appendleft"):
        return called[0], positional(node, 0)
    return None, None


def _only_item(value: cst.BaseExpression) -> cst.BaseExpression | None:
    """Of `losses += [loss]`, the loss."""
    if not isinstance(value, (cst.List, cst.Tuple)):
        return value
    return value.elements[0].value if len(value.elements) == 1 else None


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if isinstance(about, GradientsKeepGraph):
        flag = keyword(node, "create_graph") if isinstance(node, cst.Call) else None
        if flag is None or not isinstance(node, cst.Call) or _differentiated_again(bench, node):
            return None
        return bench.patch("Do not build a second graph", "unsafe", [bench.drop_argument(node, flag)])
    stored = _stored(bench)
    if stored is None:
        return None
    change = Change(*bench.text.span(stored), f"{bench.operand(stored)}.detach()")
    if _has_been_differentiated(bench, stored):
        return bench.patch("Store the value without its graph", "safe", [change])
    if _is_computed_with(bench):
        return None  # a gradient may be meant to flow through what is stored
    return bench.patch("Store the value without its graph", "unsafe", [change])


def _is_computed_with(bench: Bench) -> bool:
    """What it is stored in is handed out, or read again as a tensor."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    found = method(statement.value) if isinstance(statement, cst.Expr) else None
    store = (
        found[0] if found is not None else next(targets(statement), None) if statement is not None else None
    )
    name = root(store) if store is not None else None
    if name is None or name == "self":
        return False
    for use in uses(bench, name, bench.node):
        for each in bench.text.up(use):
            if isinstance(each, cst.Return):
                return True
            if isinstance(each, cst.Call) and bench.called(each.func).startswith("torch."):
                return True
            if isinstance(each, cst.SimpleStatementLine):
                break
    return False


def _has_been_differentiated(bench: Bench, stored: cst.BaseExpression) -> bool:
    """backward() has freed, or will free, the graph of the very tensor that is stored: nobody can need it later."""
    names = [each for each in walk(stored) if isinstance(each, cst.Name)]
    return any(
        one.value == receiver.value and _is_always_a_tensor(bench, one)
        for call, receiver in calls_of(bench, "backward")
        if keyword(call, "retain_graph") is None and keyword(call, "create_graph") is None
        for one in names
        if isinstance(receiver, cst.Name) and receiver not in names
    )


def _is_always_a_tensor(bench: Bench, name: cst.Name) -> bool:
    """The name never stands for a number, as a start value would be, and nobody asks here what it is."""
    values = [getattr(each, "value", None) for each in bindings(bench, name)]
    asked = any(
        isinstance(each, cst.If) and name.value in names_in(each.test) for each in bench.text.up(name)
    )
    return not asked and not any(
        isinstance(each, (cst.Integer, cst.Float, cst.UnaryOperation, cst.Name)) for each in values
    )


def _differentiated_again(bench: Bench, call: cst.Call) -> bool:
    """The gradients are read afterwards: the second graph may be what is wanted."""
    end = bench.text.span(call)[1]
    return any(
        isinstance(each, cst.Attribute) and each.attr.value == "grad" and bench.text.span(each)[0] > end
        for each in walk(bench.text.function(call))
    )


def _stored(bench: Bench) -> cst.BaseExpression | None:
    """What is added to a total or appended to a list."""
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if isinstance(statement, cst.AugAssign):
        return _only_item(statement.value)
    if isinstance(statement, cst.Assign):
        value = statement.value
        return value.right if isinstance(value, cst.BinaryOperation) else value
    if isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Call):
        return positional(statement.value, 0)
    return None
