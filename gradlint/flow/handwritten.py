"""Gradients written by hand: how many, of what, and whether they use what they are given."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import differences, own_closures, own_jax, own_torch, pairs
from gradlint.flow.facts import Handwritten
from gradlint.flow.machine import Machine


def examine(machine: Machine, module: cst.Module) -> None:
    """Judge every rule that the program gives for a gradient."""
    seen: set[tuple[cst.CSTNode, str]] = set()

    def note(fact: Handwritten) -> None:
        key = (fact.place.node, fact.kind)
        if key not in seen:
            seen.add(key)
            machine.flow.handwritten.append(fact)

    def note_new(fact: Handwritten) -> None:
        """A rule known to be wrong need not be found wrong again by its numbers."""
        if all(fact.place.node is not node for node, _ in seen):
            note(fact)

    own_torch.examine(machine, note)
    own_closures.examine(machine, note)
    own_jax.examine(machine, note)
    differences.examine(machine, module, note)
    pairs.examine(machine, note_new)
