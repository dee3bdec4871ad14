"""What `isinstance` says of a value whose kind is known: a tensor is no ndarray, a list no tensor."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Seq
from contextlib import contextmanager

import libcst as cst

from gradlint.analysis.domain.graph import NO_GRADIENT, SPARSE_GRADIENT
from gradlint.analysis.domain.values import (
    Array,
    Class,
    Const,
    Dictionary,
    Instance,
    Lang,
    Layer,
    Lib,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.branches import ANY_MODULE
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.types import NUMPY_SCALARS

_TENSORS = ("torch.Tensor", "tf.Tensor", "tf.Variable", "jax.Array", "jax.numpy.ndarray", "numpy.ndarray")
_NUMBERS = ("builtins.int", "builtins.float", "builtins.complex", "builtins.bool")
_CONTAINERS = ("builtins.list", "builtins.tuple", "builtins.dict", "builtins.set", "builtins.str")
_SLICES = "tf.IndexedSlices"
_KNOWN = frozenset({*_TENSORS, *_NUMBERS, *NUMPY_SCALARS, *_CONTAINERS, _SLICES})
"""Classes of which no two have an instance in common, but for plain numbers and those of NumPy."""
_TRACER = "jax.core.Tracer"
_OWN: dict[Lang, frozenset[str]] = {
    "torch": frozenset({"torch.Tensor"}),
    "jax": frozenset({"jax.Array", "jax.numpy.ndarray"}),
    "tensorflow": frozenset({"tf.Tensor", "tf.Variable", _SLICES}),
    "numpy": frozenset({"numpy.ndarray", *_NUMBERS, *NUMPY_SCALARS}),  # np.float64 is a float
    "python": frozenset({*_NUMBERS, *NUMPY_SCALARS}),
}
_CERTAIN: frozenset[Lang] = frozenset({"torch", "jax"})
"""Frameworks with one class for all their arrays."""
_GRADIENTS = {SPARSE_GRADIENT: frozenset({_SLICES}), NO_GRADIENT: frozenset({"builtins.NoneType"})}
"""What a tape gives where it is no tensor."""


_BASES = frozenset("torch.nn.RNNBase torch.nn.RNNCellBase torch.nn.Container".split())
"""Layers from which others are derived."""


def passes(machine: Machine, value: Value | None, kinds: Seq[Value]) -> bool | None:
    """Whether a value is an instance of one of these classes, of libraries or of the program."""
    names = frozenset(each.name for each in kinds if isinstance(each, Lib))
    if names and len(names) == len(kinds) and not isinstance(machine.load(value), (Instance, Layer)):
        return is_instance(machine, value, names)
    answers = [_is_one(machine, value, _resolved(machine, each)) for each in kinds]
    return True if True in answers else None if None in answers or not answers else False


def _resolved(machine: Machine, wanted: Value) -> Value:
    """A class of another module of the project, by itself instead of by its name."""
    if not isinstance(wanted, Lib) or wanted.name in _KNOWN:
        return wanted
    from gradlint.analysis.interpreter.imported_names import resolve

    return resolve(machine, wanted.name) or wanted


def _is_one(machine: Machine, value: Value | None, wanted: Value) -> bool | None:
    thing = machine.load(value)
    if isinstance(wanted, Class):
        if isinstance(thing, Instance):
            return derives(thing.cls, wanted)
        return None if thing is None and not isinstance(value, Const) else False
    if not isinstance(wanted, Lib):
        return None
    if isinstance(thing, Instance):
        base = thing.cls.library or ""
        module = wanted.name == "torch.nn.Module" and base.startswith("torch.nn.")
        return True if base == wanted.name or module else None
    if isinstance(thing, Layer) and thing.lang == "torch" and wanted.name.startswith("torch.nn."):
        if wanted.name in ("torch.nn.Module", f"torch.nn.{thing.name}"):
            return True
        return None if wanted.name in _BASES or thing.name == ANY_MODULE else False
    return is_instance(machine, value, frozenset({wanted.name}))


def is_exactly(machine: Machine, node: cst.Comparison, wanted: Value) -> bool | None:
    """`type(x) == list`, `type(x) is not Model`; None where it is something else, or not known."""
    asked, sign = node.left, node.comparisons[0].operator
    if not isinstance(asked, cst.Call) or not isinstance(asked.func, cst.Name) or asked.func.value != "type":
        return None
    if len(asked.args) != 1 or not isinstance(wanted, (Lib, Class)) or not isinstance(sign, _SAME):
        return None
    from gradlint.analysis.interpreter.expressions import evaluate

    value = evaluate(machine, asked.args[0].value)
    thing = machine.load(value)
    if isinstance(thing, Instance):
        found = isinstance(wanted, Class) and thing.cls.node is wanted.node
    else:
        answer = _is_one(machine, value, _resolved(machine, wanted))
        derived = isinstance(value, Const) or (isinstance(thing, Array) and thing.parameter)
        if answer is None or (answer and derived):
            return None
        found = answer
    return found == isinstance(sign, (cst.Equal, cst.Is))


_SAME = (cst.Equal, cst.NotEqual, cst.Is, cst.IsNot)


def derives(cls: Class, wanted: Class) -> bool | None:
    """Whether every instance of one class is one of the other; a library derives from nothing of the program."""
    if cls.node is wanted.node:
        return True
    above = [_above(base, wanted) for base in cls.bases]
    return True if True in above else None if None in above else False


def _above(base: Value, wanted: Class) -> bool | None:
    if isinstance(base, Class):
        return derives(base, wanted)
    return False if isinstance(base, Lib) else None


def is_instance(machine: Machine, value: Value | None, classes: frozenset[str]) -> bool | None:
    """True or False where the answer is sure, None where it is not."""
    if _TRACER in classes and (traced := _is_tracer(machine, value)) is not None:
        return traced or is_instance(machine, value, classes - {_TRACER})
    if not classes:
        return False
    possible, certain = _classes(machine, value)
    if not possible or not classes <= _KNOWN:
        return True if certain and classes & possible else None
    if not classes & possible:
        return False
    return True if certain else None


def _is_tracer(machine: Machine, value: Value | None) -> bool | None:
    """Whether JAX follows a value at this moment; None where that is not sure."""
    array = machine.array(value)
    if array is None or array.lang == "python":
        return False if array is not None or isinstance(value, Const) else None
    if array.lang != "jax" or array.maybe or array.node.op == Op.EITHER:
        return None if array.lang == "jax" else False
    return True if machine.is_traced(array) or machine.is_abstract(value) else None


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
    if isinstance(thing, Array) and thing.lang == "tensorflow" and not thing.maybe:
        if thing.variable:
            return frozenset({"tf.Variable"}), True
        if thing.node.source is None and thing.node.op != Op.EITHER:
            return frozenset({"tf.Tensor", _SLICES}), False  # computed; perhaps a Keras placeholder
    if isinstance(thing, Array) and thing.node.op != Op.EITHER:
        return _OWN[thing.lang], thing.lang in _CERTAIN
    return frozenset(), False


def narrow(machine: Machine, test: cst.BaseExpression, holds: bool) -> None:
    """Inside a branch that a type test has led to: what was one of several things is not that one any more."""
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        narrow(machine, test.expression, not holds)
        return
    subject = _tested(test)
    if subject is None or _doubted(machine, test, subject) or holds:
        return
    array = machine.array(machine.scope.find(subject))
    if array is None or array.node.op != Op.EITHER or array.lang not in _CERTAIN:
        return
    if any(name in _OWN[array.lang] for name in _named(machine, test)):
        machine.bind(subject, machine.data(test))


def _doubted(machine: Machine, test: cst.BaseExpression, subject: str) -> bool:
    """A test for classes that are not known: whether what it lets through is a tracer is not known either."""
    value = machine.scope.find(subject)
    array = machine.array(value)
    if array is None or array.lang != "jax" or not machine.context.traces:
        return False
    if _KNOWN.issuperset(_named(machine, test)):
        return False
    machine.bind(subject, machine.alloc(replace(array, maybe=True)))
    return True


@contextmanager
def assumed(machine: Machine, test: cst.BaseExpression) -> Iterator[None]:
    """While a branch runs: something unknown that has passed for a Python number is no tensor and no tracer."""
    bare, holds = test, True
    while isinstance(bare, cst.UnaryOperation) and isinstance(bare.operator, cst.Not):
        bare, holds = bare.expression, not holds
    subject = _tested(bare)
    known = machine.scope.find(subject) if subject is not None else None
    if subject is None or known is None:
        yield
        return
    names = _named(machine, bare) if isinstance(known, Unknown) and holds else []
    if names and {*names} <= {*_NUMBERS}:
        machine.bind(subject, machine.number(bare))
    elif not _doubted(machine, bare, subject):
        yield
        return
    assumption = machine.scope.find(subject)
    yield
    if machine.scope.find(subject) is assumption:
        machine.bind(subject, known)


@contextmanager
def in_mode(machine: Machine, test: cst.BaseExpression, held: bool) -> Iterator[None]:
    """While a branch runs: whether `module.training`, which nobody has decided, sends there a module that evaluates."""
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        test, held = test.expression, not held
    evaluating = isinstance(test, cst.Attribute) and test.attr.value == "training" and not held
    machine.around.evaluating += evaluating
    yield
    machine.around.evaluating -= evaluating


def _tested(test: cst.BaseExpression) -> str | None:
    """The variable that `isinstance` is asked about."""
    if not isinstance(test, cst.Call) or len(test.args) != 2:
        return None
    subject = test.args[0].value
    asks = isinstance(test.func, cst.Name) and test.func.value == "isinstance"
    return subject.value if asks and isinstance(subject, cst.Name) else None


def _named(machine: Machine, test: cst.BaseExpression) -> list[str]:
    """The classes that are asked for; a name of nothing for one that is not known."""
    from gradlint.analysis.interpreter.expressions import evaluate

    assert isinstance(test, cst.Call)
    wanted = evaluate(machine, test.args[1].value)
    thing = machine.load(wanted)
    kinds = machine.members(thing) if isinstance(thing, Sequence) else [wanted]
    return [each.name if isinstance(each, Lib) else "" for each in kinds]
