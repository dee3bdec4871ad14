"""Conditions: what is known to hold, and what depends."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import libcst as cst

from gradlint.analysis.domain.expression_events import TruthAsked
from gradlint.analysis.domain.graph import NO_GRADIENT
from gradlint.analysis.domain.values import (
    Class,
    Const,
    Dictionary,
    Func,
    Lib,
    Method,
    Ref,
    Scope,
    Sequence,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import compare
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.narrowing import is_exactly
from gradlint.analysis.project.passes import counter_of, last_of, names_one
from gradlint.core.records import replace


def truth(machine: Machine, node: cst.BaseExpression) -> bool | None:
    """Whether a condition is known to hold; None if it depends."""
    from gradlint.analysis.interpreter.expressions import evaluate

    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        return _decide(machine, node)
    if isinstance(node, cst.BooleanOperation):
        both = isinstance(node.operator, cst.And)
        left = truth(machine, node.left)
        if left is (not both):
            return left  # Python does not look at the other side either
        right = truth(machine, node.right)
        if both:
            return False if right is False else True if left and right else None
        return True if right is True else False if left is False and right is False else None
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
        inner = truth(machine, node.expression)
        return None if inner is None else not inner
    if isinstance(node, cst.Call) and (said := _asked_of_words(machine, node)) is not None:
        return said
    value = evaluate(machine, node)
    if isinstance(value, Const) and isinstance(value.value, (bool, int, float, str, type(None))):
        return bool(value.value)
    if isinstance(value, Lib) and value.name in registry.SWITCHES:
        return registry.SWITCHES[value.name]
    machine.announce(TruthAsked(value, node))
    return None


def _decide(machine: Machine, node: cst.Comparison) -> bool | None:
    from gradlint.analysis.interpreter.expressions import evaluate

    test = node.comparisons[0]
    left, right = compared(machine, node), evaluate(machine, test.comparator)
    if isinstance(node.left, cst.Name) and node.left.value == "__name__":
        return True
    if (exactly := is_exactly(machine, node, right)) is not None:
        return exactly
    if not isinstance(test.operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
        machine.announce(TruthAsked(compare(machine, left, [right], node), node))
    return decided(machine, test.operator, left, right)


def decided(machine: Machine, sign: cst.BaseCompOp, left: Value, right: Value) -> bool | None:
    """What a comparison gives, where that is known."""
    if isinstance(sign, (cst.Is, cst.IsNot)) and right == Const(None):
        if isinstance(left, Const):
            machine.loops.found_none = machine.loops.found_none or left.value is None
            return (left.value is None) == isinstance(sign, cst.Is)
        array = machine.array(left)
        if array is not None and array.node.op == NO_GRADIENT:
            return isinstance(sign, cst.Is)
        if isinstance(left, (Ref, Func, Class, Lib, Method)):
            return isinstance(sign, cst.IsNot)
        return None
    if isinstance(sign, (cst.In, cst.NotIn)):
        held = _is_among(machine, left, right)
        return held if held is None or isinstance(sign, cst.In) else not held
    if isinstance(sign, (cst.Equal, cst.NotEqual)) or _are_literals(left, right):
        equal = _equal(machine, left, right)
        return equal if equal is None or isinstance(sign, (cst.Equal, cst.Is)) else not equal
    return _ordered(sign, left, right)


ORDERS: dict[type, Callable[[float, float], bool]] = {
    cst.LessThan: operator.lt,
    cst.LessThanEqual: operator.le,
    cst.GreaterThan: operator.gt,
    cst.GreaterThanEqual: operator.ge,
}


def _ordered(sign: cst.BaseCompOp, left: Value, right: Value) -> bool | None:
    """Of two numbers that the program writes it is known which is larger."""
    order = ORDERS.get(type(sign))
    one = left.value if isinstance(left, Const) else None
    two = right.value if isinstance(right, Const) else None
    if order is None or type(one) not in (int, float) or type(two) not in (int, float):
        return None
    return order(one, two)  # type: ignore[arg-type]


def _are_literals(left: Value, right: Value) -> bool:
    """`kind is "conv"`: of two words or flags that the program writes there is one each."""
    return all(isinstance(each, Const) and type(each.value) in (str, bool) for each in (left, right))


def _is_among(machine: Machine, left: Value, right: Value) -> bool | None:
    """`name in ("query", "value")`, `"bias" in name`: of words that the program writes it is known."""
    word = left.value if isinstance(left, Const) else None
    if not isinstance(word, str):
        return None
    if isinstance(right, Const):
        return word in right.value if isinstance(right.value, str) else None
    thing = machine.load(right)
    if not isinstance(thing, Sequence) or thing.items is None or thing.rest is not None or not thing.items:
        return None
    found = [_equal(machine, left, each) for each in thing.items]
    return True if True in found else None if None in found else False


def _equal(machine: Machine, left: Value, right: Value) -> bool | None:
    """Whether two numbers, names or shapes are the same; None if that is not known."""
    if isinstance(left, Const) and isinstance(right, Const):
        return bool(left.value == right.value)
    one, two = machine.load(left), machine.load(right)
    if not isinstance(one, Sequence) or not isinstance(two, Sequence) or one.kind != two.kind:
        return None
    if one.items is None or two.items is None or one.rest is not None or two.rest is not None:
        return None
    if len(one.items) != len(two.items):
        return False
    found = [_equal(machine, *pair) for pair in zip(one.items, two.items)]
    return False if False in found else None if None in found else True


_ASKED: Mapping[str, Callable[[str, str], bool]] = {"startswith": str.startswith, "endswith": str.endswith}


def _asked_of_words(machine: Machine, node: cst.Call) -> bool | None:
    """`name.startswith("head")`, `any(key in name for key in keys)`, of words that are known."""
    func = node.func
    if len(node.args) != 1:
        return None
    if isinstance(func, cst.Attribute) and func.attr.value in _ASKED:
        return _begins(machine, func, node.args[0].value)
    inner = node.args[0].value
    if isinstance(func, cst.Name) and func.value in ("any", "all") and isinstance(inner, cst.GeneratorExp):
        return _for_each(machine, inner, func.value == "any")
    return None


def _words(machine: Machine, value: Value, node: cst.CSTNode) -> list[str] | None:
    """One word, or a sequence of words; None if any of it is not known."""
    several = isinstance(machine.load(value), Sequence)
    elements, whole = elements_of(machine, value, node) if several else ([value], True)
    found = [each.value for each in elements if isinstance(each, Const) and isinstance(each.value, str)]
    return found if whole and len(found) == len(elements) else None


def _begins(machine: Machine, func: cst.Attribute, written: cst.BaseExpression) -> bool | None:
    from gradlint.analysis.interpreter.expressions import evaluate

    text = evaluate(machine, func.value)
    if not isinstance(text, Const) or not isinstance(text.value, str):
        return None
    wanted = _words(machine, evaluate(machine, written), written)
    return None if wanted is None else any(_ASKED[func.attr.value](text.value, each) for each in wanted)


def _for_each(machine: Machine, node: cst.GeneratorExp, some: bool) -> bool | None:
    from gradlint.analysis.interpreter.assignment import bind
    from gradlint.analysis.interpreter.expressions import evaluate

    clause = node.for_in
    if (
        clause.ifs
        or clause.inner_for_in is not None
        or not isinstance(clause.iter, (cst.Name, cst.Attribute, cst.List, cst.Tuple))
    ):
        return None
    words = _words(machine, evaluate(machine, clause.iter), clause)
    if words is None:
        return None
    outer = machine.scope
    machine.scope = Scope({}, outer)
    found: list[bool | None] = []
    try:
        for each in words:
            bind(machine, clause.target, Const(each), clause)
            found.append(truth(machine, node.elt))
    finally:
        machine.scope = outer
    if some in found:
        return some
    return None if None in found else not some


def compared(machine: Machine, node: cst.Comparison) -> Value:
    """The left side of a comparison; a gradient that is only compared with None is not used."""
    from gradlint.analysis.interpreter.expressions import evaluate

    before = len(machine.flow.grad_reads)
    left = evaluate(machine, node.left)
    if isinstance(node.left, cst.Attribute) and isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot)):
        reads = machine.flow.grad_reads
        reads[before:] = [replace(read, checked=True) for read in reads[before:]]
    return left


def known_truth(machine: Machine, value: Value) -> bool | None:
    """Whether something counts as true, if that is plain to see."""
    if isinstance(value, Const) and isinstance(value.value, (bool, int, float, str, type(None))):
        return bool(value.value)
    if isinstance(value, (Func, Class, Method)):
        return True
    thing = machine.load(value)
    return True if isinstance(thing, Dictionary) and thing.items else None


def fails(machine: Machine, test: cst.BaseExpression) -> bool:
    """An assertion about two numbers that are known; of anything else a program asserts what holds in its own run."""
    from gradlint.analysis.interpreter.expressions import evaluate

    if truth(machine, test) is not False or not isinstance(test, cst.Comparison):
        return False
    sides = [test.left, *(each.comparator for each in test.comparisons)]
    equal = all(isinstance(each.operator, (cst.Equal, cst.NotEqual)) for each in test.comparisons)
    if not equal or not all(isinstance(each, (cst.Name, cst.Attribute, cst.Integer)) for each in sides):
        return False
    values = [evaluate(machine, each) for each in sides]
    return all(isinstance(each, Const) and type(each.value) is int for each in values)


@contextmanager
def branch_of(machine: Machine, node: cst.If) -> Iterator[None]:
    """What runs in here is the body of this branch."""
    loops = machine.loops
    before = list(loops.repeats)
    if before:
        _note_last_pass(machine, node)
        _note_numbered_pass(machine, node)
    yield
    loops.repeats[:] = before


def _note_last_pass(machine: Machine, node: cst.If) -> None:
    """`if done: ...; break`, and `return`: that pass is the last."""
    repeats, last = machine.loops.repeats, last_of(node.body)
    if isinstance(last, cst.Break):
        repeats[-1] = "once"
    elif isinstance(last, cst.Return):
        repeats[machine.frame.loops :] = ["once"] * (len(repeats) - machine.frame.loops)


def _note_numbered_pass(machine: Machine, node: cst.If) -> None:
    """`for step in range(n): if step == 0: ...`"""
    loops = machine.loops
    for loop in loops.statements:
        counter = counter_of(loop)
        if counter is not None and loop.body in loops.bodies and names_one(node.test, counter):
            loops.repeats[loops.bodies.index(loop.body)] = "once"
