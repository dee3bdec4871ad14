"""GL803 mended: torch.autograd.Function as PyTorch wants it."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, method
from gradlint.fixes.handwritten import made
from gradlint.fixes.patch import Patch
from gradlint.flow.facts import Handwritten
from gradlint.flow.syntax import walk


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
    return made(
        bench,
        {
            "instance-call": _applied,
            "instance-made": _applied,
            "kept": _saved,
            "unmarked-write": _marked,
            "first-order": _differentiable,
        },
    )
