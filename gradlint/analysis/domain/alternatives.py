"""What a program lets its user choose: one of several classes or functions, by a name that comes from outside.

An option of the command line, a key of a registry, the value of a configuration: each choice makes a program of its
own. Where such a choice is met, one value stands for all of them; what one of them does wrong in every run that
chooses it is seen when the program is followed again with that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import (
    Class,
    Func,
    HeapObject,
    Instance,
    Method,
    Partial,
    Transform,
    Value,
)

MOST_PROGRAMS = 5
"""How often a program is followed again."""
_LOOPS = (cst.For, cst.While, cst.Try)
_BRANCHES = (cst.If, cst.IfExp, cst.Match)


class Alternatives:
    """The choices that were met, and what this time is chosen."""

    NEVER_UNDONE: ClassVar = {
        "met": "that there is a choice is said of the whole program",
        "chosen": "said once, of the whole program",
        "looked_up": "as `met`",
    }

    def __init__(self, branches: Branches) -> None:
        self.met: dict[cst.CSTNode, dict[cst.CSTNode, None]] = {}
        """By the place of the choice, the definitions among which it is made."""
        self.chosen: frozenset[cst.CSTNode] = frozenset()
        self.looked_up: set[cst.CSTNode] = set()
        """What is chosen by a name and not by a branch: which of them this program is ever run with, nobody says."""

    def choose(self, values: Iterable[tuple[Value, cst.CSTNode | None]], node: cst.CSTNode) -> Value | None:
        """The one to be followed; None for all of them at once."""
        given = list(values)
        known = dict.fromkeys(each for _, each in given if each is not None)
        if isinstance(node, _LOOPS) or len(known) < 2:
            return None  # beside something that nobody can see, one alternative is no choice of the program
        if not self.chosen:
            self.met.setdefault(node, {}).update(known)
            if not isinstance(node, _BRANCHES):
                self.looked_up.update(known)
            return None
        return next((value for value, each in given if each in self.chosen), None)

    def programs(self) -> Iterator[frozenset[cst.CSTNode]]:
        """What to choose at a time, so that each alternative is chosen once."""
        groups = [list(each) for each in self.met.values()]
        count = min(max(map(len, groups), default=0), MOST_PROGRAMS)
        for number in range(count):
            yield frozenset(group[number % len(group)] for group in groups)


def definition(value: Value, thing: HeapObject | None) -> cst.CSTNode | None:
    """The class or function of the program that something is, or is an instance of."""
    while isinstance(value, (Partial, Transform)):
        value = value.func
    if isinstance(thing, Instance):
        return thing.cls.node
    if isinstance(value, Method):
        return value.func.node
    return value.node if isinstance(value, (Class, Func)) else None
