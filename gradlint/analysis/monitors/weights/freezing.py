"""Modules that stop asking for gradients, and those that ask again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from gradlint.analysis.domain.graph import TORCH
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Ref, Value
from gradlint.analysis.interpreter.events import FlagCleared, Froze, HandedAway, MayThaw, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace


class Freezing:
    """What has been told to ask for no gradient."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.frozen: Journal[Ref, bool] = Journal(branches, outlives=True)
        """Parameters that have been told so at some time."""


@listens(Froze)
def note_frozen(machine: Machine, event: Froze) -> None:
    freeze(machine, event.owner)


@listens(MayThaw)
def note_thaw(machine: Machine, event: MayThaw) -> None:
    thaw_any(machine)


@listens(HandedAway)
def note_handed_away(machine: Machine, event: HandedAway) -> None:
    """Something unknown may make whatever it is given ask again."""
    if machine.own(Freezing).frozen:
        thaw(machine, event.values, False)


@listens(FlagCleared)
def note_flag(machine: Machine, event: FlagCleared) -> None:
    machine.own(Freezing).frozen[event.ref] = True


def freeze(machine: Machine, owner: Value) -> None:
    """The parameters of a module stop asking for gradients."""
    frozen = machine.own(Freezing).frozen
    for ref in machine.parameters_of(owner):
        array = machine.array(ref)
        if array is not None:
            frozen[ref] = True
            machine.update(ref, replace(array, tracked=array.tracked - {TORCH}, trainable=False))


def thaw(machine: Machine, owners: Iterable[Value], certain: bool) -> None:
    """What was frozen inside of these asks for gradients again, or perhaps does."""
    _thaw(machine, (ref for owner in owners for ref in machine.parameters_of(owner)), certain)


def thaw_any(machine: Machine) -> None:
    """Something asks for gradients again and nobody knows what: it may be anything that was frozen."""
    _thaw(machine, tuple(machine.own(Freezing).frozen), False)


def _thaw(machine: Machine, refs: Iterable[Ref], certain: bool) -> None:
    for ref in refs:
        array = machine.array(ref)
        if array is not None and array.lang == "torch" and TORCH not in array.tracked:
            again = replace(array, tracked=array.tracked | {TORCH}, trainable=True, maybe=not certain)
            machine.update(ref, again)
