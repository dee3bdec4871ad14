"""What a program does with its own functions: calls of them, and rules given to the differentiable ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import Array, Class, Const, Func, Shape, Transform, Value
from gradlint.core.records import dataclass, field

CALLS_KEPT = 8
"""How many calls of one function are remembered."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something done with a class or with a transformed function.

    `how` is the name of the method (`apply`, `defvjp`), or "call", "make" (an instance), "instance" (a call of
    one) or "held" (an instance that is asked for `apply`).
    """

    owner: Class | Transform
    how: str
    args: tuple[Value | Array, ...]
    named: Mapping[str, Value]
    open: bool
    place: Place
    certain: bool


@dataclass(frozen=True, slots=True)
class Store:
    """A number with a fraction, written into one element of an integer array."""

    statement: cst.CSTNode
    array: Array
    value: Array | Const
    function: cst.CSTNode | None


@dataclass(slots=True)
class Called:
    """One call of a function of the program: what was known of its arguments, and of its result."""

    arguments: Mapping[str, Array | Const]
    place: Place
    shapes: tuple[Shape | None, ...] = field(default=())
    """The shapes of the arrays it returned."""


class CallsSeen:
    """What is known at the end about the use of functions, for rules about gradients written by hand."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("uses", "called_with", "quotients", "stores"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.uses: list[Use] = []
        """What is done with functions and classes that bring their own gradient."""
        self.called_with: dict[cst.CSTNode, list[Called]] = {}
        self.quotients: dict[cst.BinaryOperation, cst.CSTNode | None] = {}
        """Divisions, and the function in which each is written."""
        self.stores: list[Store] = []
        """Numbers with a fraction that were written into integer arrays."""


def function_behind(value: Value) -> Func | None:
    """The function of the program under its transformations."""
    while isinstance(value, Transform):
        value = value.func
    return value if isinstance(value, Func) else None
