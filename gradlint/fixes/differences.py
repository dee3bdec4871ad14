"""GL804 and GL805 mended: written derivatives that agree with the differences, and differences to rely on."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, method
from gradlint.fixes.handwritten import made, returned
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Handwritten
from gradlint.flow.syntax import walk


def _negated(bench: Bench, fact: Handwritten) -> Patch | None:
    _, found, expected = fact.detail.split("|")
    value = returned(bench)
    if value is None or isinstance(value, cst.Tuple) or (found, expected) != ("-1", "1"):
        return None
    start, end = bench.text.span(value)
    changes = [Change(start, start, "-("), Change(end, end, ")")]
    return bench.patch("Turn the sign", "display", changes)


def _summed(bench: Bench, fact: Handwritten) -> Patch | None:
    """The axes that were broadcast are summed."""
    _, found, expected = fact.detail.split("|")
    value = returned(bench)
    extra = (
        found.count(",") + (not found.endswith(",)")) - expected.count(",") - (not expected.endswith(",)"))
    )
    if isinstance(value, cst.Tuple):
        named = [each.value for each in value.elements]
        value = next((each for each in reversed(named) if isinstance(each, cst.Name)), None)
    if value is None or extra != 1:
        return None
    written = f"{bench.operand(value)}.sum(axis=0)"
    return bench.patch("Sum over the broadcast axis", "display", [Change(*bench.text.span(value), written)])


def _transposed(bench: Bench, fact: Handwritten) -> Patch | None:
    """One factor of a matrix product the other way round, if the numbers agree then."""
    value = returned(bench)
    for node in walk(value) if value is not None else ():
        if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.MatrixMultiply):
            continue
        for factor in (node.right, node.left):
            change = Change(*bench.text.span(factor), f"{bench.operand(factor)}.T")
            if _agrees(bench, fact, change):
                return bench.patch("Transpose it", "display", [change])
    return None


def _agrees(bench: Bench, fact: Handwritten, change: Change) -> bool:
    """Followed once more with the change, the gradient of this argument is no longer found wrong."""
    from gradlint.flow.program import follow

    text = bench.text.all
    changed = cst.parse_module(text[: change.start] + change.content + text[change.end :])
    target = fact.detail.partition("|")[0]
    return not any(
        each.name == fact.name and each.kind.startswith("wrong-") and each.detail.partition("|")[0] == target
        for each in follow(changed).handwritten
    )


@fixes("GL804")
def wrong_gradient(bench: Bench) -> Patch | None:
    return made(bench, {"wrong-sign": _negated, "wrong-shape": _summed, "wrong-value": _transposed})


def _copied(bench: Bench, fact: Handwritten) -> Patch | None:
    """Both points get memory of their own."""
    names = fact.detail.split(" and ")
    changes: list[Change | None] = []
    for node in walk(bench.text.function(bench.node)):
        if not isinstance(node, cst.Assign) or not isinstance(node.targets[0].target, cst.Name):
            continue
        if node.targets[0].target.value not in names:
            continue
        value, found = node.value, method(node.value)
        if isinstance(value, cst.Name):
            changes.append(Change(*bench.text.span(value), f"{value.value}.copy()"))
        elif found is not None and found[1] in ("detach", "view", "reshape"):
            end = bench.text.span(value)[1]
            changes.append(Change(end, end, ".clone()"))
        else:
            return None
    return bench.patch("Perturb copies", "unsafe", changes) if changes else None


def _floating(bench: Bench, fact: Handwritten) -> Patch | None:
    """The parameter of the function as floating-point numbers, before anything else."""
    function = bench.text.function(bench.node)
    line = bench.text.alone(bench.node)
    statement = line.body[0] if line is not None else None
    target = statement.target if isinstance(statement, cst.AugAssign) else None
    if isinstance(statement, cst.Assign):
        target = statement.targets[0].target
    base = target.value if isinstance(target, cst.Subscript) else None
    if not isinstance(function, cst.FunctionDef) or not isinstance(base, cst.Name):
        return None
    parameters = [each.name.value for each in function.params.params]
    first = function.body.body[0] if isinstance(function.body, cst.IndentedBlock) else None
    asarray, kind = bench.name("numpy.array"), bench.name("numpy.float64")
    root = base.value if base.value in parameters else _copied_from(function, base.value, parameters)
    if root is None or first is None or asarray is None:
        return None
    change = bench.before(first, f"{root} = {asarray}({root}, dtype={kind})")
    return bench.patch("Compute in floating point", "unsafe", [change])


def _copied_from(function: cst.FunctionDef, name: str, parameters: list[str]) -> str | None:
    """The parameter that an array was copied from or made like."""
    for node in walk(function.body):
        if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
            if node.targets[0].target.value == name:
                found = [each.value for each in walk(node.value) if isinstance(each, cst.Name)]
                return next((each for each in found if each in parameters), None)
    return None


def _larger_step(bench: Bench, fact: Handwritten) -> Patch | None:
    node = bench.node
    value = node.default if isinstance(node, cst.Param) else node
    numbers = [each for each in walk(value) if isinstance(each, cst.Float)] if value is not None else []
    if len(numbers) != 1:
        return None
    return bench.patch("Take a larger step", "unsafe", [bench.replace(numbers[0], "1e-3")])


@fixes("GL805")
def unreliable_difference(bench: Bench) -> Patch | None:
    return made(bench, {"same-point": _copied, "integer-step": _floating, "small-step": _larger_step})
