"""What the order of `backward()`, `zero_grad()`, clipping and `step()` did to the gradients."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..execute.finite_differences import Array
from ..execute.recorded_asks import Ask, Event, Trace

TOLERANCE = 1e-3
MOST_OF_A_MEAN = 1.5
"""A mean is one loss's worth: of a last, shorter group it is less, and of one more than was counted a little more."""


def old_gradients(trace: Trace) -> Iterator[str]:
    """Steps that use gradients of losses which an earlier step has used already."""
    optimizers = {event.facts.get("owner") for event in trace.events if event.kind == "step"}
    if not optimizers:
        yield from _updated_by_hand(trace)
    for window, step in windows(trace.events):
        given = given_in(window)
        if not given or not speaks_of(trace, [*window, step]) or _cleared(window, step, optimizers):
            continue
        # What clips or unscales changes what is stored: look at it as it was before.
        touched = [event for event in window if event.kind in {"clip", "unscale"}]
        if any(event.kind == "unscale" for event in touched):
            continue
        stored = (touched[0] if touched else step).facts.get("stored", {})
        for key, gradient in stored.items():
            fresh = given.get(key)
            if gradient is not None and fresh is not None and not _close(gradient, fresh):
                label = label_of(trace, key)
                yield (
                    f"at the step in line {step.row} {label}.grad is {short(gradient)}, "
                    f"the gradient of the loss since the last step is {short(fresh)}"
                )
                break


def _updated_by_hand(trace: Trace) -> Iterator[str]:
    """Without an optimizer: the flagged call adds to a gradient by which the weights have been changed already."""
    sums: dict[int, tuple[Array, Array]] = {}
    for ask in trace.asks:
        for answer in ask.answers:
            if answer.part is None or answer.gradient is None:
                continue
            key = id(answer.part.value)
            before = sums.get(key) if answer.added else None
            total = answer.gradient if before is None else answer.gradient + before[0]
            moved = before is not None and not np.array_equal(before[1], answer.value)
            sums[key] = total, answer.value
            if moved and trace.focus.is_cut(ask.row) and not _close(total, answer.gradient):
                yield (
                    f"in line {ask.row} {answer.label}.grad becomes {short(total)}; the gradient of this loss is "
                    f"{short(answer.gradient)}, and the weights have changed since the one before"
                )
                return


def speaks_of(trace: Trace, events: list[Event]) -> bool:
    """Whether the finding marks one of these events; where it marks none at all, there must be one optimizer."""
    if any(trace.focus.is_cut(event.row) for event in trace.events):
        return any(trace.focus.is_cut(event.row) for event in events)
    return len({event.facts.get("owner") for event in trace.events if event.kind == "step"}) == 1


def lost_gradients(trace: Trace) -> Iterator[str]:
    """Steps that come too early or too late for the gradients they should use."""
    stretches = list(windows(trace.events))
    last_backward = max(
        (number for number, event in enumerate(trace.events) if event.kind == "backward"), default=-1
    )
    for window, step in stretches:
        if not speaks_of(trace, [*window, step, *_next_backward(trace.events, step)]):
            continue
        given = given_in(window)
        stored = step.facts.get("stored", {})
        empty = all(gradient is None or not gradient.any() for gradient in stored.values())
        useful = any(gradient.any() for gradient in given.values())
        if empty and useful:
            yield f"at the step in line {step.row} every gradient is cleared, though backward() had filled them"
        elif not given and place_of(trace.events, step) < last_backward:
            what = "there is no gradient" if empty else "the gradients are those of an earlier step"
            yield f"at the step in line {step.row} {what}: backward() comes after it"
    for look in (_clipped_too_late, _clipped_while_scaled, _clipped_too_early):
        yield from (line for event, line in look(trace.events) if speaks_of(trace, _around(trace, event)))


def place_of(events: list[Event], event: Event) -> int:
    """By identity: two events may say the same."""
    return next(number for number, each in enumerate(events) if each is event)


def _next_backward(events: list[Event], step: Event) -> list[Event]:
    """The call after a step that comes too early for it."""
    later = (event for event in events[place_of(events, step) :] if event.kind == "backward")
    return list(itertools.islice(later, 1))


