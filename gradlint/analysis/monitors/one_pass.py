"""Generators of parameters: they can be read once, and whoever comes second gets nothing."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Journal, on_every_path
from gradlint.analysis.domain.values import Ref, Value
from gradlint.analysis.interpreter.events import Drained, Generated, Listed, listens
from gradlint.analysis.interpreter.machine import Machine

USES = frozenset({"optimizer", "clip"})
"""Readers to whom it matters that they get the parameters."""


class Generators:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.made: Journal[int, bool] = Journal(branches, outlives=True)
        self.drained: Journal[int, Place] = Journal(branches, on_every_path)
        """Where each was read to its end; a path that has returned read it for nobody who comes later."""
        self.listed: Journal[int, Place] = Journal(branches, on_every_path)
        """Where a list was made of what was empty by then."""


@listens(Generated)
def note_made(machine: Machine, event: Generated) -> None:
    known = machine.own(Generators)
    known.made[event.ref.id] = True
    known.drained.pop(event.ref.id, None)


@listens(Drained)
def note_drained(machine: Machine, event: Drained) -> None:
    drain(machine, event.value, "loop", event.node)


@listens(Listed)
def note_listed(machine: Machine, event: Listed) -> None:
    """`list(params)` of what somebody has read before is empty."""
    known = machine.own(Generators)
    first = known.drained.get(event.value.id) if isinstance(event.value, Ref) else None
    if first is not None and first.node is not event.node:
        known.made[event.ref.id] = True
        known.drained[event.ref.id] = first
        known.listed[event.ref.id] = machine.place(event.node)


def drain(machine: Machine, value: Value | None, how: str, node: cst.CSTNode) -> None:
    known = machine.own(Generators)
    if not isinstance(value, Ref) or value.id not in known.made:
        return
    first = known.drained.get(value.id)
    if first is None:
        known.drained[value.id] = machine.place(node)
    elif how in USES and machine.parameters_of(value):
        place = known.listed.get(value.id, machine.place(node))
        misuse = fault(place, "exhausted-generator", "torch", how, first, machine.certain)
        machine.flow.misuses.append(misuse)
