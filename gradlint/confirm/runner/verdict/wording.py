"""Gradients in words: short lines with the numbers that show what is wrong, or right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..execute.finite_differences import Array, Slope
from ..measure.judge import Judged


def numbers(judged: Judged, prefix: str = "as written") -> Iterator[str]:
    """One line for the gradient found, one for finite differences."""
    asked, slope = judged.asked, judged.slope
    what = f"the gradient of {asked.source}{judged.at}"
    if asked.found is None:
        yield f"{prefix}: {what} is None"
    else:
        listed = prefix != "as written" or bool(judged.elements)
        shown = _shown(asked.found, judged, listed)
        if shown is not None:
            yield f"{prefix}: {what} is {shown}"
        elif slope is not None and slope.found is not None:
            along = f"directional derivative by {asked.source} along a random vector"
            yield f"{prefix}: {along}: {number(slope.found)}"
    if slope is None:
        return
    if slope.secant is not None and slope.flat:
        yield f"finite differences: 0 for small steps, {slope.secant:.4g} over a finite range"
    elif judged.symptom == "zero" and _cancels(slope):
        yield f"finite differences: elements of the target change by {number(slope.steepest)}, and cancel in their sum"
    elif slope.expected is not None:
        elements = list(judged.elements)
        along = "" if elements or asked.value.size == 1 else " along a random vector"
        yield f"finite differences: {_listed(elements or [slope.expected])}{along}"
    elif not slope.depends:
        yield f"finite differences: the loss does not depend on {asked.source}"


def _cancels(slope: Slope) -> bool:
    return slope.expected is not None and abs(slope.expected) <= 1e-3 * slope.steepest


def _shown(found: Array, judged: Judged, listed: bool) -> str | None:
    """A gradient in numbers; None if there are too many of them, and a single one along a direction must do."""
    if not np.isfinite(found).all() and found.size > 4:
        return f"not finite in {int((~np.isfinite(found)).sum())} of {found.size} elements"
    if found.size > 4 and not found.any():
        return "0 in every element"
    if found.size == 1 or (found.size <= 4 and (listed or judged.slope is None)):
        return _listed([float(each) for each in found.ravel()])
    if judged.slope is None or judged.slope.found is None:
        return _listed([float(each) for each in found.ravel()[:4]])
    return None


def _listed(values: list[float]) -> str:
    if len(values) == 1:
        return number(values[0])
    return f"[{', '.join(map(number, values))}]"


def number(value: float) -> str:
    """One that is small and not 0 does not look like 0."""
    return f"{value:.4f}" if abs(value) >= 1e-3 or not value else f"{value:.4g}"


def short(numbers: Array) -> str:
    """The first few of many numbers."""
    flat = numbers.ravel()
    if flat.size == 1:
        return number(float(flat[0]))
    listed = ", ".join(number(float(each)) for each in flat[:3])
    return f"[{listed}{', ...' if flat.size > 3 else ''}]"


def users_words(run: dict[str, Any], source: str) -> dict[str, Any]:
    """A run in the names of the user: not those that a reproduction gives to its inputs and its object."""
    return {
        **run,
        "evidence": [in_users_words(line, source) for line in run["evidence"]],
        "reason": in_users_words(run["reason"], source),
    }


def in_users_words(text: str, source: str) -> str:
    if "given_" not in source:
        text = re.sub(r"\bgiven_(\w)", r"\1", text)
    return text if re.search(r"\bsubject\b", source) else re.sub(r"\bsubject\.", "self.", text)
