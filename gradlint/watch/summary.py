"""What is to be said of the whole run: parameters without gradients, the first NaN, norms over time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

_BARS = "▁▂▃▄▅▆▇█"
_MOST = 12
_WIDTH = 32
_MOST_DRAWN = 6
_ALL_LOOKED_AT = 64

Facts = dict[str, Any]


def summary(facts: Facts, plain: bool = False) -> Iterator[str]:
    """The lines to print; `plain` for a screen that has no block characters."""
    training = facts.get("training") or {}
    models = training.get("models") or []
    if training.get("requests"):
        yield f"run: {_requests(training, models)}"
    named: set[str] = set()
    for model in models:
        yield from _model(_without(model, named), training)
    yield from _first_bad(training.get("first_bad"))
    rested = bool(training.get("rested"))
    drawn = [line for series in training.get("norms") or () for line in _norms(series, plain, rested)]
    yield from drawn[:_MOST_DRAWN]
    if len(drawn) > _MOST_DRAWN:
        yield f"and the norms of {len(drawn) - _MOST_DRAWN} more optimizers"


def _requests(training: Facts, models: list[Facts]) -> str:
    steps = training.get("steps") or 0
    said = _count(training["requests"], "gradient request")
    if training.get("rested"):
        said = f"looked at {said}"
    if training.get("traced"):
        # What is compiled then runs any number of times, unseen.
        said += f" ({training['traced']:,} while tracing)"
    # The updates of JAX are plain functions: that none was seen means nothing.
    if steps or any(one["framework"] == "torch" for one in models):
        said += f", {_count(steps, 'optimizer step')}"
    return said


def _without(model: Facts, named: set[str]) -> Facts:
    """Keras and its tape both know a variable; it is spoken of once."""
    if model["framework"] != "tensorflow":
        return model
    left = [one for one in model["parameters"] if one["name"] not in named]
    named |= {one["name"] for one in left if one["gradient"] in ("none", "zero")}
    return {**model, "parameters": left}


def _model(model: Facts, training: Facts) -> Iterator[str]:
    live = [one for one in model["parameters"] if not one["frozen"]]
    trained = training.get("steps") or training.get("requests")
    if not live or not trained or not any(one["gradient"] != "none" or one["held"] for one in live):
        # A model that is only evaluated, such as a teacher, is nobody's mistake.
        return
    # What has moved has received one: at a step that nobody looked at.
    none = [one for one in live if one["gradient"] == "none" and one["looks"] and not one["moved"]]
    zero = [one for one in live if one["gradient"] == "zero" and not (one["moved"] and _is_long(training))]
    loose = [one for one in live if one["held"] is False and one["gradient"] not in ("none",)]
    still = [
        one for one in live if one["moved"] is False and one["gradient"] == "ok" and one["held"] is not False
    ]
    head = f"{model['name']}{_made(model['made'])}"
    if training.get("steps"):
        yield from _listed(f"{head}: never received a gradient", none, "GL311")
    else:
        yield from _listed(f"{head}: received no gradient", none, "GL311")
    yield from _listed(f"{head}: received only zeros", zero, "GL403")
    if training.get("steps"):
        yield from _listed(f"{head}: held by no optimizer", loose, "GL310")
        yield from _listed(f"{head}: never moved", still, "GL310")


def _is_long(training: Facts) -> bool:
    """Whether not all steps were looked at: weights that moved may have done so by more than their decay."""
    return int(training.get("steps") or 0) > _ALL_LOOKED_AT


def _listed(head: str, parameters: list[Facts], rule: str) -> Iterator[str]:
    if not parameters:
        return
    yield f"{head} ({len(parameters)}; see gradlint rule {rule})"
    for one in parameters[:_MOST]:
        dims = ", ".join(map(str, one["shape"]))
        looks = f", {one['looks']} looks" if one["looks"] > 1 else ""
        yield f"  {one['name']} [{dims}]{_made(one['made'])}{looks}"
    if len(parameters) > _MOST:
        yield f"  and {len(parameters) - _MOST} more"


def _first_bad(bad: Facts | None) -> Iterator[str]:
    if not bad:
        return
    where = f"{' of those looked at' * bool(bad.get('rested'))}{_made(bad.get('line'))}"
    if bad["what"] == "loss":
        by = f", first made by {bad['operation']}" if bad.get("operation") else ""
        when = f"at request {bad['request']}{where}{by}"
        yield f"first NaN or inf: the loss was {bad['value']} {when} (see gradlint rule GL703)"
        return
    names = ", ".join(name for name in bad.get("names") or () if name) or "a gradient"
    yield f"first NaN or inf: the gradient of {names} at step {bad['step']}{where} (see gradlint rule GL702)"


def _norms(series: Facts, plain: bool, rested: bool) -> Iterator[str]:
    values = series["values"]
    known = [each for each in values if each is not None]
    if len(known) < 2:
        return
    drawn = "" if plain else f" {sparkline(values)}"
    lost = ", then NaN" if values[-1] is None else ""
    yield (
        f"gradient norm, {series['label']}:{drawn} {known[0]:.3g} to {known[-1]:.3g} "
        f"over {_count(series['count'], 'step')}{' looked at' * rested}{lost}"
    )


def sparkline(values: list[float | None]) -> str:
    """The values as small bars; a gap where there is none."""
    if len(values) > _WIDTH:
        values = [values[round(place * (len(values) - 1) / (_WIDTH - 1))] for place in range(_WIDTH)]
    known = [each for each in values if each is not None]
    low, high = min(known), max(known)
    spread = (high - low) or 1.0
    return "".join("×" if each is None else _BARS[int((each - low) / spread * 7)] for each in values)


def _made(line: Any) -> str:
    return f" ({os.path.relpath(line[0])}:{line[1]})" if line else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
