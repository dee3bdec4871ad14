"""The transformation of JAX behind a call: where it was made, of which function, and who uses it."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench, calls_in, positional

GRADS = frozenset({"jax.grad", "jax.value_and_grad"})


def first_call(bench: Bench, *names: str) -> cst.Call | None:
    for node in walk(bench.node):
        if isinstance(node, cst.Call) and (not names or bench.called(node.func) in names):
            return node
    return None


def transform_behind(bench: Bench) -> cst.Call | None:
    """The jax.grad(...) behind the flagged call, written there or bound to a name before."""
    found = first_call(bench, *GRADS)
    if found is not None:
        return found
    call = first_call(bench)
    name = call.func if call is not None else None
    for node in walk(bench.text.module):
        if isinstance(node, cst.Assign) and name is not None and node.targets[0].target.deep_equals(name):
            return next((each for each in calls_in(node.value) if bench.called(each.func) in GRADS), None)
    return None


def differentiated_function(bench: Bench, made: cst.Call) -> cst.FunctionDef | None:
    """The function of this file that is differentiated."""
    given = positional(made, 0)
    name = given.attr.value if isinstance(given, cst.Attribute) else getattr(given, "value", None)
    return next(
        (
            each
            for each in walk(bench.text.module)
            if isinstance(each, cst.FunctionDef) and each.name.value == name
        ),
        None,
    )


def is_used_once(bench: Bench, made: cst.Call) -> bool:
    """The transformed function has no name, or one that is called in one place only."""
    place = bench.text.parent(made)
    while isinstance(place, (cst.Call, cst.Arg)):  # jax.jit(jax.grad(...)), jax.grad(...)(x)
        place = bench.text.parent(place)
    target = place.targets[0].target if isinstance(place, cst.Assign) else None
    if target is None or bench.text.statement(made) is bench.text.statement(bench.node):
        return True
    named = [each for each in walk(bench.text.module) if each.deep_equals(target)]
    return isinstance(target, cst.Name) and len(named) == 2


def is_pullback(bench: Bench, name: cst.BaseExpression) -> bool:
    """The name is the second result of jax.vjp."""
    return _vjp_of(bench, name) is not None


def has_one_primal(bench: Bench, name: cst.BaseExpression) -> bool:
    """The function was given one argument, so that the tuple holds one gradient."""
    made = _vjp_of(bench, name)
    return made is not None and len([arg for arg in made.args if arg.keyword is None]) == 2


def _vjp_of(bench: Bench, name: cst.BaseExpression) -> cst.Call | None:
    for node in walk(bench.text.function(name)):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Call):
            target = node.targets[0].target
            if bench.called(node.value.func) == "jax.vjp" and isinstance(target, cst.Tuple):
                if target.elements[-1].value.deep_equals(name):
                    return node.value
    return None
