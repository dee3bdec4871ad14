"""Expressions: evaluated by dispatch on the type of the syntax node."""

from __future__ import annotations

import operator
from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen
from gradlint.analysis.domain.graph import NO_GRADIENT, CutKind
from gradlint.analysis.domain.misuses import BranchOnTracer
from gradlint.analysis.domain.values import (
    Class,
    Const,
    Dictionary,
    Func,
    Instance,
    Lib,
    Method,
    Ref,
    Scope,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import OPERATORS, binary, compare
from gradlint.analysis.interpreter.attributes import attribute, class_attribute
from gradlint.analysis.interpreter.events import Drained, Generated, NameRead
from gradlint.analysis.interpreter.imported_names import looked_up, star_name
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.items import check_bounds, item, plain_key
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.narrowing import is_exactly
from gradlint.core.records import replace


def evaluate(machine: Machine, node: cst.BaseExpression) -> Value:
    handler = DISPATCH.get(type(node))
    return handler(machine, node) if handler is not None else machine.unknown(node)


# -- names and attributes -----------------------------------------------------------------


def _name(machine: Machine, node: cst.Name) -> Value:
    name = node.value
    scope: Scope | None = machine.scope
    while scope is not None:
        found = scope.names.get(name)
        if found is not None:
            break
        scope = scope.parent
    else:
        found = None
    if found is not None:
        if type(found) is Lib and found.name[:1] == ".":
            found = looked_up(machine, found)
        if machine.around.compiling and isinstance(found, (Const, Ref)):
            machine.announce(NameRead(node, found))
        return found
    known = _KNOWN_NAMES.get(name)
    if known is not None:
        return known
    if machine.module.star_imports:
        starred = star_name(machine, machine.module.star_imports, name)
        if starred is not None:
            return starred
    return machine.global_unknown(name, node)


def _attribute(machine: Machine, node: cst.Attribute) -> Value:
    return attribute(machine, evaluate(machine, node.value), node.attr.value, node)


# -- operators ----------------------------------------------------------------------------


def _binary(machine: Machine, node: cst.BinaryOperation) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    name = OPERATORS.get(type(node.operator).__name__, "add")
    if name == "remainder" and isinstance(left, Const) and isinstance(left.value, str):
        for value in elements_of(machine, right, node)[0] or [right]:
            note_host_call(machine, node, "% formatting", value, "format")
        note_host_call(machine, node, "% formatting", right, "format")
        return machine.data(node)
    if name == "div":
        machine.own(CallsSeen).quotients[node] = machine.calls[-1] if machine.calls else None
    return binary(machine, name, left, right, node)


def _unary(machine: Machine, node: cst.UnaryOperation) -> Value:
    value = evaluate(machine, node.expression)
    if isinstance(node.operator, cst.Not):
        if isinstance(value, Const):
            return Const(not value.value)
        return machine.number(node)
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        return Const(-value.value if isinstance(node.operator, cst.Minus) else value.value)
    array = machine.array(value)
    if array is not None:
        cut: CutKind | None = "integer" if isinstance(node.operator, cst.BitInvert) else None
        return machine.compute(
            array.lang, "neg", node, ((value, "value"),), dtype=array.dtype, shape=array.shape, cut=cut
        )
    if isinstance(value, Unknown):
        inverted: CutKind | None = "integer" if isinstance(node.operator, cst.BitInvert) else None
        return Unknown(
            machine.node("neg", machine.place(node), ((value, "value"),), cut=inverted), value.lang
        )
    from gradlint.analysis.interpreter.overloaded_operators import negated

    own = negated(machine, value, node) if isinstance(node.operator, cst.Minus) else None
    return own if own is not None else machine.number(node)


def _comparison(machine: Machine, node: cst.Comparison) -> Value:
    kinds = (cst.Is, cst.IsNot, cst.In, cst.NotIn)
    left = _compared(machine, node)
    rest = [evaluate(machine, each.comparator) for each in node.comparisons]
    if any(isinstance(each.operator, kinds) for each in node.comparisons):
        return machine.data(node)
    return compare(machine, left, rest, node)


def _compared(machine: Machine, node: cst.Comparison) -> Value:
    """The left side of a comparison; a gradient that is only compared with None is not used."""
    before = len(machine.flow.grad_reads)
    left = evaluate(machine, node.left)
    if isinstance(node.left, cst.Attribute) and isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot)):
        reads = machine.flow.grad_reads
        reads[before:] = [replace(read, checked=True) for read in reads[before:]]
    return left


