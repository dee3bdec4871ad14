"""A way to call a formula and its gradient, and what came of trying it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from ..run.arrays import Array
from ..run.inputs import Mode, Spec, draw
from .compare import Part
from .differences import Slopes

State = Literal[
    "right", "symmetric", "value", "shape", "raises", "unclear", "flat", "unfit", "kink", "skip", "none"
]


class Unfit(Exception):
    """What a gradient gives back cannot be read; says why."""


@dataclass(frozen=True)
class Given:
    """One gradient as it was given back."""

    target: str
    value: Array | None
    position: int = 0
    attribute: str = ""
    access: str = "result"
    """How a script gets it out of what came back."""
    hint: str = ""
    """What is wrong if it is wrong."""


@dataclass(frozen=True)
class Reading:
    """One way to understand what a gradient gives back."""

    parts: tuple[Given, ...]
    sure: bool = True
    """Whether this way is the only sensible one: only then may it make a gradient wrong."""
    note: str = ""


@dataclass(frozen=True)
class Point:
    """The formula at one choice of inputs."""

    points: dict[str, Array]
    fixed: dict[str, Any]
    outputs: list[Array]
    weights: list[Array]
    """The upstream gradient: what the outputs are multiplied by before they are summed."""


class Plan:
    """One way to call a formula and its gradient. Subclasses say how."""

    specs: dict[str, Spec]
    labels: frozenset[str] = frozenset()
    logarithmic = False
    takes_upstream = True
    precise = True
    score = 0.0
    sure = True
    """Whether the roles of the parameters are known and not only guessed."""
    note = ""
    is_rule = False
    """Whether a framework takes the gradient from the rule."""
    seen = False
    """Whether the program itself calls the formula with such arguments."""
    squares: frozenset[str] = frozenset()
    """Inputs that the formula takes only as square matrices: symmetric ones may be meant."""

    def draw(self, mode: Mode, seed: int) -> tuple[dict[str, Array], dict[str, Any]]:
        return draw(self.specs, self.labels, mode, seed)

    def forward(self, points: dict[str, Array], fixed: dict[str, Any]) -> list[Array]:
        raise NotImplementedError

    def readings(self, at: Point) -> list[Reading]:
        raise NotImplementedError

    def modes(self) -> Iterator[Mode]:
        values: tuple[Literal["signed", "positive", "negative"], ...] = ("signed", "positive", "negative")
        if self.logarithmic:
            values = ("positive", "negative")
        for value in values:
            yield value, "rows"
            if self.labels & {name for name, spec in self.specs.items() if spec.kind == "float"}:
                yield value, "columns"
                yield value, "classes"
                yield value, "signs"


@dataclass(frozen=True)
class Attempt:
    state: State
    plan: Plan
    parts: tuple[Part, ...] = ()
    reason: str = ""
    error: dict[str, Any] | None = None
    at: Point | None = None
    sure: bool = True
    note: str = ""
    slopes: dict[str, Slopes] = field(default_factory=dict)

    @property
    def worst(self) -> float:
        return max((part.error for part in self.parts), default=0.0)

    @property
    def wrong_parts(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.state in ("value", "shape"))
