"""What an operation does not take: a gradient function, a tuple of gradients, None, a tensor of inference mode."""

from __future__ import annotations

from gradlint.analysis.domain.expression_events import Combined, KeptForBackward, SequenceCombined
from gradlint.analysis.domain.graph import NO_GRADIENT, SPARSE_GRADIENT
from gradlint.analysis.domain.misuses import (
    GradNotCalled,
    InferenceTensorSaved,
    Misuse,
    NoneInArithmetic,
    SparseInArithmetic,
    TupleArithmetic,
)
from gradlint.analysis.domain.values import Const, Ref, Sequence, Transform
from gradlint.analysis.interpreter.arithmetic import lang_of
from gradlint.analysis.interpreter.events import listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.operations import Op

_NO_NUMBERS: dict[str, type[Misuse]] = {NO_GRADIENT: NoneInArithmetic, SPARSE_GRADIENT: SparseInArithmetic}


@listens(Combined)
def note_uncalled(machine: Machine, event: Combined) -> None:
    """`jax.grad(f) * 2`"""
    for value in (event.left, event.right):
        if isinstance(value, Transform) and value.kind.startswith("jax.") and value.kind.endswith("grad"):
            if not isinstance(value.func, (Const, Ref)):  # the gradient of a number has been refused already
                machine.misuse(event.node, GradNotCalled, "jax", value.kind)


@listens(Combined)
def note_missing(machine: Machine, event: Combined) -> None:
    """`-rate * tape.gradient(...)` where the gradient is None, or comes as IndexedSlices."""
    for value in (event.left, event.right):
        array = machine.array(value)
        if array is not None and array.node.op in _NO_NUMBERS:
            if lang_of(machine, event.left, event.right) == "tensorflow":
                machine.misuse(event.node, _NO_NUMBERS[array.node.op], "tensorflow")


@listens(SequenceCombined)
def note_tuple(machine: Machine, event: SequenceCombined) -> None:
    """`0.1 * pull(g)`: a vjp function returns a tuple, which does not multiply."""
    for value, other in ((event.left, event.right), (event.right, event.left)):
        thing = machine.load(value)
        if not isinstance(thing, Sequence) or thing.kind != "tuple" or not thing.items:
            continue
        first = machine.node_of(thing.items[0])
        scalar = not isinstance(machine.load(other), Sequence) and not (
            isinstance(other, Const) and isinstance(other.value, int)
        )
        if event.name in ("mul", "sub", "div") and first is not None and first.op == Op.GRADIENT and scalar:
            machine.misuse(event.node, TupleArithmetic, "jax")


@listens(KeptForBackward)
def note_inference(machine: Machine, event: KeptForBackward) -> None:
    """What inference mode has made cannot be kept."""
    if event.array.inference and not event.array.tracked:
        machine.flow.misuses.append(InferenceTensorSaved(event.place, "torch", event.name))
