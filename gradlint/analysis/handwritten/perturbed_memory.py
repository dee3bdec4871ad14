"""The pieces of memory that names show, copy or share, and how far their elements have moved."""

from __future__ import annotations

from typing import Literal

import libcst as cst

from gradlint.analysis.handwritten.step_sizes import (
    TRANSPARENT,
    further_by,
    looks_like_module,
    named_precision,
    short_name,
    steps_in,
    unwrapped,
    way_to,
)
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import is_none, names_in, number
from gradlint.core.records import dataclass, field
from gradlint.knowledge.names.operations import COPYING, SHARES_MEMORY

SHALLOW = frozenset({"dict", "list"})
ZEROS = frozenset({"zeros", "zeros_like", "new_zeros"})
How = Literal["alias", "shallow", "copy", "new"]


@dataclass(eq=False, slots=True)
class Inside:
    token: int
    written: bool = False


@dataclass(eq=False, slots=True)
class Thing:
    """One piece of memory. Equal tokens mean equal content."""

    token: int
    inside: Inside
    precision: int | None = None
    zeros: bool = False
    written: bool = False
    by: set[str] = field(default_factory=set)
    """What it has been changed by: names and literals of steps."""
    offsets: dict[str, dict[str, float] | None] = field(default_factory=dict)
    """By how much an element is away from where it began; None if that is not known."""

    @property
    def moved(self) -> bool:
        return any(each is None or any(each.values()) for each in self.offsets.values())


@dataclass(frozen=True, slots=True)
class Made:
    how: How
    statement: cst.CSTNode


class Memory:
    """What the names of one function show."""

    def __init__(self, precisions: dict[str, int | None]) -> None:
        self.precisions = precisions
        self.things: dict[str, Thing] = {}
        self.captured: dict[str, tuple[Thing, str]] = {}
        self.containers: set[str] = set()
        self.stores: list[tuple[cst.CSTNode, Thing, str, str]] = []
        self.unsure = False
        self._next = 0

    def fresh(self) -> int:
        self._next += 1
        return self._next

    def thing(self, name: str) -> Thing:
        if name not in self.things:
            self.things[name] = self.new(self.precisions.get(name))
        return self.things[name]

    def new(self, precision: int | None = None, zeros: bool = False) -> Thing:
        return Thing(self.fresh(), Inside(self.fresh()), precision, zeros)

    # -- reading --------------------------------------------------------------------------

    def meaning(self, value: cst.BaseExpression) -> tuple[How, Thing]:
        """What an expression stands for: the memory of a name, a copy of it, something new."""
        source = self._shared(value)
        if source is not None:
            return "alias", self.thing(source)
        if isinstance(value, (cst.Dict, cst.List)) and len(value.elements) == 1:
            only = value.elements[0]
            if isinstance(only, (cst.StarredDictElement, cst.StarredElement)) and isinstance(
                only.value, cst.Name
            ):
                return "shallow", self._copied(self.thing(only.value.value), shallow=True)
        if isinstance(value, cst.Call):
            name = short_name(value.func)
            behind = self._operand(value)
            thing = self.thing(behind) if behind is not None else None
            precision = named_precision(value) or (thing.precision if thing is not None else None)
            if name in ZEROS:
                return "new", self.new(precision, zeros=True)
            if thing is not None and behind is not None and name in (*COPYING, *SHALLOW):
                shallow = name in SHALLOW or (name == "copy" and behind in self.containers)
                made = self._copied(thing, shallow)
                made.precision = precision
                return "shallow" if shallow else "copy", made
            return "new", self.new(precision)
        found = {self.thing(name).precision for name in names_in(value) if name in self.things}
        return "new", self.new(64 if 64 in found else 32 if 32 in found else None)

    def _copied(self, thing: Thing, shallow: bool) -> Thing:
        inside = thing.inside if shallow else Inside(thing.inside.token)
        offsets = dict(thing.offsets)
        return Thing(thing.token, inside, thing.precision, thing.zeros, thing.written, set(thing.by), offsets)

    def _shared(self, value: cst.BaseExpression) -> str | None:
        """The name whose memory an expression shows."""
        if isinstance(value, cst.Name):
            return value.value if not is_none(value) else None
        if isinstance(value, cst.Attribute) and value.attr.value in TRANSPARENT:
            return self._shared(value.value)
        if (
            isinstance(value, cst.Call)
            and short_name(value.func) in SHARES_MEMORY
            and named_precision(value) is None
        ):
            if isinstance(value.func, cst.Attribute) and dotted(value.func.value) is None:
                return self._shared(value.func.value)
            return self._operand(value)
        return None

    def _operand(self, node: cst.Call) -> str | None:
        """`x.f(...)` or `np.f(x, ...)`: x."""
        if isinstance(node.func, cst.Attribute):
            behind = self._shared(node.func.value)
            if behind is not None and (behind in self.things or not looks_like_module(behind)):
                return behind
        return self._shared(node.args[0].value) if node.args else None

    def element(self, value: cst.BaseExpression) -> tuple[Thing, str] | None:
        """`x[i]`, `x[i].item()`, `float(x[i])`: one element as it is now."""
        value = unwrapped(value)
        if isinstance(value, cst.Subscript):
            name, path, _ = way_to(value)
            if name is not None:
                return self.thing(name), path
        return None

    # -- writing --------------------------------------------------------------------------

    def landing(self, thing: Thing, path: str, value: cst.BaseExpression) -> dict[str, float] | None:
        """How far from its beginning an element is after `x[i] = value`."""
        value = unwrapped(value)
        if isinstance(value, cst.Name) and self.captured.get(value.value) == (thing, path):
            return {}
        if thing.zeros:
            return {} if number(value) == 0.0 else further_by({}, value, 1.0)
        if isinstance(value, cst.BinaryOperation):
            sign = {"Add": 1.0, "Subtract": -1.0}.get(type(value.operator).__name__)
            old = value.left
            if sign is None:
                return None
            if isinstance(old, cst.Name) and self.captured.get(old.value) == (thing, path):
                return further_by({}, value.right, sign)
            if self.element(old) == (thing, path):
                before = thing.offsets.get(path, {})
                return further_by(before, value.right, sign) if before is not None else None
        return None

    def record(
        self,
        statement: cst.CSTNode,
        thing: Thing,
        name: str,
        path: str,
        depth: int,
        away: dict[str, float] | None,
        value: cst.BaseExpression,
    ) -> None:
        if depth > 1:
            thing.inside.token = self.fresh()
            thing.inside.written = True
        self.changed(thing, path, None if self.unsure else away, deep=depth > 1)
        thing.by |= steps_in(value)
        self.stores.append((statement, thing, path, name))

    def changed(self, thing: Thing, path: str, away: dict[str, float] | None, deep: bool = False) -> None:
        if not deep:
            thing.token = self.fresh()
            thing.written = True
        thing.offsets[path] = away