def _around(trace: Trace, clip: Event) -> list[Event]:
    """What clips, with the calls before and after it that have to do with the same weights."""
    at = place_of(trace.events, clip)
    before = [event for event in trace.events[:at] if event.kind in {"backward", "step", "stepped", "scale"}]
    after = [event for event in trace.events[at:] if event.kind in {"backward", "step"}]
    return [*before[-2:], clip, *after[:2]]


@dataclass(frozen=True)
class Sum:
    """Several gradients added up, and used for one step or bound by the flagged line."""

    what: str
    numbers: Array
    losses: int
    step: int | None
    """Which step of the optimizers it was, if it was one."""
    name: str = ""
    """What the flagged line binds it to."""
    tail: str = ""
    """Which element of that it is."""

    def __str__(self) -> str:
        mean = short(self.numbers / self.losses)
        return (
            f"{self.what} is {short(self.numbers)}, the sum over {self.losses} losses; their mean is {mean}"
        )


def accumulated(trace: Trace) -> Iterator[Sum]:
    """Steps that use the sum of several losses' gradients."""
    for number, (window, step) in enumerate(windows(trace.events)):
        added = [event for event in window if event.kind == "backward" and trace.focus.is_cut(event.row)]
        losses = len(added)
        stored = {key: each for key, each in step.facts.get("stored", {}).items() if each is not None}
        if losses >= 2 and stored and not _is_mean([event.facts.get("share", 1.0) for event in added]):
            key, gradient = next(iter(stored.items()))
            yield Sum(f"at the step in line {step.row} {label_of(trace, key)}.grad", gradient, losses, number)
    yield from _added_up(trace)


def _is_mean(shares: list[float]) -> bool:
    """Whether each loss was divided by about as many as there are: then their sum is what was meant."""
    return all(abs(share) * len(shares) <= MOST_OF_A_MEAN for share in shares)


def _added_up(trace: Trace) -> Iterator[Sum]:
    """Where gradients are values and no attributes: what is used is the sum of what one line was given."""
    done = 0
    for number, step in enumerate(event for event in trace.events if event.kind == "step"):
        if "asks" in step.facts:
            asks, done = trace.asks[done : step.facts["asks"]], step.facts["asks"]
            used = next(iter(step.facts["stored"].values()))
            losses = _summands(asks, used)
            if losses >= 2:
                yield Sum(f"at the step in line {step.row} the gradient", used, losses, number)
    for name, tail, value in _bound_there(trace):
        with suppress(Exception):  # text, or something that is still being compiled
            used = np.asarray(value, dtype=np.float64)
            losses = _summands(trace.asks, used)
            if losses >= 2:
                what = "what the flagged line adds up" if name == "result" else f"`{name}{tail}`"
                yield Sum(what, used, losses, None, name, tail)


def _bound_there(trace: Trace) -> Iterator[tuple[str, str, Any]]:
    """What the flagged line binds, the last first, and how to get at it: also in a list or a dictionary."""
    for name, value in reversed(trace.objects):
        if name.isidentifier() and isinstance(value, (dict, list, tuple)):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            yield from ((name, f"[{key!r}]", each) for key, each in items)
        elif name.isidentifier():
            yield name, "", value


def _summands(asks: list[Ask], used: Array) -> int:
    """How many gradients that one line was given for one source, one after the other, add up to this; 0 if none do."""
    given: dict[tuple[int, str], list[tuple[Array, float]]] = {}
    for ask in asks:
        for answer in ask.answers:
            if answer.gradient is not None and answer.gradient.shape == used.shape:
                given.setdefault((ask.row, answer.label), []).append((answer.gradient, ask.share))
    counts = (
        last - first
        for each in given.values()
        for first in range(len(each))
        for last in range(first + 2, len(each) + 1)
        if used.any()
        and _close(np.sum([gradient for gradient, _ in each[first:last]], axis=0), used)
        and not _is_mean([share for _, share in each[first:last]])
    )
    return max(counts, default=0)


def _clipped_too_late(events: list[Event]) -> Iterator[tuple[Event, str]]:
    used = False
    for event in events:
        if event.kind == "backward":
            used = False
        elif event.kind == "stepped":
            used = True
        elif event.kind == "clip" and used and not _is_empty(event):
            yield event, f"the gradients are clipped in line {event.row}, after the step has used them"


