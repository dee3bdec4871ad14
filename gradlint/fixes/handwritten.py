"""GL8 mended: hand-written gradients that keep the contract of their framework."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, method
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Handwritten
from gradlint.flow.syntax import elements, walk

Maker = Callable[[Bench, Handwritten], Patch | None]


def _made(bench: Bench, makers: dict[str, Maker]) -> Patch | None:
    about = bench.draft.about
    maker = makers.get(about.kind) if isinstance(about, Handwritten) else None
    return maker(bench, about) if maker is not None and isinstance(about, Handwritten) else None


def _returned(bench: Bench) -> cst.BaseExpression | None:
    """The expression that the rule returns."""
    node = bench.node
    if isinstance(node, (cst.Return, cst.Assign)):
        return node.value
    return node if isinstance(node, cst.BaseExpression) else None


def _bare_tuple(bench: Bench, value: cst.BaseExpression) -> bool:
    """A tuple without parentheses, as it may stand behind `return` only."""
    return isinstance(bench.text.parent(value), cst.Return)


# -- GL801 --------------------------------------------------------------------------------


def _missing_gradients(bench: Bench, fact: Handwritten) -> Patch | None:
    value = _returned(bench)
    missing = fact.expected - fact.found
    if value is None:
        return None
    parts = elements(value)
    if missing < 0:
        return _fewer(bench, value, fact.expected)
    nones = ", None" * missing
    message = "Return one gradient per input"
    if parts is not None and isinstance(value, cst.Tuple):
        end = bench.text.span(value.elements[-1].value)[1]
        return bench.patch(message, "display", [Change(end, end, nones)])
    if parts is not None or not _bare_tuple(bench, value):
        return None
    end = bench.text.span(value)[1]
    return bench.patch(message, "display", [Change(end, end, nones)])


def _fewer(bench: Bench, value: cst.BaseExpression, wanted: int) -> Patch | None:
    parts = value.elements if isinstance(value, cst.Tuple) else ()
    if len(parts) <= wanted or wanted < 1:
        return None
    start, end = bench.text.span(parts[wanted - 1].value)[1], bench.text.span(parts[-1].value)[1]
    tail = "," if wanted == 1 and bench.draft.framework == "jax" else ""
    return bench.patch("Return one gradient per input", "display", [Change(start, end, tail)])


def _as_tuple(bench: Bench, fact: Handwritten) -> Patch | None:
    value = _returned(bench)
    if value is None:
        return None
    start, end = bench.text.span(value)
    nones = ", None" * max(fact.expected - 1, 0)
    written = f"({bench.code(value)}{nones or ','})"
    return bench.patch("Return a tuple", "safe" if not nones else "display", [Change(start, end, written)])


def _list_as_tuple(bench: Bench, fact: Handwritten) -> Patch | None:
    value = _returned(bench)
    parts = elements(value) if value is not None else None
    if value is None or parts is None:
        return None
    inside = ", ".join(bench.code(each) for each in parts)
    written = f"({inside},)" if len(parts) == 1 else f"({inside})"
    return bench.patch("Return a tuple", "safe", [Change(*bench.text.span(value), written)])


def _as_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    """The rule of a jvp also returns the value: the function itself, of the same primals."""
    value = _returned(bench)
    function = bench.text.function(bench.node)
    if value is None or fact.detail != "jvp" or not isinstance(function, cst.FunctionDef):
        return None
    primals = function.params.params[0].name.value if function.params.params else ""
    start = bench.text.span(value)[0]
    if not _bare_tuple(bench, value):
        return None
    return bench.patch("Return the value, too", "safe", [Change(start, start, f"{fact.name}(*{primals}), ")])


def _swapped_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    value = _returned(bench)
    if not isinstance(value, cst.Tuple) or len(value.elements) != 2:
        return None
    first, second = (each.value for each in value.elements)
    changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
    return bench.patch("Return (output, tangent)", "safe", changes)


def _tangent(bench: Bench, fact: Handwritten) -> Patch | None:
    """The derivative times the tangent, where there is one of each."""
    value, function = _returned(bench), bench.text.function(bench.node)
    names = [
        target.elements[0].value.value
        for node in walk(function)
        if isinstance(node, cst.Tuple) and len(node.elements) == 2
        for target in (node.elements[1].value,)
        if isinstance(target, cst.Tuple)
        and len(target.elements) == 1
        and isinstance(target.elements[0].value, cst.Name)
    ]
    if not isinstance(value, cst.Tuple) or len(value.elements) != 2 or len(names) != 1:
        return None
    derivative = value.elements[1].value
    written = f"{bench.operand(derivative)} * {names[0]}"
    change = Change(*bench.text.span(derivative), written)
    return bench.patch("Multiply by the tangent", "unsafe", [change])


def _variables(bench: Bench, fact: Handwritten) -> Patch | None:
    """The keyword is taken; what the variables get is for the author to fill in."""
    function = bench.node
    if not isinstance(function, cst.FunctionDef) or not function.params.params:
        return None
    end = bench.text.span(function.params.params[-1].name)[1]
    changes: list[Change | None] = [Change(end, end, ", variables=None")]
    for node in walk(function.body):
        if isinstance(node, cst.Return) and node.value is not None:
            code = bench.code(node.value)
            written = f"({code})" if isinstance(node.value, cst.Tuple) and not node.value.lpar else code
            changes.append(Change(*bench.text.span(node.value), f"{written}, [None] * len(variables)"))
    return bench.patch("Take the variables", "display", changes)


@fixes("GL801")
def wrong_count(bench: Bench) -> Patch | None:
    return _made(
        bench,
        {
            "count": _missing_gradients,
            "not-a-tuple": _as_tuple,
            "list": _list_as_tuple,
            "not-a-pair": _as_pair,
            "swapped-pair": _swapped_pair,
            "unused-tangent": _tangent,
            "variables": _variables,
        },
    )


# -- GL802 --------------------------------------------------------------------------------


def _times_upstream(bench: Bench, fact: Handwritten) -> Patch | None:
    value = _returned(bench)
    if value is None or "," in fact.detail:
        return None
    parts = value.elements if isinstance(value, cst.Tuple) else None
    wanted = [each.value for each in parts] if parts is not None else [value]
    changes: list[Change | None] = [
        Change(*bench.text.span(each), f"{bench.operand(each)} * {fact.detail}")
        for each in wanted
        if not (isinstance(each, cst.Name) and each.value == "None")
    ]
    return bench.patch("Multiply by the upstream gradient", "unsafe", changes)


def _swapped_arguments(bench: Bench, fact: Handwritten) -> Patch | None:
    function = bench.node
    given = function.params.params if isinstance(function, (cst.FunctionDef, cst.Lambda)) else ()
    if len(given) != 2:
        return None
    first, second = (each.name for each in given)
    changes = [bench.replace(first, second.value), bench.replace(second, first.value)]
    return bench.patch("Take the residuals first", "safe", changes)


@fixes("GL802")
def ignored_upstream(bench: Bench) -> Patch | None:
    return _made(bench, {"ignored": _times_upstream, "swapped-arguments": _swapped_arguments})


# -- GL803 --------------------------------------------------------------------------------


def _applied(bench: Bench, fact: Handwritten) -> Patch | None:
    call = bench.node
    if not isinstance(call, cst.Call):
        return None
    message = "Use apply"
    if isinstance(call.func, cst.Call):
        changes = [bench.replace(call.func, f"{bench.code(call.func.func)}.apply")]
        return bench.patch(message, "safe", changes)
    for node in walk(bench.text.module):
        if isinstance(node, cst.Assign) and node.targets[0].target.deep_equals(call.func):
            if isinstance(node.value, cst.Call) and not node.value.args:
                written = f"{bench.code(node.value.func)}.apply"
                return bench.patch(message, "safe", [bench.replace(node.value, written)])
    return bench.patch(message, "safe", [bench.replace(call.func, f"{bench.code(call.func)}.apply")])


def _saved(bench: Bench, fact: Handwritten) -> Patch | None:
    """`ctx.x = x` through save_for_backward, where nothing else is saved; a copy, as it may be overwritten."""
    statement = bench.node
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else None
    owner = next((each for each in bench.text.up(statement) if isinstance(each, cst.ClassDef)), None)
    if not isinstance(target, cst.Attribute) or not isinstance(statement, cst.Assign) or owner is None:
        return None
    if any((found := method(node)) is not None and found[1] == "save_for_backward" for node in walk(owner)):
        return None
    kept = [
        node
        for node in walk(owner)
        if isinstance(node, cst.Attribute) and node.deep_equals(target) and node is not target
    ]
    ctx = bench.code(target.value)
    changes = [bench.replace(statement, f"{ctx}.save_for_backward({bench.operand(statement.value)}.clone())")]
    changes += [bench.replace(node, f"{ctx}.saved_tensors[0]") for node in kept]
    return bench.patch("Save it where autograd looks", "unsafe", changes)


def _marked(bench: Bench, fact: Handwritten) -> Patch | None:
    line, function = bench.text.alone(bench.node), bench.text.function(bench.node)
    if line is None or not isinstance(function, cst.FunctionDef) or not function.params.params:
        return None
    ctx = function.params.params[0].name.value
    return bench.patch("Mark it as changed", "safe", [bench.after(line, f"{ctx}.mark_dirty({fact.detail})")])


def _differentiable(bench: Bench, fact: Handwritten) -> Patch | None:
    node = bench.node
    call = bench.text.parent(node) if isinstance(node, cst.Attribute) else node
    found = method(call) if call is not None else None
    if isinstance(node, cst.Attribute) and node.attr.value == "data":
        return bench.patch("Stay differentiable", "unsafe", [bench.chop(node, node.value)])
    if found is None or found[1] != "detach" or not isinstance(call, cst.Call):
        return None
    return bench.patch("Stay differentiable", "unsafe", [bench.chop(call, found[0])])


@fixes("GL803")
def function_misuse(bench: Bench) -> Patch | None:
    return _made(
        bench,
        {
            "instance-call": _applied,
            "instance-made": _applied,
            "kept": _saved,
            "unmarked-write": _marked,
            "first-order": _differentiable,
        },
    )


# -- GL804 --------------------------------------------------------------------------------


def _negated(bench: Bench, fact: Handwritten) -> Patch | None:
    _, found, expected = fact.detail.split("|")
    value = _returned(bench)
    if value is None or isinstance(value, cst.Tuple) or (found, expected) != ("-1", "1"):
        return None
    start, end = bench.text.span(value)
    changes = [Change(start, start, "-("), Change(end, end, ")")]
    return bench.patch("Turn the sign", "display", changes)


def _summed(bench: Bench, fact: Handwritten) -> Patch | None:
    """The axes that were broadcast are summed."""
    _, found, expected = fact.detail.split("|")
    value = _returned(bench)
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
    """The last factor of a matrix product, the other way round."""
    value = _returned(bench)
    products = [
        node
        for node in (walk(value) if value is not None else ())
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.MatrixMultiply)
    ]
    if len(products) != 1 or not isinstance(products[0].right, (cst.Name, cst.Attribute)):
        return None
    end = bench.text.span(products[0].right)[1]
    return bench.patch("Transpose it", "display", [Change(end, end, ".T")])


@fixes("GL804")
def wrong_gradient(bench: Bench) -> Patch | None:
    return _made(bench, {"wrong-sign": _negated, "wrong-shape": _summed, "wrong-value": _transposed})


# -- GL805 --------------------------------------------------------------------------------


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
    return _made(bench, {"same-point": _copied, "integer-step": _floating, "small-step": _larger_step})
