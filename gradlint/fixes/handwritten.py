"""GL801 and GL802 mended: hand-written rules that keep the contract of their framework."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.fixes.bench import Bench, fixes
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Handwritten
from gradlint.flow.syntax import elements, walk

Maker = Callable[[Bench, Handwritten], Patch | None]


def made(bench: Bench, makers: dict[str, Maker]) -> Patch | None:
    about = bench.draft.about
    maker = makers.get(about.kind) if isinstance(about, Handwritten) else None
    return maker(bench, about) if maker is not None and isinstance(about, Handwritten) else None


def returned(bench: Bench) -> cst.BaseExpression | None:
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
    value = returned(bench)
    missing = fact.expected - fact.found
    if value is None:
        return None
    parts = elements(value)
    if missing < 0:
        return _fewer(bench, value, fact.expected)
    nones = ", None" * missing
    message = "Return one gradient per input"
    if parts and isinstance(value, cst.Tuple):
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
    value = returned(bench)
    if value is None:
        return None
    start, end = bench.text.span(value)
    nones = ", None" * max(fact.expected - 1, 0)
    written = f"({bench.code(value)}{nones or ','})"
    return bench.patch("Return a tuple", "safe" if not nones else "display", [Change(start, end, written)])


def _list_as_tuple(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    parts = elements(value) if value is not None else None
    if value is None or parts is None:
        return None
    inside = ", ".join(bench.code(each) for each in parts)
    written = f"({inside},)" if len(parts) == 1 else f"({inside})"
    return bench.patch("Return a tuple", "safe", [Change(*bench.text.span(value), written)])


def _as_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    """The rule of a jvp also returns the value: the function itself, of the same primals."""
    value = returned(bench)
    function = bench.text.function(bench.node)
    if value is None or fact.detail != "jvp" or not isinstance(function, cst.FunctionDef):
        return None
    primals = function.params.params[0].name.value if function.params.params else ""
    start = bench.text.span(value)[0]
    if not _bare_tuple(bench, value):
        return None
    return bench.patch("Return the value, too", "safe", [Change(start, start, f"{fact.name}(*{primals}), ")])


def _swapped_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    if not isinstance(value, cst.Tuple) or len(value.elements) != 2:
        return None
    first, second = (each.value for each in value.elements)
    changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
    return bench.patch("Return (output, tangent)", "safe", changes)


def _tangent(bench: Bench, fact: Handwritten) -> Patch | None:
    """The derivative times the tangent, where there is one of each."""
    value, function = returned(bench), bench.text.function(bench.node)
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
    return made(
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
    value = returned(bench)
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
    return made(bench, {"ignored": _times_upstream, "swapped-arguments": _swapped_arguments})