def _clipped_too_early(events: list[Event]) -> Iterator[tuple[Event, str]]:
    """Clipped while there is nothing to clip, and used without being clipped again."""
    empty: Event | None = None
    for event in events:
        if event.kind == "clip":
            empty = event if _is_empty(event) else None
        elif event.kind == "step" and empty is not None:
            if not _is_empty(event):
                yield (
                    empty,
                    f"the gradients are clipped in line {empty.row}, before backward() has filled them",
                )
            empty = None


def _is_empty(event: Event) -> bool:
    return all(each is None or not each.any() for each in event.facts.get("stored", {}).values())


def _clipped_while_scaled(events: list[Event]) -> Iterator[tuple[Event, str]]:
    factor = 1.0
    for event in events:
        if event.kind == "scale":
            factor = event.facts["factor"]
        elif event.kind in {"unscale", "update"}:
            factor = 1.0
        elif event.kind == "clip" and factor != 1.0:
            yield (
                event,
                f"the gradients are clipped in line {event.row} while they are multiplied by {factor:g}",
            )


def is_used(trace: Trace, ask: int, key: int) -> bool:
    """Whether what a call gives to a source can reach a step of an optimizer.

    It cannot where only optimizers of others step until the source's own one clears it, as when one of two
    networks is trained by a loss that runs through both, or where no optimizer that steps holds the source.
    """
    calls = [n for n, event in enumerate(trace.events) if event.facts.get("ask") == ask]
    if not calls:
        return True
    others = False
    for event in trace.events[calls[0] + 1 :]:
        holds = key in event.facts.get("holds", ())
        if event.kind == "step" and holds:
            return True
        others = others or event.kind == "step"
        if event.kind == "zero_grad" and holds and others:
            return False
    steps = (event for event in trace.events if event.kind == "step")
    return not others or any(key in event.facts.get("holds", ()) for event in steps)


def not_measured(trace: Trace, shows: str) -> str:
    """Why nothing that was seen of steps says that they are right.

    What is handed to a step may have been changed on the way: scaled, clipped or added up, and nothing found in it
    clears nothing. Where there is only one step there is none before it.
    """
    used = [(window, step) for window, step in windows(trace.events) if "owner" in step.facts]
    if not used:
        return "no step that uses stored gradients was seen"
    owners = [step.facts["owner"] for window, step in used if given_in(window)]
    if not any(owners.count(each) >= 2 for each in owners):
        return "only one step with a gradient of its own was seen"
    if shows == "summed-gradients":
        return "whether a sum or a mean is meant shows only beside the fix"
    return ""


def windows(events: list[Event]) -> Iterator[tuple[list[Event], Event]]:
    """Each step of an optimizer with what happened since its last one."""
    since: dict[int, int] = {}
    for number, event in enumerate(events):
        if event.kind == "step":
            owner = event.facts.get("owner", 0)
            yield events[since.get(owner, 0) : number], event
            since[owner] = number + 1


def _cleared(window: list[Event], step: Event, optimizers: set[int | None]) -> bool:
    """By the optimizer that steps, or by a module; what another optimizer clears is not its own."""
    return any(
        event.kind == "zero_grad"
        and (
            event.facts.get("owner") == step.facts.get("owner") or event.facts.get("owner") not in optimizers
        )
        for event in window
    )


def given_in(window: list[Event]) -> dict[int, Array]:
    """What the losses of a window have given to each parameter."""
    total: dict[int, Array] = {}
    for event in window:
        for key, gradient in event.facts.get("gave", {}).items():
            total[key] = total[key] + gradient if key in total else gradient
    return total


def label_of(trace: Trace, key: int) -> str:
    part = trace.parts.get(key)
    return "the parameter" if part is None else part.label


def _close(one: Array, other: Array) -> bool:
    return one.shape == other.shape and bool(
        np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE * float(np.abs(other).max(initial=0.0)))
    )


def short(numbers: Array) -> str:
    if numbers.size == 1:
        return f"{float(numbers.ravel()[0]):.4g}"
    listed = ", ".join(f"{float(number):.4g}" for number in numbers.ravel()[:3])
    return f"[{listed}{', ...' if numbers.size > 3 else ''}]"
