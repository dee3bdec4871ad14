"""What `isinstance` says of a value whose kind is known: a tensor is no ndarray, a list no tensor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from gradlint.flow.graph import NO_GRADIENT, SPARSE_GRADIENT
from gradlint.flow.machine import Machine
from gradlint.flow.values import Array, Const, Dictionary, Lang, Lib, Sequence, Unknown, Value

_TENSORS = ("torch.Tensor", "tf.Tensor", "tf.Variable", "jax.Array", "jax.numpy.ndarray", "numpy.ndarray")
_NUMBERS = ("builtins.int", "builtins.float", "builtins.complex", "builtins.bool")
_CONTAINERS = ("builtins.list", "builtins.tuple", "builtins.dict", "builtins.set", "builtins.str")
_SLICES = "tf.IndexedSlices"
_KNOWN = frozenset({*_TENSORS, *_NUMBERS, *_CONTAINERS, _SLICES})
"""Classes of which no two have an instance in common, but for bool and int."""
_OWN: dict[Lang, frozenset[str]] = {
    "torch": frozenset({"torch.Tensor"}),
    "jax": frozenset({"jax.Array", "jax.numpy.ndarray"}),
    "tensorflow": frozenset({"tf.Tensor", "tf.Variable", _SLICES}),
    "numpy": frozenset({"numpy.ndarray", *_NUMBERS}),  # np.float64 is a float
    "python": frozenset(_NUMBERS),
}
_CERTAIN: frozenset[Lang] = frozenset({"torch", "jax"})
"""Frameworks with one class for all their arrays."""
_GRADIENTS = {SPARSE_GRADIENT: frozenset({_SLICES}), NO_GRADIENT: frozenset({"builtins.NoneType"})}
"""What a tape gives where it is no tensor."""


def is_instance(machine: Machine, value: Value | None, classes: frozenset[str]) -> bool | None:
    """True or False where the answer is sure, None where it is not."""
    possible, certain = _classes(machine, value)
    if not possible or not classes <= _KNOWN:
        return True if certain and classes & possible else None
    if not classes & possible:
        return False
    return True if certain else None


def _classes(machine: Machine, value: Value | None) -> tuple[frozenset[str], bool]:
    """The classes that a value may be an instance of, and whether it is one of each; none if nothing is known."""
    if isinstance(value, Const):
        written = type(value.value)
        names = {"builtins.bool", "builtins.int"} if written is bool else {f"builtins.{written.__name__}"}
        return frozenset(names), True
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        return frozenset({f"builtins.{thing.kind}"}), True
    if isinstance(thing, Dictionary):
        return frozenset({"builtins.dict"}), True
    if isinstance(thing, Array) and thing.node.op in _GRADIENTS:
        return _GRADIENTS[thing.node.op], True
    if isinstance(thing, Array) and thing.node.op != "either":
        return _OWN[thing.lang], thing.lang in _CERTAIN
    return frozenset(), False


CONCRETE_TYPES = frozenset(
    {"builtins.float", "builtins.int", "builtins.complex", "numpy.ndarray", "numpy.floating"}
)


def note_type_gate(machine: Machine, value: Value | None, names: frozenset[str], node: cst.CSTNode) -> None:
    """A tracer is asked whether it is a float or an ndarray: it is none, whatever it stands for."""
    array = machine.array(value)
    if array is not None and array.lang == "jax" and machine.tracked_now(array):
        if names and names <= CONCRETE_TYPES and _was(array, names):
            machine.misuse(node, "type-gate", "jax", ", ".join(sorted(names)))


def _was(array: Array, names: frozenset[str]) -> bool:
    """Only what passes the test outside of the transformation takes another way inside."""
    origin = array.node.constants[0] if array.node.op == "argument" and array.node.constants else ""
    wanted = "numpy" if any(name.startswith("numpy.") for name in names) else "python"
    return origin == wanted


def narrow(machine: Machine, test: cst.BaseExpression, holds: bool) -> None:
    """Inside a branch that a type test has led to: what was one of several things is not that one any more."""
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        narrow(machine, test.expression, not holds)
        return
    subject = _tested(test)
    if holds or subject is None:
        return
    array = machine.array(machine.scope.find(subject))
    if array is None or array.node.op != "either" or array.lang not in _CERTAIN:
        return
    if any(name in _OWN[array.lang] for name in _named(machine, test)):
        machine.bind(subject, machine.data(test))


@contextmanager
def assumed(machine: Machine, test: cst.BaseExpression) -> Iterator[None]:
    """While a branch runs: something unknown that has passed for a Python number is no tensor and no tracer."""
    subject = _tested(test)
    known = machine.scope.find(subject) if subject is not None else None
    names = _named(machine, test) if isinstance(known, Unknown) else []
    if subject is None or known is None or not names or not {*names} <= {*_NUMBERS}:
        yield
        return
    number = machine.number(test)
    machine.bind(subject, number)
    yield
    if machine.scope.find(subject) is number:
        machine.bind(subject, known)


def _tested(test: cst.BaseExpression) -> str | None:
    """The variable that `isinstance` is asked about."""
    if not isinstance(test, cst.Call) or len(test.args) != 2:
        return None
    subject = test.args[0].value
    asks = isinstance(test.func, cst.Name) and test.func.value == "isinstance"
    return subject.value if asks and isinstance(subject, cst.Name) else None


def _named(machine: Machine, test: cst.BaseExpression) -> list[str]:
    """The classes that are asked for; a name of nothing for one that is not known."""
    from gradlint.flow.expressions import evaluate

    assert isinstance(test, cst.Call)
    wanted = evaluate(machine, test.args[1].value)
    thing = machine.load(wanted)
    kinds = machine.members(thing) if isinstance(thing, Sequence) else [wanted]
    return [each.name if isinstance(each, Lib) else "" for each in kinds]
