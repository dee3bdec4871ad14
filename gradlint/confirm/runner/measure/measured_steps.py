"""What a step uses that it should not, or does not do that it should: measured at the step itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..execute.recorded_asks import Event, Trace
from .training_step import MOST_OF_A_MEAN, given_in, label_of, place_of, short, speaks_of, windows

Measured = tuple[str, str]
"""The symptom that it is, and the line that says so."""


def step_without_gradient(trace: Trace) -> Iterator[Measured]:
    """A step that finds none of its weights with a gradient, which others were given: by the flagged call, or where
    the flagged line makes the optimizer."""
    made = {id(value) for _, value in (*trace.objects, *trace.bound_there)}
    for window, step in windows(trace.events):
        stored, held = step.facts.get("stored", {}), step.facts.get("holds", frozenset())
        if not stored or any(each is not None for each in stored.values()):
            continue
        for event in window:
            others = [key for key in event.facts.get("gave", {}) if key not in held]
            flagged = trace.focus.is_cut(event.row) or step.facts.get("owner") in made
            if event.kind == "backward" and others and flagged:
                yield (
                    "none",
                    f"at the step in line {step.row} the .grad of all {len(held)} weights that the optimizer "
                    f"holds is None; line {event.row} gave {label_of(trace, others[0])} its gradient",
                )


def moved_without_gradient(trace: Trace) -> Iterator[Measured]:
    """Elements whose gradient was set to zero after backward(), and that the step moves all the same."""
    for window, step, after in _steps(trace):
        for key, gave in given_in(window).items():
            stored = step.facts["stored"].get(key)
            before, later = step.facts["values"].get(key), after.facts["values"].get(key)
            if stored is None or before is None or later is None or stored.shape != gave.shape:
                continue
            moved = (stored == 0) & (gave != 0) & (before != later)
            part = trace.parts.get(key)
            named = part is not None and trace.is_wanted(part)
            if moved.any() and (named or speaks_of(trace, [*window, step])):
                yield (
                    "wrong",
                    f"at the step in line {step.row} {label_of(trace, key)} moves from {short(before[moved])} "
                    f"to {short(later[moved])} where its gradient was set to 0",
                )


def moved_though_frozen(trace: Trace) -> Iterator[Measured]:
    """What the flagged line has frozen has a gradient of zero, and the step moves it all the same."""
    frozen = {
        id(part): label
        for _, value in trace.objects
        for label, part in trace.adapter.parts("", value)
        if getattr(part, "requires_grad", True) is False
    }
    for window, step, after in _steps(trace):
        given = given_in(window)
        for key in frozen:
            before, later = step.facts["values"].get(key), after.facts["values"].get(key)
            stored, others = step.facts["stored"].get(key), given.keys() - frozen.keys()
            if (
                others
                and before is not None
                and later is not None
                and stored is not None
                and not stored.any()
            ):
                if (before != later).any():
                    yield (
                        "wrong",
                        f"at the step in line {step.row} {label_of(trace, key)}, which is frozen and whose gradient "
                        f"is 0, moves from {short(before)} to {short(later)}",
                    )
                    return


def step_rounded_away(trace: Trace) -> Iterator[Measured]:
    """A step after which most weights of a coarse type that have a gradient are what they were, to the last bit."""
    for window, step, after in _steps(trace):
        had = stayed = 0
        for key, stored in step.facts["stored"].items():
            before, later = step.facts["values"].get(key), after.facts["values"].get(key)
            if stored is None or before is None or later is None or not step.facts["coarse"].get(key):
                continue
            pulled = stored != 0
            had += int(pulled.sum())
            stayed += int((pulled & (before == later)).sum())
        if had and step.facts["rate"] and stayed > had / 2 and speaks_of(trace, [*window, step]):
            yield (
                "wrong",
                f"at the step in line {step.row} {stayed} of the {had} weights with a gradient stay exactly "
                "what they were",
            )


def scaled_step(trace: Trace) -> Iterator[Measured]:
    """The flagged step uses what the scale of the loss has multiplied."""
    for window, step in windows(trace.events):
        scales = [factor for event in window if (factor := _scale(trace, event)) is not None]
        unscaled = any(_unscales(event, step) for event in window)
        if trace.focus.is_cut(step.row) and not unscaled and any(each != 1.0 for each in scales):
            yield (
                "wrong",
                f"at the step in line {step.row} {_first(trace, step)}: it is still multiplied by {scales[0]:g}",
            )


def unscaled_loss(trace: Trace) -> Iterator[Measured]:
    """Gradients that the flagged call has stored without a scale, and that are divided by one before the step."""
    for window, step in windows(trace.events):
        losses = [event for event in window if event.kind == "backward"]
        divided = [event.facts["factor"] for event in window if _unscales(event, step)]
        flagged = any(trace.focus.is_cut(event.row) for event in losses)
        if flagged and divided and divided[0] != 1.0 and not any(_scale(trace, each) for each in losses):
            yield (
                "wrong",
                f"at the step in line {step.row} {_first(trace, step)}: it was divided by {divided[0]:g}, "
                "and the loss was never multiplied by that",
            )


def divided_by_keras(trace: Trace) -> Iterator[Measured]:
    """What the flagged call gives is divided by a scale, and nothing was ever multiplied by that."""
    given = {id(each) for value in trace.results() for each in value if each is not None}
    scaled = {event.facts["scaler"] for event in trace.events if event.kind == "keras-scale"}
    for event in trace.events:
        if event.kind != "keras-divide" or event.facts["factor"] == 1.0 or event.facts["scaler"] in scaled:
            continue
        for gradient in event.facts["gradients"]:
            facts = trace.adapter.described(gradient)
            if id(gradient) in given and "low" in facts and (facts["low"] or facts["high"]):
                largest = max(facts["low"], facts["high"], key=abs)
                yield (
                    "wrong",
                    f"line {event.row} divides a gradient of {largest:.4g} by {event.facts['factor']:g}, and the loss "
                    "was never multiplied by that",
                )


def changed_scale(trace: Trace) -> Iterator[Measured]:
    """Gradients that are divided by another number than their loss was multiplied by."""
    for window, step in windows(trace.events):
        scales = {factor for event in window if (factor := _scale(trace, event)) is not None}
        divided = {event.facts["factor"] for event in window if _unscales(event, step)}
        about = speaks_of(trace, [*window, step])
        if about and len(scales) == 1 and len(divided) == 1 and scales != divided:
            yield (
                "wrong",
                f"the loss was multiplied by {scales.pop():g}, and before the step in line {step.row} its gradients "
                f"are divided by {divided.pop():g}",
            )


def uneven_mean(trace: Trace) -> Iterator[Measured]:
    """The first step uses more or less than the mean of its losses: they were divided never, or once too often.

    Any other factor is the weight that the program gives to its loss. A finding that marks where gradients are clipped
    or cleared speaks of something else.
    """
    if any(event.kind in {"clip", "zero_grad"} and trace.focus.is_cut(event.row) for event in trace.events):
        return
    steps = _declared_steps(trace)
    for window, step in windows(trace.events):
        shares = [event.facts.get("share", 1.0) for event in window if event.kind == "backward"]
        total = sum(shares)
        counted = {len(shares), *steps}
        wrong = {1.0} if len(shares) > 1 else set()
        wrong |= {1 / count**power for count in counted if count > 1 for power in (1, 2)}
        by_count = all(any(abs(share - each) < 1e-6 for each in wrong) for share in shares)
        if shares and by_count and not 1 / MOST_OF_A_MEAN <= total <= MOST_OF_A_MEAN:
            count = f"{len(shares)} losses" if len(shares) > 1 else "1 loss"
            factor = ", ".join(f"{each:g}" for each in dict.fromkeys(shares))
            yield (
                "wrong",
                f"at the step in line {step.row} {_first(trace, step)}: of {count}, each times {factor}, "
                f"it is {total:g} times the mean",
            )
        return


def _declared_steps(trace: Trace) -> set[int]:
    """How many losses a step is made of, by what the program has told its library."""
    named = (getattr(value, "gradient_accumulation_steps", None) for value in trace.names.values())
    return {each for each in named if isinstance(each, int)}


def cleared_sum(trace: Trace) -> Iterator[Measured]:
    """A step for which several losses were differentiated, and only the last of them counts."""
    for window, step in windows(trace.events):
        losses = [number for number, event in enumerate(window) if event.kind == "backward"]
        if len(losses) < 2:
            continue
        between = window[losses[0] : losses[-1]]
        if any(event.kind == "zero_grad" and trace.focus.is_cut(event.row) for event in between):
            given = given_in(window)
            last = window[losses[-1]].facts.get("gave", {})
            for key, stored in step.facts.get("stored", {}).items():
                if stored is None or key not in last or stored.shape != last[key].shape:
                    continue
                if np.allclose(stored, last[key]) and not np.allclose(stored, given[key]):
                    yield (
                        "wrong",
                        f"at the step in line {step.row} {label_of(trace, key)}.grad is {short(stored)}, that of the "
                        f"last loss; all {len(losses)} together gave {short(given[key])}",
                    )
                    break


def clipped_part(trace: Trace) -> Iterator[Measured]:
    """Gradients that are clipped while losses of the same step are still to come."""
    for window, step in windows(trace.events):
        losses = [number for number, event in enumerate(window) if event.kind == "backward"]
        for number, event in enumerate(window):
            done = sum(each < number for each in losses)
            if event.kind == "clip" and trace.focus.is_cut(event.row) and 0 < done < len(losses):
                yield (
                    "wrong",
                    f"line {event.row} clips the gradients after {done} of the {len(losses)} losses that the "
                    f"step in line {step.row} is made of",
                )


def local_gradient(trace: Trace) -> Iterator[Measured]:
    """A step with numbers that were never exchanged with the other processes."""
    for window, step in windows(trace.events):
        used = sum(each.size for each in step.facts.get("stored", {}).values() if each is not None)
        exchanged = sum(event.facts["count"] for event in window if event.kind == "exchange")
        if used and exchanged < used and speaks_of(trace, [*window, step]):
            yield (
                "wrong",
                f"the step in line {step.row} uses {used} numbers of gradients; {exchanged} of them were exchanged "
                "with the other process",
            )


def process_sum(trace: Trace) -> Iterator[Measured]:
    """A step with the sum over the processes, where every one of them has the same gradient."""
    for window, step in windows(trace.events):
        if not speaks_of(trace, [*window, step]):
            continue
        for key, gave in given_in(window).items():
            stored = step.facts.get("stored", {}).get(key)
            if stored is None or stored.shape != gave.shape or not gave.any():
                continue
            factor = float(np.sum(stored * gave) / np.sum(gave * gave))
            exchanged = any(event.kind == "exchange" for event in window)
            if exchanged and factor > MOST_OF_A_MEAN and np.allclose(stored, factor * gave):
                yield (
                    "wrong",
                    f"at the step in line {step.row} {label_of(trace, key)}.grad is {short(stored)}, "
                    f"{factor:g} times the {short(gave)} that each of the processes has",
                )
                break


def _steps(trace: Trace) -> Iterator[tuple[list[Event], Event, Event]]:
    """Each step with what happened since the last one, and with what it left; where the weights were noted."""
    for window, step in windows(trace.events):
        at = place_of(trace.events, step)
        later = (each for each in trace.events[at:] if each.kind == "stepped")
        after = next((each for each in later if each.facts.get("owner") == step.facts.get("owner")), None)
        if after is not None and "values" in step.facts:
            yield window, step, after


def _scale(trace: Trace, event: Event) -> float | None:
    """What the loss of a call was multiplied by, if it is what a scaler has made."""
    if event.kind != "backward":
        return None
    asked = trace.targets[event.facts["ask"]] if event.facts["ask"] < len(trace.targets) else []
    for made in trace.events:
        if made.kind == "scale" and any(
            one is other for one in made.facts.get("made", ()) for other in asked
        ):
            return float(made.facts["factor"])
    scales = [made.facts["factor"] for made in trace.events if made.kind == "scale"]
    share = abs(float(event.facts.get("share", 1.0)))
    # What was divided after it was scaled is another tensor: its graph still holds the factor.
    return next((float(each) for each in scales if each >= 256 and share >= each / 64), None)


def _unscales(event: Event, step: Event) -> bool:
    return event.kind == "unscale" and event.facts.get("optimizer") == step.facts.get("owner")


def _first(trace: Trace, step: Event) -> str:
    for key, stored in step.facts.get("stored", {}).items():
        if stored is not None and stored.any():
            return f"{label_of(trace, key)}.grad is {short(stored)}"
    return "every gradient is 0"
