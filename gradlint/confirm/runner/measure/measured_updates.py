"""What a JAX program adds to its weights: along the gradient, without one, or by that of something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..execute.finite_differences import Array, Lost
from ..execute.recorded_asks import Answer, Event, Trace
from .measured_steps import Measured
from .training_step import label_of, short

STEP = 1e-2
Pair = tuple[str, Array, Array]
"""The name of a leaf, its part in an update, and its gradient."""


def uphill_step(trace: Trace) -> Iterator[Measured]:
    """What the flagged link makes goes along the gradient, and so does what is added in the end."""
    for link, applied in _added(trace):
        uphill = {label for label, made, gradient in link.facts["made"] if _along(made, gradient) > 0}
        for label, update, gradient in applied.facts["pairs"]:
            if label in uphill and _along(update, gradient) > 0:
                yield (
                    "wrong",
                    f"line {applied.row} adds {short(update)} to {label}, whose gradient is {short(gradient)}: "
                    "that is uphill",
                )


def clipped_step(trace: Trace) -> Iterator[Measured]:
    """What the flagged link is given is a step downhill, and no gradient any more."""
    for event in trace.events:
        if event.kind == "linked":
            for label, given, gradient in event.facts["pairs"]:
                if _along(given, gradient) < 0:
                    yield (
                        "wrong",
                        f"it is given {short(given)}, the step; the gradient of {label} is {short(gradient)}",
                    )


def step_of_another(trace: Trace) -> Iterator[Measured]:
    """A variable is moved by what the last call that asked for it gave as the gradient of another one."""
    labels = {
        id(answer.part.value): answer.label
        for ask in trace.asks
        for answer in ask.answers
        if answer.part is not None
    }
    for event in trace.events:
        for key, gradient in event.facts.get("moves", ()):
            for ask in trace.asks:
                there = {id(each.part.value): each for each in ask.answers if each.part is not None}
                others = [each for other, each in there.items() if other != key and _is(each, gradient)]
                own = any(_is(each, gradient) for each in (there.get(key),) if each is not None)
                flagged = trace.focus.is_cut(event.row) or trace.focus.is_cut(ask.row)
                if flagged and others and not own and gradient.any():
                    yield (
                        "wrong",
                        f"line {event.row} moves {labels.get(key, label_of(trace, key))} by {short(gradient)}, which "
                        f"line {ask.row} gave as the gradient of {others[0].label}",
                    )


def _is(answer: Answer, gradient: Array) -> bool:
    found = answer.gradient
    return found is not None and found.shape == gradient.shape and bool(np.array_equal(found, gradient))


def moved_by_a_link(trace: Trace) -> Iterator[Measured]:
    """The flagged link makes a step of weights that are given no gradient, though the loss depends on them."""
    answers = {answer.label: answer for ask in trace.asks for answer in reversed(ask.answers)}
    for link, applied in _added(trace):
        added = {label: update for label, update, _ in applied.facts["pairs"]}
        for (label, given, gradient), (_, made, _) in zip(
            link.facts["pairs"], link.facts["made"], strict=True
        ):
            if gradient.any() or given.any() or not made.any() or not added.get(label, made * 0).any():
                continue
            if label in answers and (change := changed_by(answers[label])) is not None:
                yield (
                    "zero",
                    f"line {applied.row} adds {short(added[label])} to {label}, whose gradient is 0: {change}",
                )


def asked_of_data(trace: Trace) -> Iterator[Measured]:
    """The flagged call differentiates by something else than the weights that the program updates, and so do all."""
    updated = {
        id(leaf) for event in trace.events if event.kind == "applied" for leaf in event.facts["weights"]
    }
    asked = {id(answer.leaf) for ask in trace.asks for answer in ask.answers}
    if trace.traced:
        return  # what is asked for while it is compiled is not known
    for ask in trace.asks:
        if not trace.focus.is_cut(ask.row) or not ask.answers:
            continue
        for beside in ask.beside:
            if id(beside.leaf) in updated - asked and (change := changed_by(beside)) is not None:
                given = ", ".join(dict.fromkeys(answer.label for answer in ask.answers))
                yield (
                    "wrong",
                    f"line {ask.row} asks for the gradient of {given}, and no call for that of {beside.label}, which "
                    f"is updated: {change}",
                )


def changed_by(answer: Answer) -> str | None:
    """What moving a source does to the function that is differentiated, in words; None if it does nothing."""
    function = answer.exact or answer.target
    if function is None or answer.integer:
        return None
    try:
        before = function(np.zeros(answer.value.size))
        after = function(np.full(answer.value.size, STEP))
    except Lost:
        return None
    return went(before, after)


def went(before: Array, after: Array) -> str | None:
    """How a loss changes when something is moved by a small step; None if it does not."""
    if not (np.isfinite(before).all() and np.isfinite(after).all()) or np.allclose(before, after, 1e-6, 1e-9):
        return None
    return f"moved by {STEP:g}, the loss goes from {float(before.sum()):.6g} to {float(after.sum()):.6g}"


def _added(trace: Trace) -> Iterator[tuple[Event, Event]]:
    """What the flagged link has made each time, and the update that is added next."""
    for number, link in enumerate(trace.events):
        if link.kind == "linked" and link.facts["made"]:
            later = (each for each in trace.events[number:] if each.kind == "applied" and each.facts["pairs"])
            applied = next(later, None)
            if applied is not None and len(link.facts["pairs"]) == len(link.facts["made"]):
                yield link, applied


def _along(one: Any, other: Any) -> float:
    return float(np.sum(one * other))
