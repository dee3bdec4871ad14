"""Operators: arithmetic and comparison on whatever mixture of numbers, arrays and unknowns."""

from __future__ import annotations

import operator
from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain import op_facts, shapes
from gradlint.analysis.domain.expression_events import Combined, KeptForBackward, SequenceCombined, Subtracted
from gradlint.analysis.domain.facts import ShapeClash
from gradlint.analysis.domain.graph import TORCH, CutKind, EdgeRole, Saved
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dtype,
    Lang,
    Lib,
    Params,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.machine import Machine, Several
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.python import CONSTANTS

OPERATORS = {
    "Add": "add",
    "Subtract": "sub",
    "Multiply": "mul",
    "Divide": "div",
    "FloorDivide": "floor_divide",
    "Modulo": "remainder",
    "Power": "pow",
    "MatrixMultiply": "matmul",
    "BitAnd": "bitwise_and",
    "BitOr": "bitwise_or",
    "BitXor": "bitwise_xor",
    "LeftShift": "bitwise_left_shift",
    "RightShift": "bitwise_right_shift",
}
_FOLD: dict[str, Callable[[float, float], object]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
}
_RANK: dict[Lang, int] = {"torch": 5, "tensorflow": 4, "jax": 3, "numpy": 2, "python": 1}
_FLOOR_CUT: dict[Lang, CutKind] = {"tensorflow": "integer", "jax": "zero"}
BITWISE = frozenset(name for name in OPERATORS.values() if name.startswith("bitwise"))


def lang_of(machine: Machine, *values: Value) -> Lang | None:
    """The library that computes on these together: a tensor beats an ndarray beats a number."""
    best: Lang | None = None
    for value in values:
        array = machine.array(value)
        lang = array.lang if array is not None else value.lang if isinstance(value, Unknown) else None
        if lang is not None and (best is None or _RANK[lang] > _RANK[best]):
            best = lang
    return best


def binary(machine: Machine, name: str, left: Value, right: Value, node: cst.CSTNode) -> Value:
    folded = _fold(machine, name, left, right, node)
    if folded is not None:
        return folded
    from gradlint.analysis.interpreter.overloaded_operators import is_object, overloaded

    found = overloaded(machine, name, left, right, node)
    if found is not None:
        return found
    machine.announce(Combined(name, left, right, node))
    lang = lang_of(machine, left, right)
    if Const(None) in (left, right):  # by now somebody has put something else there, or it would raise
        return Unknown(machine.node(name, machine.place(node), ((left, "value"), (right, "value"))), lang)
    if lang is None and (is_object(machine, left) or is_object(machine, right)):
        return machine.unknown(node, ((left, "value"), (right, "value")))
    if lang is None or (lang == "python" and any(map(_may_be_tensor, (left, right)))):
        if not isinstance(left, Unknown) and not isinstance(right, Unknown):
            return machine.number(node)
        return Unknown(machine.node(name, machine.place(node), ((left, "value"), (right, "value"))))
    shape = _shape(machine, lang, name, left, right, node)
    if name == "sub" and lang in ("jax", "tensorflow"):
        machine.announce(Subtracted(left, right))
    if lang == "torch":
        _refuse_ndarray(machine, name, left, right, node)
    cut = _FLOOR_CUT.get(lang) if name == "floor_divide" else "integer" if name in BITWISE else None
    if name == "sub" and lang != "torch" and _cancels(machine, left, right):
        cut = "zero"
    result = machine.compute(
        lang,
        f"numpy.{name}" if lang == "numpy" else name,
        node,
        ((left, "value"), (right, "value")),
        dtype="float" if name == "div" else common_dtype(machine, left, right),
        shape=shape,
        cut=cut if any(edge.tracked for value in (left, right) for edge in machine.edges(value)) else None,
    )
    if lang == "torch":
        remember_saved(machine, result, name, [left, right])
        made = machine.array(result)
        if name == "floor_divide" and made is not None and not made.maybe:
            made.node.unimplemented = True
    return result


def _cancels(machine: Machine, left: Value, right: Value) -> bool:
    """`x + stop(q) - x`: the value of q, and of x neither the value nor the gradient is left."""
    whole, taken = machine.array(left), machine.array(right)
    if whole is None or taken is None or whole.node.op != Op.ADD or taken.node not in whole.node.operands:
        return False
    others = [each for each in whole.node.operands if each is not taken.node]
    return len(others) == 1 and others[0] is not None and others[0].cut == "stop"


def _may_be_tensor(value: Value) -> bool:
    """Something unknown that a number is combined with stays unknown: it need not be a number itself."""
    return isinstance(value, Unknown) and value.lang is None


