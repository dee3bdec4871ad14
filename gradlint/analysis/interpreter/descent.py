"""Functions that call themselves with the parts of what they were given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradlint.analysis.domain.values import Func, Instance, Layer
from gradlint.analysis.interpreter.machine import Machine

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments

DESCENT_LIMIT = 6
"""As deep as a function is followed that calls itself with the parts of a module."""


def goes_down(machine: Machine, func: Func, args: Arguments, again: int) -> bool:
    """`replace(child)` in `replace(module)`: what it is given has fewer weights each time, so this comes to an end."""
    names = [each.name.value for each in func.node.params.params]
    before = machine.scope.names.get(names[0]) if names and args.pos and again < DESCENT_LIMIT else None
    if before is None or not isinstance(machine.load(args.pos[0]), (Layer, Instance)):
        return False
    return set(machine.parameters_of(args.pos[0])) < set(machine.parameters_of(before))
