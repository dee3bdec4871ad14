"""Half precision: weights that are too coarse for their updates, constants that a float16 cannot hold."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.alternatives import Alternatives
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Const, Lib, Object, Ref, Value
from gradlint.analysis.interpreter.events import Computed, Stepped, Written, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import ADDS_A_CONSTANT

SMALLEST_HALF = 2.0**-25
"""Whatever is not larger than half of the smallest float16 is rounded to zero."""
LARGEST_HALF = 65504.0
COARSE_RATE = 5e-3
"""With a learning rate below this, one step of most optimizers changes a weight by less than a bfloat16 can show."""
NAMES = {
    "half": "float16", "float16": "float16", "bfloat16": "bfloat16", "double": "float64", "float64": "float64",
    "float": "", "float32": "",
}  # fmt: skip
_FILLING = frozenset({"masked_fill", "masked_fill_", "fill_"})


class Precision:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.casts: Journal[int, Place] = Journal(branches, outlives=True)
        """Where weights were made coarse, by their number."""


def precision_named(value: Value | None) -> str | None:
    """The float type that `torch.float16` or "bfloat16" stands for; None for anything else."""
    name = value.name if isinstance(value, Lib) else value.value if isinstance(value, Const) else None
    return NAMES.get(name.rpartition(".")[2]) if isinstance(name, str) else None


def set_precision(machine: Machine, owner: Value, precision: str, node: cst.CSTNode) -> None:
    """`model.half()`, `model.to(torch.bfloat16)`, `x.half()`"""
    machine.about.coarse = machine.about.coarse or bool(precision)
    refs = [owner] if machine.array(owner) is not None else machine.parameters_of(owner)
    casts = machine.own(Precision).casts
    for ref in refs:
        array = machine.array(ref)
        if array is None or not isinstance(ref, Ref):
            continue
        machine.update(ref, replace(array, precision=precision))
        if precision:
            casts[ref.id] = machine.place(node)
        else:
            casts.pop(ref.id, None)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    """Weights in bfloat16 that an optimizer with a small learning rate steps directly."""
    thing = machine.load(event.optimizer)
    casts = machine.own(Precision).casts
    if not casts or not isinstance(thing, Object) or not _is_small(thing.options.get("lr")):
        return
    for ref in (each for value in thing.args for each in machine.parameters_of(value)):
        array = machine.array(ref)
        if array is not None and array.precision == "bfloat16" and array.tracked and ref.id in casts:
            misuse = fault(casts[ref.id], "coarse-weights", "torch", "", machine.place(event.node))
            machine.flow.misuses.append(misuse)
            return


def _is_small(rate: Value | None) -> bool:
    return isinstance(rate, Const) and isinstance(rate.value, float) and 0 < rate.value < COARSE_RATE


@listens(Computed)
def note_constant(machine: Machine, event: Computed) -> None:
    """`x + 1e-8` where the number is zero in float16, `masked_fill(mask, -1e9)` where it does not fit."""
    array = event.array
    if array.precision != "float16" or TORCH not in array.tracked:
        return
    if machine.own(Alternatives).chosen and machine.files and machine.files[-1] is not None:
        return  # who is in half precision there hangs on what is chosen here
    for number in array.node.constants:
        if not isinstance(number, float):
            continue
        if array.node.op in ADDS_A_CONSTANT and 0 < abs(number) <= SMALLEST_HALF:
            machine.fault(event.node, "half-underflow", f"{number:g}")
        elif array.node.op in _FILLING and LARGEST_HALF < abs(number) < float("inf"):
            machine.fault(event.node, "half-overflow", f"{number:g}")


@listens(Written)
def note_written(machine: Machine, event: Written) -> None:
    """`scores.masked_fill_(mask, -1e9)`"""
    if event.array.precision != "float16" or TORCH not in event.array.tracked or event.name not in _FILLING:
        return
    for value in event.values:
        number = value.value if isinstance(value, Const) else None
        if isinstance(number, float) and LARGEST_HALF < abs(number) < float("inf"):
            machine.fault(event.node, "half-overflow", f"{number:g}")
