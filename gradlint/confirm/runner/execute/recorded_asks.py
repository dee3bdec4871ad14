"""What one execution of a program bound and asked for, in order."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any

from .adapter import Adapter
from .clock import spent
from .finite_differences import Array
from .held_away import named_away
from .program import Focus
from .script import Enough
from .still import Still

MOST_PER_PLACE = 8
"""A loop binds the same name again and again; later rounds are like the first."""
MOST_PARTS = 4000
MOST_OPERANDS = 64


@dataclass(frozen=True)
class Part:
    """Something differentiable that a name holds: a tensor, or one parameter of a module."""

    label: str
    value: Any
    binding: int
    name: str
    row: int
    shown: str = ""
    """A better name for it, of whatever holds it in the end."""

    def is_wanted(self, focus: Focus) -> bool:
        """Whether it is what the finding speaks of."""
        return self.is_named(focus) or focus.is_entered(self.row)

    def is_named(self, focus: Focus) -> bool:
        roots = {self.label, self.name, self.label.partition("[")[0], self.shown}
        return bool(roots & set(focus.names))


@dataclass(frozen=True)
class Precisely:
    """A function in double precision: its gradient, and the function to call, as it is and to the last bit."""

    gradient: Array
    target: Callable[[Array], Array]
    exact: Callable[[Array], Array] | None = None


@dataclass(frozen=True)
class Answer:
    """What one source was given by one call."""

    label: str
    row: int
    gradient: Array | None
    value: Array
    """The source as it was at the call."""
    integer: bool
    wanted: bool
    added: bool = False
    """Whether it was added to a gradient that was there already."""
    trained: bool = True
    """Whether the program itself says that it should receive a gradient."""
    part: Part | None = None
    """Where the source is moved when the program runs again; None for what was never bound."""
    later: Part | None = None
    """Where it was last overwritten, if it was: what counts may be what it held from then on."""
    target: Callable[[Array], Array] | None = None
    """Where a function is differentiated it is simply called again."""
    exact: Callable[[Array], Array] | None = None
    """The same, never compiled as a whole: to the last bit what the program computes."""
    again: Callable[[Array], tuple[Array, Array]] | None = None
    """The gradient and the function at a displaced source, for a function."""
    precise: Callable[[], AbstractContextManager[Precisely]] | None = None
    """The same in double precision."""
    leaf: Any = None
    """The source itself, where a function is given it."""


@dataclass(frozen=True)
class Ask:
    """One call that asks for gradients."""

    row: int
    target: Array
    """What is differentiated, flattened; empty where a function is."""
    answers: tuple[Answer, ...]
    seconds: float = 0.0
    """How long the program had been running."""
    share: float = 1.0
    """What the loss was multiplied by last, where that matters and can be seen."""
    beside: tuple[Answer, ...] = ()
    """What a function is given as well and is not differentiated by, where that matters."""
    passes: int = 0
    """How often the flagged line had been executed by then."""


@dataclass(frozen=True)
class Event:
    """Something that happened to the gradients in between: `step`, `zero_grad`, `clip` ..."""

    kind: str
    row: int
    facts: dict[str, Any]


@dataclass(frozen=True)
class Move:
    """One source displaced where it is bound."""

    binding: int
    label: str
    name: str
    displacement: Array


@dataclass(frozen=True)
class Limits:
    """When to stop a run: after so many asks, or when the time is up."""

    asks: int = 48
    deadline: float = float("inf")
    first_gradient: bool = False
    """Whether the first gradient that arrives where the finding asks for one is enough."""


@dataclass
class Trace:
    """The watcher of one execution: see `script.Watcher`."""

    adapter: Adapter
    focus: Focus
    filename: str
    move: Move | None = None
    measuring: bool = True
    """Whether gradients are of interest, or only what they are gradients of."""
    idle: bool = False
    """Ask for the gradients of 0 times what is asked for: all of them should be 0."""
    repair: bool = False
    """Put the operands of the flagged expression right: of the same shape, or as the loss wants them."""
    limits: Limits = Limits()
    count: int = 0
    parts: dict[int, Part] = field(default_factory=dict)
    """Each part once, by identity, where it was seen first."""
    sightings: dict[int, list[tuple[int, str, str, float]]] = field(default_factory=dict)
    """Where each part was handed over, and what it held then."""
    newest: dict[str, int] = field(default_factory=dict)
    """What each name holds now, by identity."""
    holders: list[tuple[int, str, int, Any]] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    targets: list[list[Any]] = field(default_factory=list)
    """What each call differentiates, as the framework has it."""
    events: list[Event] = field(default_factory=list)
    operands: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """What the flagged expression worked with, in order."""
    objects: list[tuple[str, Any]] = field(default_factory=list)
    """The operands themselves, and what the flagged line bound."""
    bound_there: list[tuple[str, Any]] = field(default_factory=list)
    """What the flagged line bound, or wrote to."""
    owned: list[tuple[Any, str, Any, int]] = field(default_factory=list)
    """What was made an attribute of what, under which name, in which row."""
    functions: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    """What the names at module level hold in the end."""
    swallowed: list[BaseException] = field(default_factory=list)
    """What the program raised and caught itself, in order."""
    hits: int = 0
    traced: int = 0
    """Calls that ask for gradients while they are being compiled: their numbers are not known."""
    late: bool = False
    """Whether the clock has stopped it: how far it came by then means nothing."""
    hides: bool = False
    """Whether a kernel may have given 0 for what is not finite."""
    devices: set[str] = field(default_factory=set)
    moved: bool = False
    moved_part: Any = None
    """What was displaced itself."""
    pins: list[Any] = field(default_factory=list)
    """What each training step left, in order: noted, or to be kept to when a source is moved."""
    still: Still | None = None
    """What the flagged expression gives, noted or held."""
    overflows: bool = False
    """Whether the flagged expression has made infinities out of the numbers that it reads."""
    asking: bool = False
    """Whether a call that asks for gradients is being executed right now."""
    again: list[tuple[str, Any]] = field(default_factory=list)
    """What the flagged expression works with while that is so."""
    started: float = field(default_factory=spent)
    _shape: list[int] | None = None
    _known_away: tuple[int, frozenset[int]] = (-1, frozenset())
    _places: dict[tuple[str, int], int] = field(default_factory=dict)

    def bound(self, name: str, row: int, value: Any) -> Any:
        ordinal = self.count
        self.count += 1
        if self.move is not None and ordinal == self.move.binding and name == self.move.name:
            self.moved = True
            value = self.adapter.moved(value, self.move.label, name, self.move.displacement)
            self.moved_part = dict(self.adapter.parts(name, value)).get(self.move.label)
        if (
            self.still is not None
            and self.still.bound
            and self.focus.is_cut(row)
            and self.adapter.described(value)
        ):
            return self.still.passed(value, self.adapter.copied)
        if not self.measuring:
            return value
        seen = self._places[name, row] = self._places.get((name, row), 0) + 1
        if seen <= MOST_PER_PLACE and len(self.parts) < MOST_PARTS:
            self._note(ordinal, name, row, value)
            if self.focus.is_cut(row):
                self.objects.append((name, value))
                self.bound_there.append((name, value))
        return self.adapter.replaced(self, name, row, value)

    def _note(self, ordinal: int, name: str, row: int, value: Any) -> None:
        for label, part in self.adapter.parts(name, value):
            self.newest[label] = id(part)
            known = self.parts.get(id(part))
            if known is None:
                self.parts[id(part)] = Part(label, part, ordinal, name, row)
                self.sightings[id(part)] = [(ordinal, label, name, self.adapter.mark(part))]
            elif label.count(".") <= 1 and len(self.sightings.setdefault(id(part), [])) < MOST_PER_PLACE:
                self.sightings[id(part)].append((ordinal, label, name, self.adapter.mark(part)))
        if self.adapter.holds_more_later(value) or self._may_hold(value):
            self.holders.append((ordinal, name, row, value))

    def _may_hold(self, value: Any) -> bool:
        """Whether an object of another file may hold what the finding names there."""
        return bool(self.focus.away) and hasattr(value, "__dict__") and len(self.holders) < MOST_PARTS

    def attribute(self, owner: Any, attribute: str, name: str, row: int) -> None:
        try:
            value = getattr(owner, attribute)
        except AttributeError:  # a name that the class keeps to itself
            return
        handed_back = self.bound(name, row, value)
        if self.measuring and len(self.owned) < MOST_PARTS:
            self.owned.append((owner, name, value, row))
        if handed_back is not value:
            setattr(owner, attribute, handed_back)

    def seen(self, role: str, value: Any) -> Any:
        if self.repair:
            value = self._repaired(role, value)
        if self.still is not None and role == "result":
            value = self.still.passed(value, self.adapter.copied)
        if role == "result" and self.measuring and self.focus.predicted.shows == "not-finite":
            self.overflows = self.overflows or self._overflows(value, sys._getframe(1))
        if self.asking and len(self.again) < MOST_OPERANDS:
            self.again.append((role, value))
        if self.measuring and len(self.operands) < MOST_OPERANDS and not self.asking:
            self.objects.append((role, value))
            facts = self.adapter.described(value)
            if facts:
                self.operands.append((role, facts))
        return self.adapter.replaced(self, role, 0, value) if role == "result" and self._listens else value

    def _overflows(self, value: Any, frame: FrameType) -> bool:
        """Whether a value is not finite, and every array that the flagged expression reads is."""
        known = [frame.f_locals.get(name, frame.f_globals.get(name)) for name in self.focus.inside]
        read = [facts for each in known if "low" in (facts := self.adapter.described(each))]
        return bool(read) and all(map(_is_finite, read)) and not _is_finite(self.adapter.described(value))

    @property
    def _listens(self) -> bool:
        """Whether what the flagged expression makes is listened to wherever it goes."""
        return self.measuring and bool(self.focus.predicted.measures)

    def _repaired(self, role: str, value: Any) -> Any:
        if self.focus.predicted.shows == "activation":
            return self.adapter.unactivated(value) if role in {"0", "input", "y_pred", "logits"} else value
        shape = self.adapter.described(value).get("shape")
        if role == "result" or shape is None:
            self._shape = None
            return value
        before, self._shape = self._shape, shape
        if before is not None and before != shape and math.prod(before) == math.prod(shape):
            return self.adapter.reshaped(value, before)
        return value

    def results(self) -> list[list[Any]]:
        """What the flagged expression gave, each time, as a list."""
        given = [value for role, value in self.objects if role == "result"]
        return [list(value) if isinstance(value, (list, tuple)) else [value] for value in given]

    def owned_there(self) -> list[tuple[Any, str, Any, int]]:
        """What the flagged line made an attribute of something; the attributes that it names, if it made none."""
        there = [each for each in self.owned if self.focus.is_cut(each[3])]
        return there or [each for each in self.owned if each[1] in self.focus.names]

    def caught(self) -> None:
        """The program has caught what is being handled right now."""
        error = sys.exc_info()[1]
        if self.measuring and error is not None and len(self.swallowed) < MOST_PER_PLACE:
            self.swallowed.append(error)

    def hit(self) -> None:
        self.hits += 1

    def all_parts(self) -> list[Part]:
        """Also what modules and lists were given since they were bound; without what they no longer have."""
        held: set[int] = set()
        for ordinal, name, row, value in self.holders:
            for label, part in self.adapter.parts(name, value):
                held.add(id(part))
                known = self.parts.get(id(part))
                if known is None:
                    self.parts[id(part)] = Part(label, part, ordinal, name, row)
                elif not known.shown and known.label.startswith("self.") and not name.startswith("self"):
                    self.parts[id(part)] = replace(known, shown=label)
        of_holders = {ordinal for ordinal, _, _, _ in self.holders}
        return [part for key, part in self.parts.items() if key in held or part.binding not in of_holders]

    def is_wanted(self, part: Part) -> bool:
        """Whether a part is what the finding speaks of, or belongs to a layer that is: weights may be made later."""
        if part.is_wanted(self.focus) or id(part.value) in self._away():
            return part.is_named(self.focus) or not self._beside_the_named(part)
        return any(
            each is part.value
            for _, name, row, value in self.holders
            if name in self.focus.names or (self.focus.is_entered(row) and not self._beside_the_named(part))
            for _, each in self.adapter.parts(name, value)
        )

    def _beside_the_named(self, part: Part) -> bool:
        """Whether it has another name than what the finding names in the same row: `gen, disc = Gen(), Disc()`."""
        if not self.focus.is_entered(part.row) or id(part.value) in self._away():
            return False
        return any(each.row == part.row and each.is_named(self.focus) for each in self.parts.values())

    def _away(self) -> frozenset[int]:
        """The parts of what the finding names in other files, by identity."""
        if self.focus.away and self._known_away[0] != len(self.holders) + len(self.asks):
            named = named_away([value for *_, value in self.holders], self.focus.away)
            held = frozenset(id(part) for value in named for _, part in self.adapter.parts("", value))
            self._known_away = len(self.holders) + len(self.asks), held
        return self._known_away[1]

    def overwritten(self, part: Part) -> Part | None:
        """The first place from which on it holds what it holds now, if it held something else at first."""
        now = self.adapter.mark(part.value)
        for ordinal, label, name, then in self.sightings.get(id(part.value), ()):
            if then == now:
                return (
                    None
                    if ordinal == part.binding
                    else replace(part, binding=ordinal, label=label, name=name)
                )
        return None

    def part_of(self, value: Any) -> Part | None:
        if id(value) in self.parts:
            return self.parts[id(value)]
        self.all_parts()
        return self.parts.get(id(value))

    def ends_here(self) -> bool:
        """Whether the call that asks now is the last one of interest, and only for what it differentiates."""
        return not self.measuring and len(self.asks) + 1 >= self.limits.asks

    def asked(self, ask: Ask, targets: list[Any]) -> None:
        """Note a call that asks; stop the program if that was the last one of interest."""
        # What has no elements has no gradient that could be right or wrong.
        answers = tuple(answer for answer in ask.answers if answer.value.size)
        self.asks.append(replace(ask, answers=answers, seconds=spent() - self.started, passes=self.hits))
        self.targets.append(targets)
        self.late = spent() > self.limits.deadline
        if self.late or len(self.asks) >= self.limits.asks:
            raise Enough
        if self.limits.first_gradient and (not self.focus.asked or self.focus.is_asked(ask.row)):
            if any(answer.gradient is not None for answer in ask.answers):
                raise Enough

    @property
    def adds_up(self) -> bool:
        """Whether a Jacobian may be taken for the gradient of a sum: not where that sum is the mistake."""
        return self.focus.predicted.shows != "not-scalar"

    def row(self) -> int:
        """The row of the user's text that is being executed."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self.filename:
                return frame.f_lineno
            frame = frame.f_back
        return 0


def _is_finite(facts: dict[str, Any]) -> bool:
    return math.isfinite(facts.get("low", 0.0)) and math.isfinite(facts.get("high", 0.0))
