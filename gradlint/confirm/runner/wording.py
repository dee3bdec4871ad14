"""Gradients in words: short lines with the numbers that show what is wrong, or right."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .differences import Array, Slope
from .judge import Judged


def numbers(judged: Judged, prefix: str = "as written") -> Iterator[str]:
    """One line for the gradient found, one for finite differences."""
    asked, slope = judged.asked, judged.slope
    what = f"the gradient of {asked.source}"
    if asked.found is None:
        yield f"{prefix}: {what} is None"
    else:
        listed = prefix != "as written" or bool(judged.elements)
        yield f"{prefix}: {what} is {_shown(asked.found, judged, listed)}"
    if slope is None:
        return
    if slope.secant is not None and slope.flat:
        yield f"finite differences: 0 for small steps, {slope.secant:.4g} over a finite range"
    elif judged.symptom == "zero" and _cancels(slope):
        yield f"finite differences: elements of the target change by {slope.steepest:.4f}, and cancel in their sum"
    elif slope.expected is not None:
        elements = list(judged.elements)
        yield f"finite differences: {_listed(elements) if elements else f'{slope.expected:.4f}'}"
    elif not slope.depends:
        yield f"finite differences: the loss does not depend on {asked.source}"


def _cancels(slope: Slope) -> bool:
    return slope.expected is not None and abs(slope.expected) <= 1e-3 * slope.steepest


def _shown(found: Array, judged: Judged, listed: bool) -> str:
    if not np.isfinite(found).all() and found.size > 4:
        return f"not finite in {int((~np.isfinite(found)).sum())} of {found.size} elements"
    if found.size > 4 and not found.any():
        return "0 in every element"
    if found.size == 1 or (found.size <= 4 and (listed or judged.slope is None)):
        return _listed([float(each) for each in found.ravel()])
    if judged.slope is None or judged.slope.found is None:
        return _listed([float(each) for each in found.ravel()[:4]])
    return f"{judged.slope.found:.4f} along a fixed direction"


def _listed(values: list[float]) -> str:
    if len(values) == 1:
        return f"{values[0]:.4f}"
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


def short(numbers: Array) -> str:
    """The first few of many numbers."""
    flat = numbers.ravel()
    if flat.size == 1:
        return f"{flat[0]:.4f}"
    listed = ", ".join(f"{number:.4f}" for number in flat[:3])
    return f"[{listed}{', ...' if flat.size > 3 else ''}]"
