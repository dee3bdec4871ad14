"""Modules that stop asking for gradients, and those that ask again."""

from __future__ import annotations

from collections.abc import Iterable

from gradlint.flow.graph import TORCH
from gradlint.flow.machine import Machine
from gradlint.flow.values import Ref, Value
from gradlint.records import replace


def freeze(machine: Machine, owner: Value) -> None:
    """The parameters of a module stop asking for gradients."""
    for ref in machine.parameters_of(owner):
        array = machine.array(ref)
        if array is not None:
            machine.frozen[ref] = None
            machine.update(ref, replace(array, tracked=array.tracked - {TORCH}, trainable=False))


def thaw(machine: Machine, owners: Iterable[Value], certain: bool) -> None:
    """What was frozen inside of these asks for gradients again, or perhaps does."""
    _thaw(machine, (ref for owner in owners for ref in machine.parameters_of(owner)), certain)


def thaw_any(machine: Machine) -> None:
    """Something asks for gradients again and nobody knows what: it may be anything that was frozen."""
    _thaw(machine, machine.frozen, False)


def _thaw(machine: Machine, refs: Iterable[Ref], certain: bool) -> None:
    for ref in refs:
        array = machine.array(ref)
        if array is not None and array.lang == "torch" and TORCH not in array.tracked:
            again = replace(array, tracked=array.tracked | {TORCH}, trainable=True, maybe=not certain)
            machine.update(ref, again)
