"""The quantities that rules speak of, measured in the program as written, with no other program beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ..execute.expectation import Measure
from ..execute.finite_differences import Array, Lost
from ..execute.recorded_asks import Answer, Part, Trace
from . import measured_steps as steps
from . import measured_updates as updates
from .measured_steps import Measured
from .training_step import short

MOST_DEEP = 6


def measured(trace: Trace) -> Measured | None:
    """The first of the predicted quantities that shows."""
    for name in trace.focus.predicted.measures:
        with suppress(StopIteration):
            return next(MEASURES[name](trace))
    return None


def _empty_parameters(trace: Trace) -> Iterator[Measured]:
    """The flagged call is given nothing, though there are gradients by then."""
    filled = False
    for event in trace.events:
        filled = filled or (event.kind == "backward" and bool(event.facts.get("gave")))
        if event.kind == "clip" and filled and trace.focus.is_cut(event.row) and not event.facts["stored"]:
            yield (
                "wrong",
                f"the call in line {event.row} is given 0 parameters: there is nothing left to clip",
            )


def _in_no_optimizer(trace: Trace) -> Iterator[Measured]:
    """What the finding names is given gradients, and every step is taken by optimizers that do not hold it."""
    stepped = [event for event in trace.events if event.kind == "step"]
    held = {key for event in stepped for key in event.facts.get("holds", ())}
    for answer in _wanted(trace):
        part = answer.part
        if part is None or answer.gradient is None or not answer.gradient.any() or not answer.trained:
            continue
        if stepped and id(part.value) not in held:
            yield (
                "wrong",
                f"{answer.label} is given the gradient {short(answer.gradient)}; "
                f"none of the {len(stepped)} steps that are taken holds it",
            )


def _shared_memory(trace: Trace) -> Iterator[Measured]:
    """What the flagged line has made lies in the memory of something that is trained."""
    trained = [part for part in trace.all_parts() if _is_trained(trace, part.value)]
    where = {address: part for part in trained for _, _, address in trace.adapter.memory("", part.value)}
    stepped = {key for event in trace.events for key in event.facts.get("holds", ())}
    for name, value in trace.bound_there:
        for label, array, address in trace.adapter.memory(name, value):
            part = where.get(address)
            if part is None:
                continue
            if part.value is not array:
                yield "wrong", f"{label} and {part.shown or part.label} are the same memory, not a copy"
            elif id(array) in stepped and label != (name_of := _elsewhere(trace, part, name)):
                yield "wrong", f"{label} is {name_of} itself, which the optimizer changes, not a copy"


def _elsewhere(trace: Trace, part: Part, name: str) -> str:
    """What a part is called where it was before the flagged line kept it under another name."""
    known = [label for _, label, holder, _ in trace.sightings.get(id(part.value), ()) if holder != name]
    return part.shown or (part.label if part.name != name else next(iter(known), part.label))


def _rebound_name(trace: Trace) -> Iterator[Measured]:
    """The flagged line binds a name to something new; the parameter that had the name keeps its numbers."""
    names = {name for name, _ in trace.bound_there if name.isidentifier()}
    made = {id(value) for _, value in trace.bound_there}
    for part in trace.all_parts():
        seen = [each for each in trace.sightings.get(id(part.value), ()) if each[2] in names]
        if seen and id(part.value) not in made and trace.adapter.mark(part.value) == seen[0][3]:
            name = seen[0][2]
            yield (
                "wrong",
                f"`{name}` is bound to a new tensor, and {part.shown or part.label} is what it was",
            )


def _vanishing_constant(trace: Trace) -> Iterator[Measured]:
    """A number of the flagged expression that is not zero, and is in the type of the tensors beside it."""
    run: list[Any] = []
    for role, value in trace.objects:
        run.append(value)
        if role != "result":
            continue
        types = {trace.adapter.described(each).get("dtype") for each in run}
        for number in run:
            if "float16" in types and isinstance(number, float) and number and np.float16(number) == 0:
                yield _kind_of(trace), f"{number:g} is 0 in float16, the type of what it is used with"
        run = []


def _kind_of(trace: Trace) -> str:
    """What a protection that does not protect has led to."""
    answers = [answer for ask in trace.asks for answer in ask.answers]
    finite = all(each.gradient is None or bool(np.isfinite(each.gradient).all()) for each in answers)
    return "wrong" if finite else "nan"


def _zero_gradient(trace: Trace) -> Iterator[Measured]:
    """What the flagged line makes is given gradients, all of them exactly zero."""
    found = _factors([each for each in _wanted(trace) if each.gradient is not None])
    if found and not any(each.gradient is not None and each.gradient.any() for each in found):
        names = ", ".join(dict.fromkeys(each.label for each in found))
        what = "the gradient" if len(found) == 1 else f"each of the {len(found)} gradients"
        yield "zero", f"{what} of {names} is exactly 0"


def _factors(answers: list[Answer]) -> list[Answer]:
    """The matrices among the weights of a layer: what is added to a product is none of its factors."""
    return [each for each in answers if each.value.ndim > 1] or answers


def _constant_result(trace: Trace) -> Iterator[Measured]:
    """One element along the last axis: its share is always one, and as the only class it always fits."""
    named = [answer for answer in _wanted(trace) if answer.gradient is not None]
    zero = [each.label for each in named if each.gradient is not None and not each.gradient.any()]
    if named and (not zero if not trace.focus.has_source else len(zero) < len(named)):
        return
    given: list[dict[str, Any]] = []
    for role, value in _with_numbers(trace):
        facts = trace.adapter.described(value)
        if role != "result":
            given.append(facts)
            continue
        shape, ends = facts.get("shape"), {facts.get("low"), facts.get("high")}
        single = [each["shape"] for each in given if each.get("shape") and each["shape"][-1] == 1]
        varied = any(each.get("low") != each.get("high") for each in given)
        given = []
        if not str(facts.get("dtype", "")).startswith(("float", "bfloat")):
            continue
        if shape and shape[-1] == 1 and varied and ends in ({0.0}, {1.0}):
            what = f"the result, of shape {tuple(shape)}, is exactly {ends.pop():g} everywhere"
        elif shape == [] and single and varied and ends == {0.0}:
            what = f"of one class, in shape {tuple(single[0])}, the result is exactly 0"
        else:
            continue
        least = "" if len(zero) == len(named) else f", and so is that of {zero[0]}"
        yield "zero", f"{what}: so its gradient is 0{least}"


def _with_numbers(trace: Trace) -> list[tuple[str, Any]]:
    """What the flagged expression works with; of a function that was only traced, when it is called with numbers."""
    results = [trace.adapter.described(value) for role, value in trace.objects if role == "result"]
    answer = next((each for each in _wanted(trace) if each.exact is not None), None)
    if answer is None or answer.exact is None or any("low" in each for each in results):
        return trace.objects
    known, trace.objects = trace.objects, []
    try:
        answer.exact(np.zeros(answer.value.size))
    except Lost:
        return known
    finally:
        seen, trace.objects = trace.objects, known
    return seen


def _recomputed_otherwise(trace: Trace) -> Iterator[Measured]:
    """What a checkpoint computes again is none of what it has computed before."""
    before: dict[str, list[Array]] = {}
    for role, value in trace.objects:
        before.setdefault(role, []).extend(_numbers(value))
    for role, value in trace.again:
        for each in _numbers(value):
            known = before.get(role, [])
            if known and each.size and not any(np.array_equal(each, one) for one in known):
                what = "gives" if role == "result" else "is given"
                yield (
                    "wrong",
                    f"it {what} {short(known[0])} in the forward pass, and {short(each)} when backward() runs it "
                    "again",
                )


def _zero_result(trace: Trace) -> Iterator[Measured]:
    """A derivative that is asked for and exactly zero in every element, each time."""
    results = [list(_arrays(value)) for role, value in trace.objects if role == "result"]
    numbers = [each for listed in results for each in listed if each.size]
    if numbers and not any(each.any() for each in numbers):
        yield "zero", f"each of the {sum(each.size for each in numbers)} numbers that it gives is exactly 0"


def _cancelled(trace: Trace) -> Iterator[Measured]:
    """What is held against itself: the difference is exactly zero, or both sides are one, and no gradient is left."""
    asked = [answer for ask in trace.asks for answer in ask.answers if answer.gradient is not None]
    named = [answer for answer in asked if answer.wanted] if trace.focus.has_source else asked
    if not named or any(each.gradient is not None and each.gradient.any() for each in named):
        return
    nothing = f"and the gradient of {named[0].label} is exactly 0"
    made = [each for _, value in trace.bound_there for each in _arrays(value) if each.size]
    if made and not any(each.any() for each in made):
        yield "zero", f"`{trace.bound_there[0][0]}` is exactly 0 everywhere, {nothing}"
    for _, line in (*_zero_result(trace), *_shared_memory(trace)):
        yield "zero", f"{line}, {nothing}"


def _dropped_result(trace: Trace) -> Iterator[Measured]:
    """What is given to the flagged call, beside what comes back from it and is lost: the line binds nothing."""
    if trace.bound_there:
        return
    given: list[Any] = []
    for role, value in trace.objects:
        if role != "result":
            given.append(value)
            continue
        results = list(_arrays(value))
        for before in (each for one in given for each in _arrays(one)):
            for after in results:
                if before.shape == after.shape and before.size and not np.array_equal(before, after):
                    yield "wrong", f"it gives {short(after)}, and what it was given stays {short(before)}"
        given = []


def _restarted_state(trace: Trace) -> Iterator[Measured]:
    """The same numbers, each time that the flagged line is executed."""
    states = [value for role, value in trace.objects if role == "result" and isinstance(value, (tuple, dict))]
    made = [each for each in map(list, map(_arrays, states)) if each]
    if len(made) >= 2 and all(_are_same(made[0], each) for each in made[1:]):
        count = sum(each.size for each in made[0])
        yield "wrong", f"the {count} numbers of the state are what they were at first, {len(made)} times over"


def _never_asked(trace: Trace) -> Iterator[Measured]:
    """Weights that could be trained, and nobody who asks for their gradients."""
    trained = [part for part in trace.all_parts() if _is_trained(trace, part.value)]
    steps_taken = [event for event in trace.events if event.kind == "step"]
    useless = all(
        each is None for event in steps_taken for each in event.facts.get("stored", {0: 0}).values()
    )
    quiet = not trace.asks and not any(event.kind == "backward" for event in trace.events)
    if trained and quiet and useless and trace.hits and not trace.late:
        held = {key for event in steps_taken for key in event.facts.get("holds", ())}
        how = f"takes {len(steps_taken)} steps" if steps_taken else "runs to its end"
        what = "any gradient" if steps_taken else "a gradient or a step"
        yield "wrong", f"it {how} without {what}: {len(held or trained)} weights stay what they are"


def _never_stepped(trace: Trace) -> Iterator[Measured]:
    """Gradients that the flagged call gives to weights, in a program that ends without a step."""
    if trace.late or any(event.kind in {"step", "stepped", "applied"} for event in trace.events):
        return
    for event in trace.events:
        given = event.facts.get("gave", {})
        if event.kind == "backward" and given and trace.focus.is_cut(event.row):
            yield (
                "wrong",
                f"line {event.row} gives {len(given)} weights a gradient, and no optimizer makes a step",
            )


def _are_same(one: list[Array], other: list[Array]) -> bool:
    return len(one) == len(other) and all(map(np.array_equal, one, other))


def _numbers(value: Any) -> Iterator[Array]:
    """The same, and a plain number as well."""
    if isinstance(value, (int, float)):
        yield np.array(float(value))
    yield from _arrays(value)


def _arrays(value: Any, depth: int = 0) -> Iterator[Array]:
    """The arrays in a value, as numbers; nothing of what is still being traced."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        with suppress(Exception):
            yield np.array(value.detach() if hasattr(value, "detach") else value, dtype=np.float64)
    elif depth < MOST_DEEP and isinstance(value, (list, tuple)):
        for each in value:
            yield from _arrays(each, depth + 1)
    elif depth < MOST_DEEP and isinstance(value, Mapping):
        for each in value.values():
            yield from _arrays(each, depth + 1)
    elif depth < MOST_DEEP and is_dataclass(value) and not isinstance(value, type):  # the state of a training
        for field in fields(value):
            yield from _arrays(getattr(value, field.name, None), depth + 1)


