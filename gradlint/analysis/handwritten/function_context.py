"""What the ctx of a torch.autograd.Function tells: results without a gradient, values put there by others."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.values import Func
from gradlint.analysis.project.syntax import Function, elements, is_none, parameters, returns, walk
from gradlint.knowledge.names.torch import CONTEXT_ATTRIBUTES


def attributes_of(func: Function, context: str) -> Iterator[cst.Attribute]:
    """Every `ctx.x` in a function."""
    for node in walk(func.body):
        if (
            isinstance(node, cst.Attribute)
            and isinstance(node.value, cst.Name)
            and node.value.value == context
        ):
            yield node


def without_gradient(forward: Func, marker: Func) -> bool:
    """Whether every result is marked as not differentiable: backward is then never called."""
    context = (parameters(marker.node).names or ("",))[0]
    marked = {
        arg.value.value
        for node in walk(marker.node.body, into_functions=False)
        if isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value == "mark_non_differentiable"
        and isinstance(node.func.value, cst.Name)
        and node.func.value.value == context
        for arg in node.args
        if isinstance(arg.value, cst.Name)
    }
    results = [
        part
        for each in returns(forward.node)
        if each.value is not None and not is_none(each.value)
        for part in elements(each.value) or [each.value]
    ]
    return bool(results) and all(isinstance(part, cst.Name) and part.value in marked for part in results)


def only_raises(func: Function) -> bool:
    """Whether a function says by an exception, and nothing else, that it does not exist."""
    body = func.body
    if not isinstance(body, cst.IndentedBlock) or not body.body:
        return False
    last = body.body[-1]
    return (
        not returns(func)
        and isinstance(last, cst.SimpleStatementLine)
        and isinstance(last.body[-1], cst.Raise)
    )


def given_from_outside(backward: Func, keepers: tuple[Func, ...]) -> bool:
    """Whether backward reads from ctx what forward does not put there: then somebody else does."""
    context = (parameters(backward.node).names or ("",))[0]
    read = {each.attr.value for each in attributes_of(backward.node, context)} - CONTEXT_ATTRIBUTES
    for keeper in keepers:
        name = (parameters(keeper.node).names or ("",))[0]
        read -= {each.attr.value for each in attributes_of(keeper.node, name)}
    return bool(read)
