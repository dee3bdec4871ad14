"""What a parameter begins with: zeros only as long as nobody puts anything else there."""

from __future__ import annotations

from gradlint.analysis.domain.values import Array, Const, Ref, Value
from gradlint.analysis.interpreter.events import HandedAway, Written, listens
from gradlint.analysis.interpreter.machine import Machine

ZEROING = frozenset({"zeros_", "zero_"})
FILLING = frozenset({"fill_", "constant_"})


@listens(Written)
def note_written(machine: Machine, event: Written) -> None:
    """`nn.init.kaiming_uniform_(w)`, `w.data.normal_()`, `w.copy_(...)`"""
    zero = event.name in FILLING and any(each in (Const(0), Const(0.0)) for each in event.values)
    if event.name not in ZEROING and not zero:
        machine.flow.filled.update(each.node for each in shown(machine, event.array))


def shown(machine: Machine, array: Array) -> list[Array]:
    """An array and those whose memory it shows, through views and through `.data`."""
    found = [array]
    while array.view is not None and len(found) < 8:
        base = machine.heap.get(array.view.base)
        if not isinstance(base, Array):
            break
        found.append(base)
        array = base
    return found


@listens(HandedAway)
def note_handed_away(machine: Machine, event: HandedAway) -> None:
    for value in event.values:
        note_filled(machine, value)


def note_filled(machine: Machine, owner: Value) -> None:
    """Somebody may give the weights of a module, or a tensor, other values: a checkpoint, an unknown function."""
    if not isinstance(owner, Ref):
        return
    refs = [owner] if machine.array(owner) is not None else machine.parameters_of(owner)
    arrays = [array for ref in refs if (array := machine.array(ref)) is not None]
    machine.flow.filled.update(each.node for each in arrays if each.lang == "torch")
