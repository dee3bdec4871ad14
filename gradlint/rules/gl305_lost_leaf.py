"""GL305: A leaf is replaced by something computed from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.facts import FlagSet, OptimizerParam, Rebinding
from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.domain.graph import Node
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.evidence import is_parameter, uses
from gradlint.rules.shared.leaves import called, is_computed, rebinding, rebound
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults


def detect(program: Program) -> Iterator[Draft]:
    for given in program.flow.optimizer_params:
        if is_computed(given.array):
            yield Draft(
                given.place.node,
                f"{called(given.name)} is not a leaf: raises ValueError: can't optimize a non-leaf Tensor",
                "compute the start value first, then call .requires_grad_()",
                "torch",
                Severity.ERROR,
                (DraftLabel("note", "computed here, so not a leaf", given.array.node.place.node),),
                "given to the optimizer here, but not a leaf",
                about=given,
            )
    for flag in program.flow.flags:
        if flag.value is False and is_computed(flag.array):
            yield Draft(
                flag.place.node,
                "requires_grad of a computed tensor cannot be switched off: raises RuntimeError: you can only change "
                "requires_grad flags of leaf variables",
                "use .detach()",
                "torch",
                Severity.ERROR,
                (),
                "not a leaf",
                about=flag,
            )
    optimised = {given.array.node for given in program.flow.optimizer_params}
    for read in program.flow.grad_reads:
        change = rebinding(program, read)
        if change is not None and change.after.node not in optimised:
            yield Draft(
                change.place.node,
                f"`{change.name}` is no longer a leaf after this line: `.grad` stays None",
                "update in place under torch.no_grad(), or compute the value first and then call .requires_grad_()",
                "torch",
                Severity.ERROR,
                (DraftLabel("asked", ".grad is read here", read.place.node),),
                "the leaf is lost here",
                about=change,
            )
    yield from _rebound_variables(program)
    yield from faults(program, _FAULTS)


_FAULTS: Mapping[FaultKind, Wording] = {
    "step-rebound": Wording(
        "`{fact.detail}` is only a name here: it now refers to a new tensor, and the parameter is never updated",
        "update in place under torch.no_grad(): {fact.detail} -= ..., or use an optimizer",
        "rebinds the name",
        Severity.WARNING,
    ),
}


def _rebound_variables(program: Program) -> Iterator[Draft]:
    for bad in program.flow.bad_sources:
        change = rebound(program, bad.array)
        if bad.reason == "unwatched" and change is not None:
            yield Draft(
                change.place.node,
                f"`{change.name}` is a plain tensor after this line, no longer a variable: the next tape returns None",
                "use assign_sub, which keeps the variable",
                "tensorflow",
                Severity.ERROR,
                (DraftLabel("asked", "requested here", bad.place.node),),
                "the variable is lost here",
                about=change,
            )


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if isinstance(about, OptimizerParam):
        place = about.array.node.place
        if not isinstance(place.node, cst.BaseExpression):
            return None
        return _marked_last(bench, place.node, _is_only_source(bench, about.array.node, place.node))
    if isinstance(about, FlagSet):
        return _detached(bench)
    if isinstance(about, Fault):
        line = bench.text.alone(bench.node)
        statement = line.body[0] if line is not None else None
        return _updated(bench, line, statement) if line and isinstance(statement, cst.Assign) else None
    if not isinstance(about, Rebinding):
        return None
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    if line is None or not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return None
    if bench.draft.framework == "tensorflow":
        return _assigned(bench, line)
    if not any(each.deep_equals(statement.targets[0].target) for each in walk(statement.value)):
        sole = _is_only_source(bench, about.after.node, statement.value)
        return _marked_last(bench, statement.value, sole)
    return _updated(bench, line, statement)


def _is_only_source(bench: Bench, node: Node, value: cst.BaseExpression) -> bool:
    """Whatever gradient the value carries enters inside of the very expression that computes it."""
    inside = {id(each) for each in walk(value)}
    seen: set[Node] = set()
    stack = [node]
    while stack:
        each = stack.pop()
        if each not in seen:
            seen.add(each)
            stack.extend(edge.node for edge in each.edges)
    return all(id(each.place.node) in inside for each in seen if each.source is not None)


def _marked_last(bench: Bench, value: cst.BaseExpression, sole: bool) -> Patch | None:
    """`torch.ones(3, requires_grad=True) * 0.01` as `(torch.ones(3) * 0.01).requires_grad_()`.

    nn.Parameter(...) goes around the whole: what a module is to own has to be one.
    """
    changes: list[Change] = []
    parameter = ""
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
            parameter = bench.code(node.func)
    start, end = bench.text.span(value)
    loose = isinstance(value, (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison)) and not value.lpar
    mark = ".requires_grad_()" if changes else ".detach().requires_grad_()"
    head, tail = ("(", f"){mark}") if loose else ("", mark)
    if parameter:
        head, tail = f"{parameter}(", ")"
    made = [Change(start, start, head), *changes, Change(end, end, tail)]
    sure: Applicability = "safe" if sole and changes else "unsafe"
    return bench.patch("Mark the finished value", sure, made)


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
    return bench.patch("Use detach()", "unsafe", [bench.replace(statement, f"{name} = {name}.detach()")])


def _assigned(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """Every variable that this block rebinds: one that is left would still be lost."""
    block = bench.text.block(line)
    changes: dict[Change, None] = {}
    certain = True
    for each in bench.program.flow.rebindings:
        place = bench.text.alone(each.place.node)
        if not each.before.variable or place is None or bench.text.block(place) is not block:
            continue
        statement = place.body[0]
        if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
            changes[_assignment(bench, statement)] = None
            target = statement.targets[0].target
            certain = certain and _is_step(statement) and not _is_kept(bench, target)
    return bench.patch("Update the variable itself", "safe" if certain else "unsafe", list(changes))


def _is_step(statement: cst.Assign) -> bool:
    """`w = w - ...`: of the shape and type that the variable has."""
    value = statement.value
    return (
        isinstance(value, cst.BinaryOperation)
        and isinstance(value.operator, (cst.Add, cst.Subtract))
        and value.left.deep_equals(statement.targets[0].target)
    )


def _is_kept(bench: Bench, variable: cst.BaseExpression) -> bool:
    """Somebody holds on to the old value, which would change with the variable."""
    return any(
        (isinstance(each, cst.Assign) and each.value.deep_equals(variable))
        or ((found := method(each)) is not None and found[1] == "append" and _gives(each, variable))
        for each in walk(bench.text.function(variable))
    )


def _gives(call: cst.CSTNode, value: cst.BaseExpression) -> bool:
    """`path.append(x)`, `path.append((step, x))`"""
    return isinstance(call, cst.Call) and any(
        each.deep_equals(value)
        for arg in call.args
        for each in (
            (one.value for one in arg.value.elements)
            if isinstance(arg.value, (cst.Tuple, cst.List))
            else (arg.value,)
        )
    )


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
    changes: list[Change | None] = [Change(start, end, written)]
    about = bench.draft.about
    if not isinstance(about, Rebinding) or about.after.node.pause is None:
        changes.insert(0, Change(begin, start, f"{indent}with {no_grad}():\n{indent}{step}"))
    if not _cleared(bench, target):
        changes.append(bench.after(line, f"{name}.grad = None"))
    alone = isinstance(bench.draft.about, Rebinding) and _keeps_its_memory_to_itself(bench, target)
    sure: Applicability = "safe" if alone else "unsafe"
    return bench.patch("Update in place under torch.no_grad()", sure, changes)


def _keeps_its_memory_to_itself(bench: Bench, target: cst.BaseExpression) -> bool:
    """Nobody else holds the old tensor by another name and would see it change: no caller, no alias."""
    if not isinstance(target, cst.Name) or is_parameter(bench, target.value, target):
        return False
    for use in uses(bench, target.value, target):
        place = bench.text.parent(use)
        if isinstance(place, (cst.Assign, cst.Return)) and place.value is use:
            return False
        named = bench.text.parent(place) if isinstance(place, cst.Arg) else None
        if isinstance(named, cst.Call) and (found := method(named)) is not None and found[1] == "append":
            return False
    return True


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
