"""A stand-in for what hands out batches, made from how a loop takes them apart."""

from __future__ import annotations

import ast

from ..locate.names import dotted
from ..locate.usage import usage_of
from .guesses import LOADER, tensor_named
from .spec import BATCH, Spec, sequence, tensor


def batches(name: str, function: ast.AST) -> Spec:
    """Two batches, each of as many parts as the loop over `name` expects."""
    for node in ast.walk(function):
        if isinstance(node, (ast.For, ast.comprehension)) and (goal := _taken(node.target, node.iter, name)):
            return sequence("list", *[_batch(goal, function)] * 2)
    return LOADER


def _taken(goal: ast.expr, iterable: ast.expr, name: str) -> ast.expr | None:
    """What one batch is assigned to; a counter beside it and a progress bar around it do not matter."""
    if dotted(iterable) == name:
        return goal
    if isinstance(iterable, ast.Call) and iterable.args:
        inner = goal
        if dotted(iterable.func) == "enumerate" and isinstance(goal, ast.Tuple) and len(goal.elts) == 2:
            inner = goal.elts[1]
        return _taken(inner, iterable.args[0], name)
    return None


def _batch(goal: ast.expr, function: ast.AST) -> Spec:
    if isinstance(goal, (ast.Tuple, ast.List)):
        return sequence("tuple", *(_batch(one, function) for one in goal.elts))
    if not isinstance(goal, ast.Name):
        return _plain("x")
    seen = usage_of(goal.id, function)
    if seen.keys:
        return Spec("dict", parts=tuple((key, _plain(key)) for key in sorted(seen.keys)))
    if seen.unpacked:
        return sequence("tuple", *[_plain("x")] * seen.unpacked)
    if seen.long:
        return tensor(BATCH, dtype="long")
    return _plain(goal.id)


def _plain(name: str) -> Spec:
    """Data asks for no gradient of its own."""
    spec = tensor_named(name)
    return Spec("tensor", spec.shape, spec.dtype, "plain" if spec.dtype == "float" else None)
