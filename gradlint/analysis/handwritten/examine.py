"""Gradients written by hand: how many, of what, and whether they use what they are given."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.handwritten import custom_gradient, custom_vjp, finite_differences, torch_function
from gradlint.analysis.interpreter.machine import Machine


def examine(machine: Machine, module: cst.Module) -> None:
    """Judge every rule that the program gives for a gradient."""
    seen: set[tuple[cst.CSTNode, str]] = set()

    def note(fact: Handwritten) -> None:
        key = (fact.place.node, fact.kind)
        if key not in seen:
            seen.add(key)
            machine.flow.handwritten.append(fact)

    torch_function.examine(machine, note)
    custom_gradient.examine(machine, note)
    custom_vjp.examine(machine, note)
    finite_differences.examine(machine, module, note)