def _unscaled_loss(trace: Trace) -> Iterator[Measured]:
    yield from steps.unscaled_loss(trace)
    yield from steps.divided_by_keras(trace)


def _moved_without_gradient(trace: Trace) -> Iterator[Measured]:
    yield from steps.moved_without_gradient(trace)
    yield from steps.moved_though_frozen(trace)
    yield from updates.moved_by_a_link(trace)


def _wanted(trace: Trace) -> list[Answer]:
    return [answer for ask in trace.asks for answer in ask.answers if answer.wanted]


def _is_trained(trace: Trace, value: Any) -> bool:
    held = (key for event in trace.events for key in event.facts.get("holds", ()))
    return getattr(value, "requires_grad", False) or id(value) in set(held)


MEASURES: dict[Measure, Callable[[Trace], Iterator[Measured]]] = {
    "empty-parameters": _empty_parameters,
    "step-without-gradient": steps.step_without_gradient,
    "in-no-optimizer": _in_no_optimizer,
    "shared-memory": _shared_memory,
    "rebound-name": _rebound_name,
    "moved-without-gradient": _moved_without_gradient,
    "step-rounded-away": steps.step_rounded_away,
    "vanishing-constant": _vanishing_constant,
    "zero-gradient": _zero_gradient,
    "constant-result": _constant_result,
    "scaled-step": steps.scaled_step,
    "unscaled-loss": _unscaled_loss,
    "changed-scale": steps.changed_scale,
    "uneven-mean": steps.uneven_mean,
    "cleared-sum": steps.cleared_sum,
    "clipped-part": steps.clipped_part,
    "local-gradient": steps.local_gradient,
    "process-sum": steps.process_sum,
    "dropped-result": _dropped_result,
    "restarted-state": _restarted_state,
    "zero-result": _zero_result,
    "cancelled": _cancelled,
    "recomputed-otherwise": _recomputed_otherwise,
    "never-asked": _never_asked,
    "never-stepped": _never_stepped,
    "uphill-step": updates.uphill_step,
    "asked-of-data": updates.asked_of_data,
    "step-of-another": updates.step_of_another,
    "clipped-step": updates.clipped_step,
}