def _boolean(machine: Machine, node: cst.BooleanOperation) -> Value:
    left = evaluate(machine, node.left)
    known = _known_truth(machine, left)
    if known is not None and known is isinstance(node.operator, cst.Or):
        return left  # Python does not look at the other side either
    right = evaluate(machine, node.right)
    return machine.join(left, right, node) if known is None else right


def _known_truth(machine: Machine, value: Value) -> bool | None:
    """Whether something counts as true, if that is plain to see."""
    if isinstance(value, Const) and isinstance(value.value, (bool, int, float, str, type(None))):
        return bool(value.value)
    if isinstance(value, (Func, Class, Method)):
        return True
    thing = machine.load(value)
    return True if isinstance(thing, Dictionary) and thing.items else None


def _if_exp(machine: Machine, node: cst.IfExp) -> Value:
    decided = truth(machine, node.test)
    if decided is True:
        return evaluate(machine, node.body)
    if decided is False:
        return evaluate(machine, node.orelse)
    return machine.join(evaluate(machine, node.body), evaluate(machine, node.orelse), node)


def truth(machine: Machine, node: cst.BaseExpression) -> bool | None:
    """Whether a condition is known to hold; None if it depends."""
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
    value = evaluate(machine, node)
    if isinstance(value, Const) and isinstance(value.value, (bool, int, float, str, type(None))):
        return bool(value.value)
    if isinstance(value, Lib) and value.name in registry.SWITCHES:
        return registry.SWITCHES[value.name]
    note_branch(machine, value, node)
    return None


def note_branch(machine: Machine, value: Value, node: cst.CSTNode) -> None:
    """Python asks a value whether it is true; a tracer without a value cannot say."""
    if machine.is_abstract(value):
        machine.misuse(node, BranchOnTracer, "jax")


