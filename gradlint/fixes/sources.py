"""GL311 mended: sources that the loss depends on."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Misuse
from gradlint.flow.syntax import elements, integer, walk


@fixes("GL311")
def off_path(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, Misuse):
        return None
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    if about.kind == "swapped-gradient" and call is not None:
        first, second = positional(call, 0), positional(call, 1)
        if first is None or second is None:
            return None
        changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
        return bench.patch("Name the target first", "safe", changes)
    if about.kind == "all-variables":
        return _trainable(bench, about.detail)
    if about.kind == "fresh-source" and call is not None:
        return _part_of_gradient(bench, call)
    if about.kind == "unused-argument":
        return _read_argument(bench, about.detail)
    if about.kind == "static-argument":
        return _not_static(bench)
    return None


def _trainable(bench: Bench, listed: str) -> Patch | None:
    """The same list wherever the function uses it: gradients and variables are zipped."""
    found = [
        node for node in walk(bench.node) if isinstance(node, cst.Attribute) and node.attr.value == listed
    ]
    if not found:
        return None
    changes = [
        bench.replace(node.attr, "trainable_variables")
        for node in walk(bench.text.function(bench.node))
        if isinstance(node, cst.Attribute) and node.deep_equals(found[0])
    ]
    return bench.patch("Use the trainable variables", "safe", changes)


def _part_of_gradient(bench: Bench, call: cst.Call) -> Patch | None:
    """`tape.gradient(loss, x[0])` as `tape.gradient(loss, x)[0]`."""
    source = positional(call, 1)
    if not isinstance(source, cst.Subscript):
        return None
    end = bench.text.inner(call)[1]
    index = bench.code(source)[len(bench.code(source.value)) :]
    changes = [bench.replace(source, bench.code(source.value)), Change(end, end, index)]
    return bench.patch("Take the part of the gradient", "safe", changes)


def _read_argument(bench: Bench, parameter: str) -> Patch | None:
    """What callers pass as the argument is read from outside in the body: read the argument instead."""
    function = bench.node if isinstance(bench.node, cst.FunctionDef) else bench.text.function(bench.node)
    if not isinstance(function, cst.FunctionDef):
        return None
    owner = isinstance(bench.text.parent(bench.text.parent(function) or function), cst.ClassDef)
    positions = [each.name.value for each in function.params.params]
    at = positions.index(parameter) - owner if parameter in positions else -1
    given = [
        value
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call)
        and isinstance(node.func, cst.Call)
        and any(_named(each) == function.name.value for each in walk(node.func))
        and at >= 0
        and (value := positional(node, at)) is not None
    ]
    changes = [
        bench.replace(each, parameter)
        for each in walk(function.body)
        if any(each.deep_equals(value) for value in given) and not isinstance(each, (cst.Integer, cst.Float))
    ]
    return bench.patch("Read the argument", "unsafe", changes)


def _named(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _not_static(bench: Bench) -> Patch | None:
    """The differentiated argument out of static_argnums."""
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    inner = call.func if call is not None else None
    if call is None or not isinstance(inner, cst.Call):
        return None
    argnums = keyword(inner, "argnums")
    wanted = integer(argnums.value) if argnums is not None else 0
    differentiated = positional(inner, 0)
    if isinstance(differentiated, cst.Attribute) and wanted is not None:
        wanted += 1  # jit sees the instance as an argument, too
    name = _named(differentiated) if differentiated is not None else ""
    for node in walk(bench.text.module):
        if not isinstance(node, cst.FunctionDef) or node.name.value != name:
            continue
        for decorator in node.decorators:
            made = decorator.decorator
            static = keyword(made, "static_argnums") if isinstance(made, cst.Call) else None
            if static is None or not isinstance(made, cst.Call):
                continue
            parts = elements(static.value) or [static.value]
            left = [bench.code(each) for each in parts if integer(each) != wanted]
            if not left:
                return bench.patch("Do not make it static", "safe", [bench.drop_argument(made, static)])
            written = f"({', '.join(left)},)"
            start, end = bench.text.span(static.value)
            return bench.patch("Do not make it static", "safe", [Change(start, end, written)])
    return None
