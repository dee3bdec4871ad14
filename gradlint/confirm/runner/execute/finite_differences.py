"""Finite differences of whatever a program differentiated: what the gradient should have been.

A source is moved along a direction and the target is looked at again. Where that disagrees with the gradient
another step is taken: where the two steps disagree as well (a kink, noise) there is no opinion. A function
that does not change at all for small steps may still be a staircase, which larger steps show.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Symptom = Literal["right", "none", "zero", "wrong", "nan", "unrelated", "unknown"]

LARGE_STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)
INTEGER_STEPS = (1.0, 2.0)
MOST_SHOWN = 8
DOUBT = 5
"""How many times the tolerance two slopes must be apart to be called different; in between there is no opinion."""
ROUNDING = 256
"""How many times the error of one number a result may be off by that is computed in another order."""


@dataclass(frozen=True)
class Precision:
    """How finely a program can be looked at, given the numbers that it computes with."""

    steps: tuple[float, float]
    relative: float
    """What two slopes may differ by and still be the same."""
    epsilon: float
    """The relative error of one number."""


SINGLE = Precision((1e-2, 5e-3), 1e-2, 6e-8)
DOUBLE = Precision((3e-5, 1e-6), 1e-4, 1.2e-16)
EXACT = Precision((3e-5, 1e-5), 1e-6, 1.2e-16)
"""In double precision, and with no room for a small term that is missing."""


@dataclass(frozen=True)
class Asked:
    """One source of one gradient call, and a way to see the target with that source moved."""

    source: str
    row: int
    """Where the source was bound."""
    found: Array | None
    value: Array
    integer: bool
    centre: Array
    """The target, flattened, as the program computed it."""
    target: Callable[[Array], Array]
    """The target, flattened, with the source displaced; raises `Lost` where the program took another way."""
    exact: Callable[[Array], Array] | None = None
    """The same, executed as the program does it, where `target` is quicker and may differ in the last bits."""


class Lost(Exception):
    """The program with a source moved did not come to the same question."""


@dataclass(frozen=True)
class Slope:
    """The derivative of the sum of the target along one direction."""

    found: float | None
    expected: float | None
    """By central differences, extrapolated; None where there is no reliable number."""
    secant: float | None
    """Over a finite range, for a function that small steps do not change."""
    steepest: float
    """The largest derivative of any single element of the target: 0 where all of it is level."""
    flat: bool
    """Small steps change nothing at all, to the last bit."""
    depends: bool
    """Some step, small or large, changes the target."""
    noise: float
    """What the numbers themselves can be off by."""
    kink: float = 0.0
    """How far the slopes on both sides are apart, where a smaller step does not bring them together."""
    once: bool = False
    """Only one step was taken, and no gradient agrees with it: it depends, but by how much is not certain."""


def direction(size: int, seed: int) -> Array:
    """Fixed for a source: every element takes part, and the length stays bounded. One element: 1."""
    if size == 1:
        return np.ones(1)
    generator = np.random.default_rng(seed)
    signs = generator.choice(np.array([-1.0, 1.0]), size)
    entries: Array = signs * generator.uniform(0.5, 1.5, size)
    return entries * (min(math.sqrt(size), 4.0) / float(np.linalg.norm(entries)))


def along(asked: Asked, towards: Array, precision: Precision, hasty: bool = False) -> Slope:
    """Two looks at the target if they agree with the gradient, four if not; more if nothing changed at all.

    In haste two will also do where no gradient arrived and the target clearly changes.
    """
    found = None if asked.found is None else dot(asked.found, towards)
    scale = min(max(float(np.abs(asked.value).max(initial=0.0)), 0.1), 100.0)
    slopes: dict[float, Array] = {}
    bends: dict[float, float] = {}
    flat, nearly, noise = True, True, 0.0
    for relative in () if asked.integer else _in_order(asked, precision):
        step = relative * scale
        high, low = asked.target(step * towards), asked.target(-step * towards)
        level = _same(high, asked.centre) and _same(low, asked.centre)
        flat, nearly = flat and level, nearly and _nearly_level(high, low, asked.centre, precision)
        with np.errstate(all="ignore"):
            slopes[relative] = (high - low) / (2 * step)
            if high.shape == low.shape == asked.centre.shape:
                bends[relative] = abs(float((high + low - 2 * asked.centre).sum())) / step
            size = float(np.abs(high).sum() + np.abs(low).sum())
            noise = max(noise, 4 * precision.epsilon * size / step)
        if level and relative == precision.steps[0]:
            break
        if (hasty or found is not None) and _settles(slopes[relative], asked, found, precision, noise):
            break
    if asked.exact is not None and nearly and not flat:
        # Whether it is level is a question of the last bits.
        centre = asked.exact(np.zeros(asked.value.size))
        return along(replace(asked, target=asked.exact, centre=centre, exact=None), towards, precision, hasty)
    expected, steepest = _extrapolated(slopes, precision, noise)
    depends, secant = (not flat, None) if not flat else _finite_range(asked, towards)
    once = found is None and not flat and len(slopes) == 1
    return Slope(
        found, expected, secant, steepest, flat, depends, noise, _kink(bends, precision, noise), once
    )


def _kink(bends: dict[float, float], precision: Precision, noise: float) -> float:
    """Twice as close to a kink the bend is as large; of a smooth function it is half of that."""
    wide, narrow = (bends.get(step) for step in precision.steps)
    if wide is None or narrow is None:
        return 0.0
    return narrow if narrow > max(0.75 * wide, 3 * noise) else 0.0


def _in_order(asked: Asked, precision: Precision) -> tuple[float, ...]:
    """The narrow step is the better one, but what is level over the wide one is level over both."""
    wide, narrow = precision.steps
    return (wide, narrow) if asked.found is not None and not asked.found.any() else (narrow, wide)


def _nearly_level(high: Array, low: Array, centre: Array, precision: Precision) -> bool:
    least = ROUNDING * precision.epsilon * float(np.abs(centre).max(initial=0.0))
    with np.errstate(all="ignore"):
        return bool((np.abs(high - centre) <= least).all() and (np.abs(low - centre) <= least).all())


def _settles(slope: Array, asked: Asked, found: float | None, precision: Precision, noise: float) -> bool:
    """Whether one step is enough: nothing arrived where the target clearly changes, or all of it did."""
    expected = float(slope.sum())
    if not math.isfinite(expected) or 3 * noise > 0.1 * abs(expected):
        return False
    if found is None:
        return True
    assert asked.found is not None
    return asked.found.size == asked.value.size and close(found, expected, precision)


def dot(gradient: Array, towards: Array) -> float:
    """A gradient of the wrong shape has no direction to follow."""
    if gradient.size != towards.size:
        return math.nan if not np.isfinite(gradient).all() else float(gradient.sum())
    with np.errstate(all="ignore"):
        return float((gradient.ravel() * towards).sum())


def judged(slope: Slope, found: Array | None, size: int, precision: Precision) -> Symptom:
    """What is wrong with a gradient, going by finite differences alone."""
    if found is None:
        return "none" if slope.depends else "unrelated"
    if not np.isfinite(found).all():
        return "nan"
    least = max(1e-3 * precision.relative, 3 * slope.noise)
    # Elements that cancel each other, as those of a softmax, leave no more than their rounding.
    rounding = max(1e-6, 100 * precision.epsilon) * slope.steepest
    if bool((np.abs(found) <= rounding).all()) or not found.any():
        return _judged_zero(slope, least)
    if slope.expected is None or slope.found is None:
        return "unknown"
    if found.size != size:
        return "wrong"
    if slope.flat:
        # A straight-through estimator, or a source that is overwritten after it was moved: no derivative to
        # compare with.
        return "unknown"
    if not close(slope.found, slope.expected, precision, slope.noise):
        near = close(slope.found, slope.expected, replace(precision, relative=DOUBT * precision.relative))
        return "unknown" if near or _on_one_side(slope.found, slope) else "wrong"
    # What agrees only because the numbers are that uncertain has not been shown to agree.
    certain = 3 * slope.noise <= 0.1 * max(abs(slope.found), abs(slope.expected))
    return "right" if certain or close(slope.found, slope.expected, precision) else "unknown"


def _judged_zero(slope: Slope, least: float) -> Symptom:
    if not slope.depends:
        return "unrelated"
    if slope.flat:
        return "zero"
    if slope.expected is None:
        return "unknown"
    # Level ground at a minimum is right.
    if max(abs(slope.expected), slope.steepest) <= max(least, 1e-3 * slope.steepest):
        return "right"
    return "unknown" if slope.expected and _on_one_side(0.0, slope) else "zero"


def _on_one_side(found: float, slope: Slope) -> bool:
    """Beside a kink a gradient is the slope of one side, and central differences are the mean of both."""
    return slope.expected is not None and abs(found - slope.expected) <= 0.55 * slope.kink


def close(have: float, want: float, precision: Precision, noise: float = 0.0) -> bool:
    allowed = precision.relative * max(abs(have), abs(want)) + 3 * noise + 1e-3 * precision.relative
    return abs(have - want) <= allowed


def elementwise(asked: Asked, precision: Precision, most: int = MOST_SHOWN) -> list[float]:
    """The derivative by each of the first elements, for people to read."""
    scale = min(max(float(np.abs(asked.value).max(initial=0.0)), 0.1), 100.0)
    step = precision.steps[0] * scale
    expected = []
    for element in range(min(asked.value.size, most)):
        unit = np.zeros(asked.value.size)
        unit[element] = step
        expected.append(float(((asked.target(unit) - asked.target(-unit)) / (2 * step)).sum()))
    return expected


def _extrapolated(
    slopes: dict[float, Array], precision: Precision, noise: float
) -> tuple[float | None, float]:
    if not slopes:
        return None, 0.0
    wide, narrow = (slopes.get(step, next(iter(slopes.values()))) for step in precision.steps)
    if not (np.isfinite(wide).all() and np.isfinite(narrow).all()):
        return None, 0.0
    steepest = float(np.abs(narrow).max(initial=0.0))
    # The error is of second order in the step: this removes it.
    ratio = (precision.steps[0] / precision.steps[1]) ** 2
    best = (ratio * narrow - wide) / (ratio - 1)
    first, second = float(wide.sum()), float(narrow.sum())
    allowed = 2 * precision.relative * max(abs(first), abs(second)) + 3 * noise + 1e-3 * precision.relative
    if abs(first - second) > allowed:
        return None, steepest
    return float(best.sum()), steepest


def _finite_range(asked: Asked, towards: Array) -> tuple[bool, float | None]:
    """Whether some larger step changes the target, and the slope of the first that does."""
    others = [towards, direction(asked.value.size, seed=1)[::-1]] if towards.size > 1 else [towards]
    for step in INTEGER_STEPS if asked.integer else LARGE_STEPS:
        for way in others:
            for sign in (1.0, -1.0):
                displacement = sign * step * (np.sign(way) if asked.integer else way)
                try:
                    moved = asked.target(displacement)
                except Lost:
                    continue
                if not _same(moved, asked.centre) and bool(np.isfinite(moved).all()):
                    return True, float((moved - asked.centre).sum() / (sign * step))
    return False, None


def _same(one: Array, other: Array) -> bool:
    return bool(np.array_equal(one, other, equal_nan=True))


def shown(numbers: Any, most: int = MOST_SHOWN) -> list[float]:
    """The first few numbers as JSON can carry them."""
    return [float(number) for number in np.ravel(numbers)[:most]]
