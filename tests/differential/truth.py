"""What a program really does: it is run, and its gradient is compared with differences of its loss."""

from __future__ import annotations

import math
import traceback
import warnings
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, cast

from tests.differential.programs import Program, Values

Outcome = Literal["right", "none", "zero", "wrong", "raises", "unclear"]
SMALL = 1e-5
FAR = (0.41, -0.23, 0.17, 0.9)
"""How far a source is moved to see whether the loss depends on it at all."""
DIRECTION = (0.6, -0.35, 0.8)


@dataclass(frozen=True, slots=True)
class Truth:
    """The outcome for each source; what was raised, and on which line, if the program did not come to its end."""

    outcomes: dict[str, Outcome]
    error: str = ""
    line: int = 0

    @property
    def is_sound(self) -> bool:
        return all(each == "right" for each in self.outcomes.values())

    @property
    def is_clear(self) -> bool:
        return "unclear" not in self.outcomes.values()


class NotRun(Exception):
    def __init__(self, error: BaseException, line: int) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.error = error
        self.line = line


def prepare(dialect: str) -> None:
    """Double precision everywhere, so that differences tell a wrong gradient from rounding."""
    if dialect == "torch":
        import torch

        torch.set_default_dtype(torch.float64)
        torch.set_num_threads(1)
    elif dialect == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)


def truth(program: Program) -> Truth:
    try:
        names = _run(program)
    except NotRun as stopped:
        return Truth(dict.fromkeys(program.sources, "raises"), str(stopped), stopped.line)
    gradients = _GRADIENTS[program.dialect.name](program, names)
    return Truth({name: _outcome(program, name, gradients[name]) for name in program.sources})


def _run(program: Program, ask: bool = True) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(program.text(ask), "<program>", "exec"), names)
    except Exception as error:
        rows = [
            each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == "<program>"
        ]
        raise NotRun(error, rows[-1] or 0) from None
    return names


def _loss(program: Program, values: Values) -> float:
    try:
        with _values_only(program.dialect.name):
            loss = _run(program.at(values), ask=False)["loss"]
        return float(loss.detach() if hasattr(loss, "detach") else loss)
    except NotRun:
        return math.nan


def _values_only(dialect: str) -> AbstractContextManager[object]:
    """Where only the loss is wanted nothing need be compiled."""
    if dialect != "jax":
        return nullcontext()
    import jax

    return cast("AbstractContextManager[object]", jax.disable_jit())


def _moved(program: Program, name: str, by: float) -> float:
    there = tuple(value + by * part for value, part in zip(program.values[name], DIRECTION))
    return _loss(program, {**program.values, name: there})


def _outcome(program: Program, name: str, gradient: list[float] | None) -> Outcome:
    slopes = [
        (_moved(program, name, step) - _moved(program, name, -step)) / (2 * step)
        for step in (SMALL, 3 * SMALL)
    ]
    if not all(map(math.isfinite, slopes)) or not _close(*slopes):
        return "unclear"
    given = None if gradient is None else sum(part * each for part, each in zip(DIRECTION, gradient))
    if given is not None and not math.isfinite(given):
        return "wrong"
    if given is not None and not _close(given, slopes[0]):
        return "zero" if not any(gradient or ()) else "wrong"
    if gradient is not None and any(gradient):
        return "right"
    here = _loss(program, program.values)
    if all(_close(_moved(program, name, step), here) for step in FAR):
        # Nothing depends on the source, so there is nothing to lose.
        return "right"
    return "none" if gradient is None else "zero"


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-4 * (1.0 + abs(other))


def _of_torch(program: Program, names: dict[str, Any]) -> dict[str, list[float] | None]:
    holder = names.get("model")
    leaves = {name: getattr(holder, name) if holder is not None else names[name] for name in program.sources}
    return {name: None if leaf.grad is None else leaf.grad.tolist() for name, leaf in leaves.items()}


def _of_others(program: Program, names: dict[str, Any]) -> dict[str, list[float] | None]:
    found = dict(zip(program.sources, names["gradients"]))
    return {
        name: None if each is None else [float(part) for part in _dense(each)] for name, each in found.items()
    }


def _dense(gradient: Any) -> Any:
    """What tf.gather gives back are slices of a gradient; the rest of it is zero."""
    if type(gradient).__name__ != "IndexedSlices":
        return gradient
    import tensorflow as tf

    return tf.convert_to_tensor(gradient)


_GRADIENTS = {"torch": _of_torch, "tape": _of_others, "jax": _of_others}
