"""One script, run in the process that is to run it: plainly, and where asked its gradients measured."""

from __future__ import annotations

from dataclasses import dataclass

from gradlint.confirm.expectation import predicted
from gradlint.confirm.runner.execute.errors import Problem
from gradlint.confirm.runner.execute.expectation import Predicted
from gradlint.confirm.runner.execute.frameworks import load
from gradlint.confirm.runner.execute.program import Focus, Program
from gradlint.confirm.runner.measure.judge import Judged
from gradlint.confirm.runner.measure.observe import Observed, Observer
from tests.support.outcome import Gradient, Outcome

NAME = "example.py"
LACKS_A_FLAG = predicted("GL305")
"""Of a rule about sources whose `requires_grad` is missing: that is what `also` names."""


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
    """What the product's oracle sees of a script, as the tests speak of it."""
    focus = Focus(LACKS_A_FLAG if job.also else Predicted(), cut=(), names=job.also)
    try:
        program = Program(job.source, NAME)
        observer = Observer(load(job.framework), program, focus, seed=0, seconds=10 * job.seconds)
    except SyntaxError as problem:
        return Outcome("raised", f"SyntaxError: {problem}")
    observed = observer.observed(every=True) if job.measure else observer.plain()
    if observed.problem is not None:
        return Outcome("raised", _described(observed.problem), observed.printed)
    if not job.measure:
        return Outcome("ran", "", observed.printed)
    unclear = next((each for each in observed.gradients if each.symptom == "unknown"), None)
    if observed.watched_problem is not None:
        return Outcome("unmeasured", _described(observed.watched_problem), observed.printed)
    if unclear is not None:
        return Outcome("unmeasured", unclear.reason, observed.printed)
    return _outcome(observed)


def _outcome(observed: Observed) -> Outcome:
    gradients = [_gradient(each) for each in sorted(observed.gradients, key=lambda each: each.ask)]
    left = tuple((label, tuple(numbers.ravel().tolist())) for label, numbers in observed.left.items())
    return Outcome("ran", "", observed.printed, _without_bystanders(gradients), left, observed.kept)


def _gradient(judged: Judged) -> Gradient:
    found, symptom = judged.asked.found, judged.symptom
    assert symptom != "unknown"
    expected = judged.slope.expected if judged.slope is not None else None
    return Gradient(
        source=judged.asked.source,
        found=None if found is None else tuple(found.ravel().tolist()),
        verdict=symptom,
        expected=judged.elements or (() if expected is None else (expected,)),
        ask=judged.ask,
    )


def _without_bystanders(gradients: list[Gradient]) -> tuple[Gradient, ...]:
    """A loss that has nothing to do with a source says nothing about it, if another loss has."""
    expectation_of = {one.source for one in gradients if one.verdict != "unrelated"}
    return tuple(one for one in gradients if one.verdict != "unrelated" or one.source not in expectation_of)


def _described(problem: Problem) -> str:
    return f"{problem.type}: {problem.message}"
