"""Expressions: evaluated by dispatch on the type of the syntax node."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen
from gradlint.analysis.domain.expression_events import Bounded, TruthAsked
from gradlint.analysis.domain.graph import CutKind
from gradlint.analysis.domain.values import (
    Bound,
    Choice,
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
from gradlint.analysis.interpreter.arithmetic import OPERATORS, binary, compare
from gradlint.analysis.interpreter.attributes import attribute, class_attribute
from gradlint.analysis.interpreter.conditions import compared, decided, known_truth, truth
from gradlint.analysis.interpreter.events import Drained, Generated, Listed, NameRead
from gradlint.analysis.interpreter.imported_names import looked_up, star_name
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.items import item, plain_key
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.format_strings import numbers_in_percent


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
    if type(node.value) is cst.IfExp:
        return _attribute_of_either(machine, node, node.value)
    return attribute(machine, evaluate(machine, node.value), node.attr.value, node)


def _attribute_of_either(machine: Machine, node: cst.Attribute, either: cst.IfExp) -> Value:
    """`(decayed if p.ndim > 1 else plain).append(p)` changes the one list or the other."""
    decided, name = truth(machine, either.test), node.attr.value
    if decided is not None:
        return attribute(machine, evaluate(machine, either.body if decided else either.orelse), name, node)
    sides = [evaluate(machine, each) for each in (either.body, either.orelse)]
    if all(isinstance(machine.load(each), (Sequence, Dictionary)) for each in sides):
        return Choice(tuple(Bound(each, name) for each in sides))
    return attribute(machine, machine.join(sides[0], sides[1], either), name, node)


# -- operators ----------------------------------------------------------------------------


def _binary(machine: Machine, node: cst.BinaryOperation) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    name = OPERATORS.get(type(node.operator).__name__, "add")
    if name == "remainder" and isinstance(left, Const) and isinstance(left.value, str):
        several = machine.load(right)
        together = isinstance(several, Sequence) and several.kind == "tuple"
        given = several.items or () if isinstance(several, Sequence) and together else (right,)
        for value in numbers_in_percent(left.value, given):
            note_host_call(machine, node, "% formatting", value, "format")
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
    left = compared(machine, node)
    rest = [evaluate(machine, each.comparator) for each in node.comparisons]
    if (
        len(rest) == 1
        and (known := decided(machine, node.comparisons[0].operator, left, rest[0])) is not None
    ):
        return Const(known)
    if any(isinstance(each.operator, kinds) for each in node.comparisons):
        return machine.data(node)
    return compare(machine, left, rest, node)


def _boolean(machine: Machine, node: cst.BooleanOperation) -> Value:
    left = evaluate(machine, node.left)
    known = known_truth(machine, left)
    if known is not None and known is isinstance(node.operator, cst.Or):
        return left  # Python does not look at the other side either
    if known is None:
        machine.announce(TruthAsked(left, node.left))
    right = evaluate(machine, node.right)
    if known is not None or (isinstance(right, Const) and right.value is isinstance(node.operator, cst.Or)):
        return right  # `unknown and False` is never taken for true
    return machine.join(left, right, node)


def _if_exp(machine: Machine, node: cst.IfExp) -> Value:
    decided = truth(machine, node.test)
    if decided is not None:
        taken, left = (node.body, node.orelse) if decided else (node.orelse, node.body)
        value = evaluate(machine, taken)
        _note_switch(machine, taken, left, value)
        return value
    if isinstance(node.body, cst.Call) and isinstance(node.orelse, cst.Call):
        return _either_call(machine, node)
    return machine.join(evaluate(machine, node.body), evaluate(machine, node.orelse), node)


def _note_switch(machine: Machine, taken: cst.BaseExpression, left: cst.BaseExpression, value: Value) -> None:
    """`stop_gradient(x) if held else x`: the one is the other without its gradient, by an option."""
    if not isinstance(taken, cst.Call):
        return
    given = [each.value for each in taken.args]
    if isinstance(taken.func, cst.Attribute):
        given.append(taken.func.value)
    if any(each.deep_equals(left) for each in given):
        for edge in machine.edges(value):
            edge.node.optional = edge.node.cut == "stop"


def _either_call(machine: Machine, node: cst.IfExp) -> Value:
    """`SGD(params) if plain else Adam(params)`: what one call does to its arguments, the other does not meet."""
    made, paths = [], []
    for side in (node.body, node.orelse):
        before = machine.begin()
        made.append(evaluate(machine, side))
        paths.append(machine.end(before))
    machine.merge(paths, node)
    return machine.join(made[0], made[1], node)


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
                machine.announce(Bounded(tuple(bounds), node))
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
    elif isinstance(node.for_in.iter, cst.Name) and (read := machine.scope.find(node.for_in.iter.value)):
        machine.announce(Listed(made, read, node.for_in))
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
PARAMETERS_LIMIT = 48
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
            if part.format_spec and not part.conversion:
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
        machine.frame.yields.append((node, value))
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
