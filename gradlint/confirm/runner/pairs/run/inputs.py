"""Inputs for a formula: which shapes its parameters may have, and numbers for them.

Sizes are pairwise different primes, so that a missing transpose or sum cannot hide behind equal ones.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from ..find.names import LETTERS, SCALARS, is_bias, is_label, is_matrix
from .arrays import Array

Shape = tuple[int, ...]
Mode = tuple[
    Literal["signed", "positive", "negative", "symmetric"], Literal["rows", "columns", "classes", "signs"]
]

MATRICES: tuple[Shape, ...] = ((5, 3), (3, 2), (2, 3), (3, 5), (5, 2), (2, 5))
SQUARE: Shape = (3, 3)
VECTORS: tuple[Shape, ...] = ((3,), (2,), (5,))
THIN: tuple[Shape, ...] = ((1, 3), (1, 2), (3, 1), (2, 1), (5, 1))
ALONE: tuple[Shape, ...] = ((5, 3), (3,), (7,), SQUARE, (), (5, 1), (3, 2, 5), (2, 3, 4, 6))
IMAGES: dict[int, tuple[tuple[Shape, ...], ...]] = {
    2: (((2, 3, 5, 6), (2, 3, 3, 3)), ((2, 3, 5), (2, 3, 3)), ((2, 5, 3), (3,)), ((2, 5, 3), (3, 7))),
    3: (((2, 3, 5, 6), (2, 3, 3, 3), (2,)), ((2, 3, 4, 5), (3,), (3,)), ((2, 5, 3), (3, 7), (7,)),
        ((2, 3, 5), (2, 7, 5), (2, 7, 2))),
}  # fmt: skip
"""What batches of images and sequences look like, where no small shapes will do."""
SETTINGS = re.compile(r"(_param|_params|_config|hparam\w*|hparameters|config|cfg|opts?|options|settings)$")
MOST_ASSIGNMENTS = 2500


@dataclass(frozen=True)
class Spec:
    """What is given for one parameter."""

    kind: Literal["float", "int", "value"]
    shape: Shape = ()
    value: Any = None
    upper: int = 2

    def text(self) -> str:
        if self.kind == "value":
            return repr(self.value)
        return f"{self.kind}{list(self.shape)}"


class Settings(dict[str, Any]):
    """A dictionary of hyperparameters: usual values for whatever usual key is asked for."""

    USUAL: ClassVar[dict[str, Any]] = {
        "stride": 1, "pad": 1, "padding": 1, "mode": "train", "p": 0.7, "keep_prob": 0.7, "eps": 1e-5, "epsilon": 1e-5,
        "momentum": 0.9, "seed": 7, "pool_height": 2, "pool_width": 2, "f": 2, "size": 2, "G": 1,
    }  # fmt: skip

    def __missing__(self, key: str) -> Any:
        value = self.USUAL[key]
        self[key] = value
        return value

    def fresh(self) -> Settings:
        """The same before anything was asked for or written."""
        return Settings(self)

    def __contains__(self, key: object) -> bool:
        return key in self.USUAL or super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if self.__contains__(key) else default


# -- shapes --------------------------------------------------------------------------------


def options(name: str, names: tuple[str, ...]) -> list[Spec]:
    """What one parameter may be, likeliest first."""
    if SETTINGS.search(name.lower()):
        return [Spec("value", value=Settings(stride=2) if "pool" in name.lower() else Settings())]
    if is_bias(name, names):
        return [Spec("float", shape) for shape in (*VECTORS[:2], *THIN, (), *MATRICES[:2])]
    if name in SCALARS:
        scalars = [Spec("float", ()), Spec("value", value=3)]
        return scalars + [Spec("float", shape) for shape in (*VECTORS, *MATRICES)]
    if is_matrix(name) and not is_label(name, names):
        return [Spec("float", shape) for shape in (*MATRICES, SQUARE, *THIN, *VECTORS, ())]
    floats = [Spec("float", shape) for shape in (*MATRICES, *VECTORS, SQUARE, *THIN, ())]
    if name in LETTERS:
        floats = [Spec("float", ()), Spec("value", value=3), *floats]
    if is_label(name, names) or re.match(r"^(idx|index|indices|ids|tokens?|classes)$", name):
        return [*floats, Spec("int", (5,)), Spec("int", (3,))]
    return floats


def assignments(names: tuple[str, ...]) -> Iterator[dict[str, Spec]]:
    """Choices of shapes for all parameters, within bounds."""
    if len(names) == 1:
        lone = options(names[0], names)
        if lone[0].kind == "value":
            yield {names[0]: lone[0]}
            return
        for shape in ALONE:
            yield {names[0]: Spec("float", shape)}
        return
    lists = [options(name, names) for name in names]
    while np.prod([len(each) for each in lists], dtype=float) > MOST_ASSIGNMENTS:
        longest = max(lists, key=len)
        lists = [each[:-1] if each is longest else each for each in lists]
        if len(longest) <= 2:
            break
    for chosen in itertools.product(*lists):
        yield dict(zip(names, chosen))
    arrays = [name for name in names if options(name, names)[0].kind != "value"]
    for template in IMAGES.get(len(arrays), ()):
        made = {name: options(name, names)[0] for name in names}
        made.update({name: Spec("float", shape) for name, shape in zip(arrays, template)})
        yield made
    for shape in ((2, 3, 4, 6), (3, 5, 2)):
        if len(arrays) == 1:
            yield {
                name: Spec("float", shape) if name in arrays else options(name, names)[0] for name in names
            }


def unnatural(specs: dict[str, Spec], result: Shape) -> float:
    """How unlikely it is that the author meant these shapes; 0 is as expected."""
    names = tuple(specs)
    floats = {name: spec for name, spec in specs.items() if spec.kind == "float"}
    score = 0.0
    columns = any(is_bias(name, names) and 1 in spec.shape for name, spec in floats.items())
    weighted = len([name for name in floats if not is_bias(name, names)]) > 1
    for name, spec in specs.items():
        rank = len(spec.shape)
        if spec.kind == "value":
            continue
        if is_bias(name, names):
            score += 0.0 if rank in (1, 2) else 2.0
            if spec.shape == result and len(names) > 1:
                score += 2.0 if rank == 1 and weighted else 6.0
        elif name in SCALARS:
            score += 0.0 if rank == 0 else 3.0
        elif is_matrix(name) and not is_label(name, names):
            score += {2: 0.0, 1: 4.0, 0: 8.0}.get(rank, 1.0)
            score += 0.0 if 1 not in spec.shape else 1.5 if columns else 3.5
        elif name in LETTERS:
            score += 0.25
        else:
            score += {2: 0.0, 1: 0.0, 0: 3.5}.get(rank, 1.0)
            score += 0.0 if 1 not in spec.shape else 1.5 if columns else 3.5  # one sample hides a missing sum
        score += 0.5 if spec.shape == SQUARE else 0.0
    others = [
        spec.shape
        for name, spec in floats.items()
        if not is_bias(name, names) and name not in SCALARS and (name not in LETTERS or spec.shape)
    ]
    stretched = len(set(others)) > 1 and _broadcast(others) is not None
    labelled = any(is_label(name, names) for name in floats) and len(floats) == 2
    if stretched and (_broadcast(others) == result or labelled):
        score += 3.5  # it runs only because one of them is stretched over the other
    if len(result) == 2 and result[0] == result[1]:
        score += 0.5  # equal sizes hide a missing transpose
    if len(others) > 1 and len(set(others)) == 1 and others[0] == SQUARE:
        score += 0.5
    return score


def _broadcast(shapes: list[Shape]) -> Shape | None:
    try:
        return tuple(np.broadcast_shapes(*shapes))
    except ValueError:
        return None


# -- numbers -------------------------------------------------------------------------------


def draw(
    specs: dict[str, Spec], labels: frozenset[str], mode: Mode, seed: int
) -> tuple[dict[str, Array], dict[str, Any]]:
    """Numbers for every parameter: those to differentiate for, and the others."""
    chance = np.random.default_rng(11 + seed)
    points: dict[str, Array] = {}
    fixed: dict[str, Any] = {}
    for name, spec in specs.items():
        if spec.kind == "value":
            fixed[name] = spec.value
        elif spec.kind == "int":
            fixed[name] = chance.integers(0, spec.upper, spec.shape)
        elif name in labels:
            points[name] = _labels(spec.shape, mode[1], chance)
        else:
            numbers = chance.uniform(0.2, 0.9, spec.shape)
            if mode[0] == "negative":
                numbers = -numbers
            elif mode[0] != "positive":
                numbers = numbers * _signs(spec.shape, chance)
            if mode[0] == "symmetric" and is_square(spec):
                numbers = numbers @ np.swapaxes(numbers, -1, -2) + 0.5 * np.eye(spec.shape[-1])
            points[name] = np.asarray(numbers, dtype=np.float64)
    return points, fixed


def is_square(spec: Spec) -> bool:
    return spec.kind == "float" and len(spec.shape) >= 2 and spec.shape[-1] == spec.shape[-2] > 1


def _signs(shape: Shape, chance: np.random.Generator) -> Array:
    """Both signs wherever there is room for them."""
    signs = np.where(chance.random(shape) < 0.5, -1.0, 1.0)
    if signs.size > 1 and abs(float(signs.sum())) == signs.size:
        signs.flat[0] *= -1.0
    return np.asarray(signs)


def _labels(shape: Shape, how: str, chance: np.random.Generator) -> Array:
    if how == "signs":
        return _signs(shape, chance)
    if how == "classes":
        if len(shape) < 2:
            return np.asarray((chance.random(shape) < 0.5) * 1.0)
        made = np.zeros(shape)
        for row in np.ndindex(shape[:-1]):
            made[(*row, int(chance.integers(shape[-1])))] = 1.0
        return made
    numbers = np.asarray(chance.uniform(0.2, 0.9, shape))
    if not shape:
        return numbers
    axis = 0 if how == "columns" else -1
    return np.asarray(numbers / numbers.sum(axis=axis, keepdims=True))