def _decide(machine: Machine, node: cst.Comparison) -> bool | None:
    test = node.comparisons[0]
    left, right = _compared(machine, node), evaluate(machine, test.comparator)
    if isinstance(node.left, cst.Name) and node.left.value == "__name__":
        return True
    if (exactly := is_exactly(machine, node, right)) is not None:
        return exactly
    if not isinstance(test.operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
        note_branch(machine, compare(machine, left, [right], node), node)
    if isinstance(test.operator, (cst.Is, cst.IsNot)) and right == Const(None):
        if isinstance(left, Const):
            machine.loops.found_none = machine.loops.found_none or left.value is None
            return (left.value is None) == isinstance(test.operator, cst.Is)
        array = machine.array(left)
        if array is not None and array.node.op == NO_GRADIENT:
            return isinstance(test.operator, cst.Is)
        if isinstance(left, (Ref, Func, Class, Lib, Method)):
            return isinstance(test.operator, cst.IsNot)
        return None
    if isinstance(test.operator, (cst.Equal, cst.NotEqual)) or _are_literals(left, right):
        equal = _equal(machine, left, right)
        return equal if equal is None or isinstance(test.operator, (cst.Equal, cst.Is)) else not equal
    return _ordered(test.operator, left, right)


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


# -- items --------------------------------------------------------------------------------


OPEN_SLICE = slice("?", "?")
"""`a:b` where the ends are not known."""


def index_of(machine: Machine, node: cst.Subscript) -> Value:
    """What stands between the brackets; several parts are a tuple."""
    parts: list[Value] = []
    for element in node.slice:
        part = element.slice
        if isinstance(part, cst.Index):
            parts.append(evaluate(machine, part.value))
        elif isinstance(part, cst.Slice):
            bounds = [
                evaluate(machine, each) if each is not None else None for each in (part.lower, part.upper)
            ]
            plain = all(each is None or isinstance(each, Const) for each in bounds)
            lower, upper = (each.value if isinstance(each, Const) else None for each in bounds)
            step = evaluate(machine, part.step) if part.step is not None else Const(None)
            if plain and isinstance(step, Const):
                parts.append(Const(slice(lower, upper, step.value)))
            else:
                check_bounds(machine, bounds, node)
                parts.append(Const(OPEN_SLICE))
    return parts[0] if len(parts) == 1 else machine.alloc(Sequence("tuple", tuple(parts)))


def _subscript(machine: Machine, node: cst.Subscript) -> Value:
    owner = evaluate(machine, node.value)
    index = index_of(machine, node)
    thing = machine.load(owner)
    own = class_attribute(thing.cls, "__getitem__") if isinstance(thing, Instance) else None
    if isinstance(own, Func):
        return machine.invoke_plain(Method(own, owner), node, index)
    return item(machine, owner, index, node)


# -- displays and comprehensions ----------------------------------------------------------


def _display(machine: Machine, node: cst.Tuple | cst.List | cst.Set) -> Value:
    kind = "tuple" if isinstance(node, cst.Tuple) else "list" if isinstance(node, cst.List) else "set"
    items: list[Value] = []
    open_end = False
    for position, element in enumerate(node.elements):
        if position > 300:  # a table of numbers: the first rows say enough
            open_end = True
            break
        value = evaluate(machine, element.value)
        if isinstance(element, cst.StarredElement):
            more, whole = elements_of(machine, value, node)
            items.extend(more)
            open_end = open_end or not whole
        else:
            items.append(value)
    if open_end:
        return machine.alloc(Sequence(kind, None, machine.any_of(items, node)))  # type: ignore[arg-type]
    return machine.alloc(Sequence(kind, tuple(items)))  # type: ignore[arg-type]


def _dict(machine: Machine, node: cst.Dict) -> Value:
    items: dict[object, Value] = {}
    rest: Value | None = None
    for element in node.elements:
        value = evaluate(machine, element.value)
        if isinstance(element, cst.DictElement):
            key = evaluate(machine, element.key)
            if isinstance(key, Const) and plain_key(key.value):
                items[key.value] = value
                continue
        elif isinstance(inner := machine.load(value), Dictionary):
            items.update(inner.items)
            continue
        rest = value if rest is None else machine.join(rest, value, node)
    return machine.alloc(Dictionary(items, rest))


def _comprehension(machine: Machine, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Value:
    found, whole = _comprehend(machine, node.for_in, lambda: evaluate(machine, node.elt))
    items = tuple(found) if whole else None
    made = machine.alloc(Sequence("list", items, None if whole else machine.any_of(found, node)))
    if isinstance(node, cst.GeneratorExp):
        machine.announce(Generated(made))
    return made


def _dict_comprehension(machine: Machine, node: cst.DictComp) -> Value:
    keys: list[Value] = []

    def pair() -> Value:
        keys.append(evaluate(machine, node.key))
        return evaluate(machine, node.value)

    found, whole = _comprehend(machine, node.for_in, pair)
    if whole and all(isinstance(key, Const) and plain_key(key.value) for key in keys):
        return machine.alloc(Dictionary({k.value: v for k, v in zip(keys, found) if isinstance(k, Const)}))
    return machine.alloc(Dictionary({}, machine.any_of(found, node)))


COMPREHENSION_LIMIT = 6
PARAMETERS_LIMIT = 24
"""Of more elements that a condition chooses from, such as the parameters of a model, one stands for all."""


def _comprehend(
    machine: Machine, clause: cst.CompFor, produce: Callable[[], Value]
) -> tuple[list[Value], bool]:
    from gradlint.analysis.interpreter.assignment import bind

    iterated = evaluate(machine, clause.iter)
    machine.announce(Drained(iterated, clause))
    elements, whole = elements_of(machine, iterated, clause)
    if not elements and not whole:
        elements = [machine.unknown(clause.iter)]
    seen = machine.loops.once_more
    if len(elements) == 1 and not whole and not seen:
        elements = elements * 2  # what one pass leaves behind, the next one finds
    if len(elements) > (PARAMETERS_LIMIT if whole and clause.ifs else COMPREHENSION_LIMIT):
        joined = machine.some_of(elements, clause)
        elements, whole = [joined] if joined is not None else [], False
    outer = machine.scope
    found: list[Value] = []
    machine.scope = Scope({}, outer)
    try:
        for done, element in enumerate(elements):
            if not machine.tick():
                break
            machine.loops.once_more = seen or (done > 0 and not whole)
            bind(machine, clause.target, element, clause)
            decided = [truth(machine, condition.test) for condition in clause.ifs]
            if False in decided:
                continue
            whole = whole and None not in decided
            if clause.inner_for_in is not None:
                more, inner_whole = _comprehend(machine, clause.inner_for_in, produce)
                found.extend(more)
                whole = whole and inner_whole
            else:
                found.append(produce())
    finally:
        machine.scope = outer
        machine.loops.once_more = seen
    return found, whole


# -- literals and the rest ----------------------------------------------------------------


def _integer(machine: Machine, node: cst.Integer) -> Value:
    return Const(int(node.value.replace("_", ""), 0) if not node.value.isdecimal() else int(node.value))


def _float(machine: Machine, node: cst.Float) -> Value:
    return Const(float(node.value.replace("_", "")))


def _string(machine: Machine, node: cst.SimpleString) -> Value:
    value = node.raw_value
    return Const(value)


def _concatenated(machine: Machine, node: cst.ConcatenatedString) -> Value:
    parts = [evaluate(machine, part) for part in (node.left, node.right)]
    texts = [each.value for each in parts if isinstance(each, Const) and isinstance(each.value, str)]
    return Const("".join(texts)) if len(texts) == len(parts) else machine.data(node)


def _formatted(machine: Machine, node: cst.FormattedString) -> Value:
    for part in node.parts:
        if isinstance(part, cst.FormattedStringExpression):
            value = evaluate(machine, part.expression)
            if part.format_spec:
                note_host_call(machine, part, "format()", value, "format")
    return machine.data(node)


def _lambda(machine: Machine, node: cst.Lambda) -> Value:
    return Func("<lambda>", node, machine.scope)


def _await(machine: Machine, node: cst.Await) -> Value:
    return evaluate(machine, node.expression)


def _yield(machine: Machine, node: cst.Yield) -> Value:
    inner = node.value
    value: Value = Const(None)
    if inner is not None:
        value = evaluate(machine, inner.item if isinstance(inner, cst.From) else inner)
        machine.frame.yields.append(value)
    machine.at_yield(value)
    return machine.data(node)


def _walrus(machine: Machine, node: cst.NamedExpr) -> Value:
    from gradlint.analysis.interpreter.assignment import bind

    value = evaluate(machine, node.value)
    bind(machine, node.target, value, node)
    return value


DISPATCH: dict[type, Callable[..., Value]] = {
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.Comparison: _comparison,
    cst.BooleanOperation: _boolean,
    cst.IfExp: _if_exp,
    cst.Subscript: _subscript,
    cst.Tuple: _display,
    cst.List: _display,
    cst.Set: _display,
    cst.Dict: _dict,
    cst.ListComp: _comprehension,
    cst.SetComp: _comprehension,
    cst.GeneratorExp: _comprehension,
    cst.DictComp: _dict_comprehension,
    cst.Integer: _integer,
    cst.Float: _float,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _concatenated,
    cst.FormattedString: _formatted,
    cst.Lambda: _lambda,
    cst.Await: _await,
    cst.Yield: _yield,
    cst.NamedExpr: _walrus,
    cst.Ellipsis: lambda machine, node: Const(Ellipsis),
}
_BUILTINS = (
    "abs all any bool complex dict divmod enumerate filter float format frozenset getattr hasattr int "
    "isinstance iter len list map max min next pow print property range repr reversed round set setattr "
    "sorted staticmethod classmethod str sum super tuple type zip open id object vars delattr __import__"
)
_KNOWN_NAMES: dict[str, Const | Lib] = {
    **{name: Lib(f"builtins.{name}") for name in _BUILTINS.split()},
    "None": Const(None),
    "True": Const(True),
    "False": Const(False),
}
