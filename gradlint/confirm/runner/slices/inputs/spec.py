"""What an input is made of: a description that can be changed, compared and written as an expression."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

BATCH = 2
LENGTH = 6
WIDTH = 8
"""Sizes of the axes of an input nothing is known about: examples, positions, features."""
SIDE = 16
"""Height and width of an image nothing is known about."""


@dataclass(frozen=True)
class Spec:
    """One value. `kind` says which of the fields matter."""

    kind: str
    """tensor, literal, none, list, tuple, dict, record, network, stub, build, optimizer, code."""
    shape: tuple[int, ...] = ()
    dtype: str = "float"
    """float, long, bool or complex."""
    value: Any = None
    """The literal; the text of `code`; the class of `build`; what a network returns."""
    parts: tuple[tuple[str, Spec], ...] = ()
    """Members of a list, tuple, dict, record or build; attributes of a network or stub."""
    numbers: tuple[float, ...] | None = None
    """The elements of a small tensor, where they are known."""

    def part(self, name: str) -> Spec | None:
        return dict(self.parts).get(name)

    def with_part(self, name: str, spec: Spec) -> Spec:
        parts = {**dict(self.parts), name: spec}
        return replace(self, parts=tuple(parts.items()))

    def reshaped(self, *shape: int) -> Spec:
        return replace(self, shape=tuple(shape), numbers=None)

    @property
    def is_float(self) -> bool:
        return self.kind == "tensor" and self.dtype in ("float", "complex")


def tensor(*shape: int, dtype: str = "float") -> Spec:
    return Spec("tensor", tuple(shape), dtype)


def literal(value: object) -> Spec:
    return Spec("literal", value=value)


def code(text: str) -> Spec:
    return Spec("code", value=text)


def sequence(kind: str, *members: Spec) -> Spec:
    return Spec(kind, parts=tuple((str(index), member) for index, member in enumerate(members)))


NONE = Spec("none")
NETWORK = Spec("network", value="same")
"""A surrogate that may be called: smooth, mixes what it is given, keeps the shape of its first tensor."""
STUB = Spec("stub")
RECORD = Spec("record")

RANKS: dict[int, tuple[int, ...]] = {
    0: (),
    1: (WIDTH,),
    2: (BATCH, WIDTH),
    3: (BATCH, LENGTH, WIDTH),
    4: (BATCH, WIDTH, SIDE, SIDE),
    5: (BATCH, WIDTH, SIDE // 2, SIDE, SIDE),
    6: (BATCH, 3, WIDTH, 4, SIDE, SIDE),
}
"""A first shape for each number of axes."""


def of_rank(rank: int, dtype: str = "float") -> Spec:
    return tensor(*RANKS.get(rank, (BATCH,) * (rank - 2) + (LENGTH, WIDTH)), dtype=dtype)
