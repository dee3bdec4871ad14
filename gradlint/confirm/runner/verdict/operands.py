"""What the flagged expression worked with: a broadcast, probabilities taken for logits, a lost parameter."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from ..execute.finite_differences import Array, Lost
from ..execute.recorded_asks import Answer, Trace

Facts = dict[str, Any]
_GRADIENT = re.compile(r"grad|^(d|g)[A-Z_]|^gs?$|^d[a-z]?$", re.IGNORECASE)


def broadcasts(trace: Trace) -> Iterator[str]:
    """Two operands that give a result larger than both."""
    for one, other in _pairs(trace):
        shape = _broadcast(one["shape"], other["shape"])
        if shape is None:
            continue
        size = _size(shape)
        if size > max(_size(one["shape"]), _size(other["shape"])):
            yield f"shapes {_tuple(one['shape'])} and {_tuple(other['shape'])} broadcast to {_tuple(shape)}"


def activations(trace: Trace) -> Iterator[str]:
    """What a loss was given: probabilities, or numbers that are none."""
    for role, facts in trace.operands:
        if role == "result" or "low" not in facts or not facts["dtype"].startswith(("float", "bfloat")):
            continue
        sums = facts.get("sums", [])
        if facts["low"] >= 0.0 and facts["high"] <= 1.0:
            rows = ", each row adds up to 1" if sums and all(abs(each - 1) < 1e-3 for each in sums) else ""
            yield f"the loss is given numbers between {facts['low']:.3g} and {facts['high']:.3g}{rows}"
        else:
            yield f"the loss is given numbers from {facts['low']:.3g} to {facts['high']:.3g}"


def makes_nonfinite(trace: Trace) -> bool:
    """Whether the flagged expression itself made something that is not a number out of numbers."""
    finite = True
    for role, facts in trace.operands:
        known = "low" not in facts or (math.isfinite(facts["low"]) and math.isfinite(facts["high"]))
        if role == "result":
            if finite and not known:
                return True
            finite = True
        else:
            finite = finite and known
    return False


def makes_nonfinite_when_called(trace: Trace, answer: Answer) -> bool:
    """The same of a function that was only traced: it is called with numbers."""
    if answer.exact is None:
        return False
    known, trace.operands = trace.operands, []
    try:
        with suppress(Lost):
            answer.exact(np.zeros(answer.value.size))
        return makes_nonfinite(trace)
    finally:
        trace.operands = known


def ignored_flags(trace: Trace) -> Iterator[tuple[str, bool]]:
    """An attribute that was set in place of `requires_grad`, which has another value; and that value.

    On a module it is `requires_grad` itself: that is an attribute like any other, and its parameters have theirs.
    """
    for owner, name, value, _ in trace.owned_there():
        if not isinstance(value, bool):
            continue
        holder, _, attribute = name.rpartition(".")
        if attribute == "requires_grad":
            flags = [each.requires_grad for each in _parameters(owner)]
            if others := sum(each is not value for each in flags):
                held = f"requires_grad is still {not value} for {others} of the {len(flags)} parameters of {holder}"
                yield f"{name} is {value}, {held}", not value
            continue
        actual = getattr(owner, "requires_grad", None)
        if isinstance(actual, bool) and actual != value and "grad" in name:
            yield f"{name} is {value}, {holder}.requires_grad is still {actual}", actual


def _parameters(owner: Any) -> list[Any]:
    """What a module lists as its own; a tensor lists nothing."""
    listed = getattr(owner, "parameters", None)
    try:
        found = list(listed()) if callable(listed) else []
    except Exception:  # a method of the user may be called like that
        return []
    return [each for each in found if isinstance(getattr(each, "requires_grad", None), bool)]


def swapped(trace: Trace) -> Iterator[str]:
    """`grad, value = value_and_grad(...)`: the name that speaks of a gradient holds the value."""
    asks = [ask for ask in trace.asks if trace.focus.is_cut(ask.row) and ask.answers]
    if not asks or asks[0].answers[0].gradient is None:
        return
    found = asks[0].answers[0].gradient
    for name, value in trace.objects:
        if speaks_of_gradient(name):
            facts = trace.adapter.described(value)
            if "low" in facts and (list(found.shape) != facts["shape"] or not _holds(facts, found)):
                yield f"`{name}` holds {facts['low']:.4g}, the gradient is {float(found.ravel()[0]):.4g}"
            return


def speaks_of_gradient(name: str) -> bool:
    return _GRADIENT.search(name) is not None


def _holds(facts: Facts, found: Array) -> bool:
    low, high = float(facts["low"]), float(facts["high"])
    return abs(low - float(found.min())) < 1e-6 and abs(high - float(found.max())) < 1e-6


def _pairs(trace: Trace) -> Iterator[tuple[Facts, Facts]]:
    """The operands of each time the expression ran, in twos."""
    run: list[Facts] = []
    for role, facts in trace.operands:
        if role == "result":
            for number, one in enumerate(run):
                for other in run[number + 1 :]:
                    yield one, other
            run = []
        else:
            run.append(facts)


def _broadcast(one: list[int], other: list[int]) -> list[int] | None:
    length = max(len(one), len(other))
    padded = zip([1] * (length - len(one)) + one, [1] * (length - len(other)) + other, strict=True)
    shape = []
    for left, right in padded:
        if left != right and 1 not in (left, right):
            return None
        shape.append(max(left, right))
    return shape


def _size(shape: list[int]) -> int:
    size = 1
    for each in shape:
        size *= each
    return size


def _tuple(shape: list[int]) -> str:
    return f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"
