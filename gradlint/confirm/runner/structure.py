"""What the flagged expression worked with: a broadcast, probabilities taken for logits, a lost parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .asks import Trace

Facts = dict[str, Any]


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
