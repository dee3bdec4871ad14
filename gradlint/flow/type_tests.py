"""What `isinstance` says of a value whose kind is known: a tensor is no ndarray, a list no tensor."""

from __future__ import annotations

from gradlint.flow.machine import Machine
from gradlint.flow.values import Array, Const, Dictionary, Lang, Sequence, Value

_TENSORS = ("torch.Tensor", "tf.Tensor", "tf.Variable", "jax.Array", "jax.numpy.ndarray", "numpy.ndarray")
_NUMBERS = ("builtins.int", "builtins.float", "builtins.complex", "builtins.bool")
_CONTAINERS = ("builtins.list", "builtins.tuple", "builtins.dict", "builtins.set", "builtins.str")
_KNOWN = frozenset({*_TENSORS, *_NUMBERS, *_CONTAINERS})
"""Classes of which no two have an instance in common, but for bool and int."""
_OWN: dict[Lang, frozenset[str]] = {
    "torch": frozenset({"torch.Tensor"}),
    "jax": frozenset({"jax.Array", "jax.numpy.ndarray"}),
    "tensorflow": frozenset({"tf.Tensor", "tf.Variable"}),
    "numpy": frozenset({"numpy.ndarray", *_NUMBERS}),  # np.float64 is a float
    "python": frozenset(_NUMBERS),
}
_CERTAIN: frozenset[Lang] = frozenset({"torch", "jax"})
"""Frameworks with one class for all their arrays."""


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
    if isinstance(thing, Array) and thing.node.op != "either":
        return _OWN[thing.lang], thing.lang in _CERTAIN
    return frozenset(), False