def _refuse_ndarray(machine: Machine, name: str, left: Value, right: Value, node: cst.CSTNode) -> None:
    """`tensor * ndarray` asks the tensor for its NumPy form, which one that requires grad refuses."""
    from gradlint.analysis.interpreter.inplace_writes import note_host_call

    for tensor, other in ((left, right), (right, left)):
        array = machine.array(other)
        # An ndarray straight out of such a tensor does not exist: making it has been refused already.
        refused = array is not None and any(TORCH in edge.tracked for edge in array.node.edges)
        if array is not None and array.lang == "numpy" and array.shape and not refused:
            note_host_call(machine, node, f"{name} with an ndarray", tensor, "numpy")


def _fold(machine: Machine, name: str, left: Value, right: Value, node: cst.CSTNode) -> Value | None:
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        if name in _FOLD and isinstance(a, (int, float)) and isinstance(b, (int, float)):
            try:
                return Const(_FOLD[name](a, b))
            except (ArithmeticError, ValueError):
                return None
        if name == "pow" and isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return Const(a**b) if a > 0 and abs(b) < 16 and abs(a) < 1e6 else machine.number(node)
        if name == "add" and isinstance(a, str) and isinstance(b, str):
            return Const(a + b)
        return None
    one, two = machine.load(left), machine.load(right)
    if isinstance(one, Sequence) or isinstance(two, Sequence):
        machine.announce(SequenceCombined(name, left, right, node))
    if name == "add" and isinstance(one, (Sequence, Params)) and isinstance(two, (Sequence, Params)):
        from gradlint.analysis.interpreter.iteration import elements_of

        first, whole_first = elements_of(machine, left, node)
        second, whole_second = elements_of(machine, right, node)
        kind = one.kind if isinstance(one, Sequence) else "list"
        if whole_first and whole_second:
            return machine.alloc(Sequence(kind, (*first, *second)))
        return machine.alloc(Sequence(kind, None, machine.any_of([*first, *second], node)))
    if name == "mul" and isinstance(two, Sequence) and not isinstance(one, Sequence):
        left, right, one, two = right, left, two, one  # 3 * [0.0] is [0.0] * 3
    if name == "mul" and isinstance(one, Sequence) and one.items is not None and isinstance(right, Const):
        if isinstance(right.value, int) and len(one.items) * right.value <= 16:
            return machine.alloc(Sequence(one.kind, one.items * max(right.value, 0)))
        return machine.alloc(Sequence(one.kind, None, machine.any_of(list(one.items), node)))
    repeated = isinstance(right, Unknown) or (isinstance(two, Array) and two.lang == "python")
    if name == "mul" and isinstance(one, Sequence) and repeated and not _holds_gradient(machine, one):
        return machine.alloc(Sequence(one.kind, None, machine.any_of(machine.members(one), node)))
    return None


def _holds_gradient(machine: Machine, thing: Sequence) -> bool:
    first = machine.node_of(thing.items[0]) if thing.items else None
    return first is not None and first.op == Op.GRADIENT


def common_dtype(machine: Machine, left: Value, right: Value) -> Dtype | None:
    """What two operands become together."""
    kinds = [dtype_of(machine, left), dtype_of(machine, right)]
    if "float" in kinds:
        return "float"
    return kinds[0] if kinds[0] == kinds[1] else None


def dtype_of(machine: Machine, value: Value) -> Dtype | None:
    array = machine.array(value)
    if array is not None:
        return array.dtype
    if isinstance(value, Const):
        if isinstance(value.value, bool):
            return "bool"
        if isinstance(value.value, int):
            return "int"
        if isinstance(value.value, float):
            return "float"
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        kinds = {dtype_of(machine, each) for each in machine.members(thing)}
        if "float" in kinds:
            return "float"
        if len(kinds) == 1:
            return kinds.pop()
    if isinstance(value, Lib) and value.name in CONSTANTS:
        return "float"
    return None


def shape_of(machine: Machine, value: Value) -> Shape | None:
    array = machine.array(value)
    if array is not None:
        return array.shape
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        return ()
    if isinstance(value, Lib):
        return () if value.name in CONSTANTS else None
    thing = machine.load(value)
    if isinstance(thing, Sequence) and thing.items is not None and thing.rest is None:
        inner = [shape_of(machine, each) for each in thing.items]
        if inner and all(each == inner[0] for each in inner) and inner[0] is not None:
            return (len(inner), *inner[0])
        return (len(inner), *(None for _ in inner[0])) if inner and inner[0] is not None else None
    if isinstance(thing, Sequence) and thing.items is None and thing.rest is not None and thing.kind != "set":
        each = shape_of(machine, thing.rest)
        return (None, *each) if each is not None else None
    return None


