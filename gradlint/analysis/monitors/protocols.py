"""One monitor for all protocols: follows the state of each subject through what happens to it.

The automata are data (`gradlint/knowledge/data/protocols`). After an undecided branch the state is known only if all
paths agree, or if one of them is taken every so often: then both happen, and the subject may be in either state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault, named
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Gone, Journal
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import dataclass
from gradlint.knowledge.protocols import protocol

Subject = tuple[str, int]
"""The protocol, and the number of the object that it is about."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The states that a subject may be in, and where it got into each; none if that is not known."""

    states: tuple[tuple[str, Place | None], ...]
    rare: bool = False
    """The last move was made in a branch that is taken every so often."""
    empty: str = ""
    """The state in which there is nothing that a mistake could be made with, where the protocol has one."""


class Protocols:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.stands: Journal[Subject, Stand] = Journal(branches, _joined, outlives=True)


def _joined(before: Stand | Gone, ends: Sequence[Stand | Gone]) -> Stand | Gone:
    known = [each for each in ends if not isinstance(each, Gone)]
    if known and known[0].empty:  # a loop that does not run leaves nothing to step by
        known = [each for each in known if _names(each) != {each.empty}] or known[:1]
        ends = known
    if len(known) < len(ends):
        return Stand(()) if known else ends[0]
    if all(_names(each) == _names(known[0]) for each in known):
        return known[0]
    if any(each.rare for each in known):
        both = {name: place for each in known for name, place in each.states}
        return Stand(tuple(both.items()), True)
    return Stand(())


def _names(stand: Stand) -> set[str]:
    return {name for name, _ in stand.states}


def fire(machine: Machine, name: str, subject: int, event: str, node: cst.CSTNode) -> None:
    """Something happens to a subject of a protocol."""
    stands, rules = machine.own(Protocols).stands, protocol(name)
    stand = stands.get((name, subject)) or Stand(((rules.start, None),))
    here = machine.place(node)
    after: dict[str, Place | None] = {}
    for state, since in stand.states:
        move = rules.moves.get((state, event))
        if move is None:
            after.setdefault(state, since)
            continue
        after.setdefault(move.to, here)
        if move.says:
            place = since if move.at == "before" and since is not None else here
            machine.flow.misuses.append(fault(place, named(move.says), "torch", "", here, machine.certain))
    stands[name, subject] = Stand(tuple(after.items()), bool(machine.loops.modulo), rules.empty)


def forget(machine: Machine, name: str, subject: int) -> None:
    """Something unknown may have done anything with the subject."""
    stands = machine.own(Protocols).stands
    if (name, subject) in stands:
        stands[name, subject] = Stand(())


def subjects(machine: Machine, name: str) -> list[int]:
    return [number for known, number in machine.own(Protocols).stands if known == name]
