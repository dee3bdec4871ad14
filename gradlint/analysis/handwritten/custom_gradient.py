"""tf.custom_gradient and jax.custom_gradient: functions that return their gradient beside their result."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen, Use, function_behind
from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Func,
    Instance,
    Lang,
    Layer,
    Scope,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.handwritten.return_shapes import Reader
from gradlint.analysis.handwritten.rule_contract import Note, Rule, check_count, check_upstream
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import Function, Parameters, children, parameters, returns, root, walk
from gradlint.knowledge.names.arrays import FORM_OF_AN_ARRAY

KINDS: dict[str, Lang] = {"tf.custom_gradient": "tensorflow", "jax.custom_gradient": "jax"}
VARIABLES = "variables"


def examine(machine: Machine, note: Note) -> None:
    seen: set[cst.CSTNode] = set()
    methods = _methods(machine)
    for transform in machine.module.pending:
        func = function_behind(transform)
        if transform.kind not in KINDS or func is None or func.node in seen or func.owner is not None:
            continue
        seen.add(func.node)
        uses = [
            use
            for use in machine.own(CallsSeen).uses
            if use.how == "call" and function_behind(use.owner) is func
        ]
        if func.node not in methods:
            _examine_function(machine, func, parameters(func.node), KINDS[transform.kind], uses, note)
        elif KINDS[transform.kind] == "tensorflow":  # bound to its object before its inputs are counted
            _examine_function(machine, func, parameters(func.node).without_first(), "tensorflow", [], note)


def _methods(machine: Machine) -> set[cst.CSTNode]:
    """Functions that are differentiated as methods of a class."""
    found: set[cst.CSTNode] = set()
    for cls in machine.module.classes:
        for value in cls.names.values():
            func = function_behind(value) if isinstance(value, Transform) else None
            if func is not None:
                found.add(func.node)
    return found


def _examine_function(
    machine: Machine, func: Func, taken: Parameters, lang: Lang, uses: list[Use], note: Note
) -> None:
    reader = Reader(func.node, func.scope, frozenset(taken.names))
    for result, gradient in _pairs(func.node, reader):
        inner = parameters(gradient)
        takes_variables = VARIABLES in inner.names or VARIABLES in inner.keywords or inner.open
        arriving = [name for name in inner.names if name != VARIABLES]
        reads = _variables_read(machine, func, gradient) if lang == "tensorflow" else []
        if reads and not takes_variables:
            note(Handwritten(Place(gradient), "variables", lang, func.name, reads[0]))
        structured = _takes_structures(func.node, taken.names)
        rule = Rule(
            lang,
            func.name,
            gradient,
            Reader(gradient, func.scope, frozenset(arriving), reader),
            frozenset({*arriving, *((inner.star,) if inner.star is not None else ())}),
            taken.required if not structured else 0,
            len(taken.names) if taken.star is None and not structured else None,
            func.node,
            frozenset() if structured else frozenset(_counts(uses)),
            paired=takes_variables and bool(reads),
        )
        if not takes_variables or reads:
            check_count(rule, note)
        check_upstream(rule, note)
        _check_arriving(rule, reader, result, inner.star is not None, len(arriving), note)


def _pairs(func: Function, reader: Reader) -> Iterator[tuple[cst.BaseExpression, Function]]:
    """`return y, grad`: the result and the function that differentiates it."""
    seen: set[cst.CSTNode] = set()
    for each in returns(func):
        found = reader.returned(each.value)
        if found is None or found.kind != "tuple" or len(found.parts) != 2:
            continue
        result, gradient = found.parts
        inner: cst.CSTNode | None = gradient
        if isinstance(gradient, cst.Name):
            inner = reader.locals.functions.get(gradient.value) or reader.locals.only(gradient.value)
        if isinstance(inner, (cst.FunctionDef, cst.Lambda)) and inner not in seen:
            seen.add(inner)
            if not _has_own_rule(inner):
                yield result, inner


def _has_own_rule(gradient: Function) -> bool:
    """A rule that is itself differentiated by a rule returns that beside its gradients."""
    decorators = gradient.decorators if isinstance(gradient, cst.FunctionDef) else ()
    names = (dotted(each.decorator) or "" for each in decorators)
    return any(name.rpartition(".")[2] == "custom_gradient" for name in names)


def _counts(uses: list[Use]) -> Iterator[int]:
    for use in uses:
        plain = all(isinstance(each, (Array, Const, Unknown)) for each in use.args)
        if plain and not use.open and use.args:
            yield len(use.args)


def _takes_structures(func: Function, names: tuple[str, ...]) -> bool:
    """Whether an argument is taken apart: then it may be a list of tensors with a gradient each."""
    for node in walk(func.body):
        if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name) and node.value.value in names:
            return True
        if isinstance(node, (cst.For, cst.CompFor)) and root(node.iter) in names:
            return True
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Name) and node.value.value in names:
            if isinstance(node.targets[0].target, (cst.Tuple, cst.List)):
                return True
        if isinstance(node, cst.Arg) and node.star and root(node.value) in names:
            return True
        if isinstance(node, cst.StarredElement) and root(node.value) in names:
            return True
    return False


def _check_arriving(
    rule: Rule, reader: Reader, result: cst.BaseExpression, any_number: bool, arriving: int, note: Note
) -> None:
    """One upstream gradient for every result."""
    found = reader.returned(result)
    if (
        found is None
        or any_number
        or found.kind not in ("tuple", "list", "value")
        or rule.lang != "tensorflow"
    ):
        return
    taken = parameters(rule.func)
    if found.count > arriving or found.count < min(taken.required, arriving):
        note(
            Handwritten(
                Place(rule.func),
                "upstream-count",
                rule.lang,
                rule.name,
                "the gradient function",
                found.count,
                arriving,
            )
        )


# -- variables ----------------------------------------------------------------------------


def _variables_read(machine: Machine, func: Func, gradient: Function) -> list[str]:
    """Trainable variables that the function itself reads, not counting its gradient."""
    found: list[str] = []
    own = {*parameters(func.node).names}
    stack: list[cst.CSTNode] = [func.node.body]
    while stack:
        node = stack.pop()
        if node is gradient or (isinstance(node, cst.Attribute) and node.attr.value in FORM_OF_AN_ARRAY):
            continue
        if isinstance(node, (cst.Name, cst.Attribute)):
            name = root(node)
            value = _resolve(machine, func.scope, node) if name not in own else None
            if value is not None and _is_variable(machine, value):
                found.append(name or "")
                continue
            if isinstance(node, cst.Attribute):
                stack.append(node.value)
            continue
        stack.extend(children(node))
    return found


def _resolve(machine: Machine, scope: Scope, node: cst.BaseExpression) -> Value | None:
    if isinstance(node, cst.Name):
        return scope.find(node.value)
    if isinstance(node, cst.Attribute):
        owner = _resolve(machine, scope, node.value)
        thing = machine.load(owner)
        if isinstance(thing, Instance):
            return thing.attrs.get(node.attr.value)
        if (
            isinstance(thing, Layer)
            and thing.params is not None
            and node.attr.value in ("kernel", "bias", "weights")
        ):
            return thing.params
    return None


def _is_variable(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    if isinstance(thing, Array):
        return thing.lang == "tensorflow" and thing.variable and thing.trainable
    if isinstance(thing, Layer) and thing.lang == "tensorflow":
        return any(_is_variable(machine, each) for each in machine.parameters_of(value))
    return False
