"""One script, run in the process that is to run it: plainly, and where asked its gradients measured."""

from __future__ import annotations

import io
import warnings
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from tests.support.differences import Observed, gradient
from tests.support.outcome import Gradient, Outcome
from tests.support.source import execute


@dataclass(frozen=True)
class Job:
    framework: str
    source: str
    measure: bool = False
    """Compare the gradients the script asks for with finite differences."""
    also: tuple[str, ...] = ()
    """Names that should receive a gradient though nothing in this script says so."""
    seconds: float = 60.0
    """How long the script may take."""


def perform(job: Job) -> Outcome:
    """The plain run decides whether the script raises: watching a script can change what it does."""
    plain = _run(job.source)
    if plain.end != "ran" or not job.measure:
        return plain
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            observed = _observed(job)
            gradients = _without_bystanders([gradient(asked) for asked in observed.asked])
    except Exception as problem:
        return Outcome("unmeasured", _described(problem), plain.stdout)
    return Outcome("ran", "", plain.stdout, gradients, observed.left, observed.kept)


def _without_bystanders(gradients: list[Gradient]) -> tuple[Gradient, ...]:
    """A loss that has nothing to do with a source says nothing about it, if another loss has."""
    told = {one.source for one in gradients if one.verdict != "unrelated"}
    return tuple(one for one in gradients if one.verdict != "unrelated" or one.source not in told)


def _run(source: str) -> Outcome:
    printed = io.StringIO()
    try:
        with warnings.catch_warnings(), redirect_stdout(printed), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            execute(source)
    except BaseException as problem:  # `sys.exit()` in a script is an outcome like any other
        return Outcome("raised", _described(problem), printed.getvalue())
    return Outcome("ran", "", printed.getvalue())


def _described(problem: BaseException) -> str:
    kind = type(problem)
    place = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{place}{kind.__qualname__}: {problem}"


def _observed(job: Job) -> Observed:
    """The frameworks are imported here and not above: a process imports the one that it needs."""
    if job.framework == "torch":
        from tests.support.asked_by_script import observed
        from tests.support.asked_torch import Torch

        return observed(Torch(), job.source, job.also)
    if job.framework == "tensorflow":
        from tests.support.asked_by_script import observed
        from tests.support.asked_tensorflow import TensorFlow

        return observed(TensorFlow(), job.source, job.also)
    if job.framework == "jax":
        from tests.support.asked_jax import observed as observed_of_functions

        return observed_of_functions(job.source)
    from tests.support.asked_numpy import observed as observed_by_hand

    return observed_by_hand(job.source)