def _shape(
    machine: Machine, lang: Lang, name: str, left: Value, right: Value, node: cst.CSTNode
) -> Shape | None:
    one, two = shape_of(machine, left), shape_of(machine, right)
    try:
        return shapes.matmul(one, two) if name == "matmul" else shapes.broadcast(one, two)
    except shapes.Clash:
        note_clash(machine, node, lang, name, one, two)
        return None


def note_clash(
    machine: Machine, node: cst.CSTNode, lang: Lang, name: str, one: Shape | None, two: Shape | None
) -> None:
    if one is None or two is None or _is_one_of_several(machine):
        return
    if lang in ("torch", "tensorflow", "jax"):
        machine.flow.shape_clashes.append(ShapeClash(machine.place(node), lang, name, one, two))


def _is_one_of_several(machine: Machine) -> bool:
    """`if self.has_shortcut: return x + self.conv(x)` of blocks with one and without, kept in a list."""
    receiver = machine.scope.find("self")
    return (
        bool(machine.branches.depth)
        and isinstance(receiver, Ref)
        and receiver.id in machine.own(Several).refs
    )


def remember_saved(machine: Machine, result: Ref, name: str, inputs: list[Value]) -> None:
    """Let a torch operation keep what its backward pass will need."""
    made = machine.array(result)
    if made is None or TORCH not in made.tracked or made.maybe:
        return  # perhaps nothing is recorded, and then nothing is kept
    arrays = [machine.array(value) for value in inputs]
    requires = [
        TORCH in machine.tracked_now(each) if each is not None else _brings_gradient(value)
        for each, value in zip(arrays, inputs)
    ]
    saved = []
    name = op_facts.overload(name, inputs)
    for position in op_facts.saved_inputs(name, requires):
        each = arrays[position] if position < len(arrays) else None
        if each is not None:
            machine.announce(KeptForBackward(each, name, made.node.place))
            saved.append(Saved(each.storage, len(machine.writes.get(each.storage, ())), "input"))
    if op_facts.saves_result(name):
        saved.append(Saved(made.storage, len(machine.writes.get(made.storage, ())), "result"))
    made.node.saved = tuple(saved)


def _brings_gradient(value: Value) -> bool:
    """Something unknown that was made from a tensor with a gradient; by itself it may as well be a number."""
    if not isinstance(value, Unknown):
        return False
    stack, seen = [value.node], {value.node}
    while stack and len(seen) < 60:
        here = stack.pop()
        if here.source is not None and here.source.kind != "unknown":
            return True
        more = [edge.node for edge in here.edges if TORCH in edge.tracked and edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return False


def compare(machine: Machine, left: Value, rest: list[Value], node: cst.CSTNode) -> Value:
    """`a < b`: a boolean through which no gradient passes. With a word nothing is compared element by element."""
    sign, plain = sign_of(node), [each.value for each in (left, *rest) if isinstance(each, Const)]
    if sign in ("==", "!=") and len(plain) == 2 and all(isinstance(each, (int, float)) for each in plain):
        return Const((plain[0] == plain[1]) is (sign == "=="))
    if any(isinstance(each, str) for each in plain):
        return machine.number(node)
    lang = lang_of(machine, left, *rest)
    inputs: list[tuple[Value, EdgeRole]] = [(value, "value") for value in (left, *rest)]
    if lang is None or lang == "python":
        if any(machine.edges(value) for value in (left, *rest)):
            unsure = machine.node("comparison", machine.place(node), inputs, cut="integer")
            unsure.sign = sign_of(node)
            return Unknown(unsure)
        return machine.number(node)
    shape: Shape | None = None
    if len(rest) == 1:
        try:
            shape = shapes.broadcast(shape_of(machine, left), shape_of(machine, rest[0]))
        except shapes.Clash:
            shape = None
    result = machine.compute(lang, "comparison", node, inputs, dtype="bool", shape=shape, cut="integer")
    made = machine.node_of(result)
    if made is not None:
        made.sign = sign_of(node)
    return result


SIGNS: dict[type, str] = {
    cst.LessThan: "<", cst.LessThanEqual: "<=", cst.GreaterThan: ">", cst.GreaterThanEqual: ">=",
    cst.Equal: "==", cst.NotEqual: "!=",
}  # fmt: skip


def sign_of(node: cst.CSTNode) -> str:
    """The operator of a comparison; "" if it has several."""
    if isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        return SIGNS.get(type(node.comparisons[0].operator), "")
    return ""
