"""Measure which public functions of the installed JAX break a gradient, and what NumPy does to a tracer."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import GUESSES
from gradlint.knowledge.facts import HARMLESS, Knowledge, Trial, best
from gradlint.knowledge.jax_calls import Call, Op, arrays, cotangent, inexact
from gradlint.knowledge.tables import Grad
from gradlint.knowledge.tracer_jax import tracer_sets

jax: Any = import_module("jax")
np: Any = import_module("numpy")
import_module("jax.extend.core")

NAMESPACES = (
    "jax.numpy",
    "jax.numpy.fft",
    "jax.numpy.linalg",
    "jax.lax",
    "jax.lax.linalg",
    "jax.nn",
    "jax.ops",
    "jax.scipy.linalg",
    "jax.scipy.special",
    "jax.random",
)
RANDOM = (
    "key, vec",
    "key, mat",
    "key, vec, vec2",
    "key, vec, spd",
    "key, (3,), float32, vec, vec2",
    "key, vec, (3,)",
)
EXPLICIT = {
    "jax.lax.argmax": "vec, 0, int32",
    "jax.lax.argmin": "vec, 0, int32",
    "jax.lax.bitcast_convert_type": "vec, int32",
    "jax.lax.convert_element_type": "vec, float32",
    "jax.lax.reduce_precision": "vec, 5, 4",
    "jax.nn.one_hot": "vec, 3",
    "jax.numpy.digitize": "vec, vec2",
    "jax.numpy.einsum": "'ij,jk->ik', mat, mat2",
    "jax.numpy.histogram": "vec, 3",
    "jax.numpy.select": "[mask], [vec]",
    "jax.numpy.where": "mask, vec, vec2",
}
# A function that breaks the gradient in so many calls breaks it: each further call costs a compilation.
ENOUGH = 4
BATCH = 30
# How JAX words that it has no derivative, whatever exception it comes with.
NO_DERIVATIVE = ("differentiation", "jvp", "derivative", "gradient")


def flags(op: Op, call: Call, kinds: list[bool], *leaves: Any) -> list[Any]:
    """For each float output of a call: is any gradient not zero? `kinds` notes which outputs are floats."""
    outputs, pull = jax.vjp(lambda *inputs: arrays(call.run(op, *inputs)), *leaves)
    if not outputs or any(output.size == 0 for output in outputs):
        raise TypeError("no array to differentiate")
    kinds[:] = [inexact(output) for output in outputs]
    found = []
    for output in outputs:
        if inexact(output):
            gradients = pull([cotangent(other, other is output) for other in outputs])
            found.append(jax.numpy.stack([(gradient != 0).any() for gradient in gradients]).any())
    return found


def trial_of(text: str, kinds: list[bool], nonzero: list[Any]) -> Trial:
    answers = iter(nonzero)
    grads: list[Grad] = []
    for kind in kinds:
        grads.append(("flows" if bool(next(answers)) else "zero") if kind else "integer")
    return Trial(text, outputs=tuple(grads), several=len(grads) > 1 and set(grads) != {"flows"})


@dataclass
class Subject:
    """A function under test: the calls not tried yet, and what those tried have shown."""

    function: Op
    waiting: list[str]
    found: list[Trial] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        return len(self.found) >= ENOUGH or any(trial.grad == "flows" for trial in self.found)


@dataclass(frozen=True)
class Question:
    """A call that could be traced, to be compiled and answered together with others."""

    subject: Subject
    call: Call
    kinds: list[bool]
    traced: Any


def next_question(subject: Subject) -> Question | None:
    """The next call that JAX can trace; calls that show their answer without running are noted at once."""
    while subject.waiting and not subject.decided:
        call = Call(subject.waiting.pop(0))
        kinds: list[bool] = []
        ask = partial(flags, subject.function, call, kinds)
        try:
            return Question(subject, call, kinds, jax.make_jaxpr(ask)(*call.leaves))
        except jax.errors.JAXTypeError:  # it must see its numbers: no tracing, step by step
            subject.found += alone(ask, call, kinds)
        except Exception as error:  # whatever a function raises when called in a way it does not know
            if has_no_derivative(error) and runs(subject.function, call):
                refuses = refused(subject.function, call)
                subject.found.append(Trial(call.text, ("raises",), refuses=refuses))
    return None


def has_no_derivative(error: Exception) -> bool:
    return any(word in str(error).lower() for word in NO_DERIVATIVE)


def refused(op: Op, call: Call) -> frozenset[int]:
    """The positions whose own derivative raises, where another has one."""
    raising = [number for number in range(len(call.leaves)) if raises_alone(op, call, number)]
    if len(raising) == len(call.leaves):
        return frozenset()
    found = (call.positions[number] for number in raising)
    return frozenset(position for position in found if position is not None)


def raises_alone(op: Op, call: Call, number: int) -> bool:
    """Does JAX refuse to differentiate with respect to this leaf, the others being constants?"""

    def of_one(leaf: Any) -> list[Any]:
        return arrays(call.run(op, *call.leaves[:number], leaf, *call.leaves[number + 1 :]))

    try:
        outputs, pull = jax.vjp(of_one, call.leaves[number])
        pull([cotangent(output, True) for output in outputs])
    except Exception as error:
        return has_no_derivative(error)
    return False


def alone(ask: Op, call: Call, kinds: list[bool]) -> list[Trial]:
    try:
        return [trial_of(call.text, kinds, ask(*call.leaves))]
    except Exception:
        return []


def answer(questions: list[Question]) -> None:
    """Compile many small programs as one: a compilation costs far more than a run."""
    try:
        results = run_together(questions)
    except Exception:  # one of them traces and yet does not compile: find it by halves and leave it out
        half = len(questions) // 2
        for part in (questions[:half], questions[half:]) if half else ():
            answer(part)
        return
    for question, nonzero in zip(questions, results, strict=True):
        question.subject.found.append(trial_of(question.call.text, question.kinds, nonzero))


def run_together(questions: list[Question]) -> Any:
    programs = [jax.extend.core.jaxpr_as_fun(question.traced) for question in questions]

    def together(leaves: list[list[Any]]) -> list[Any]:
        return [program(*own) for program, own in zip(programs, leaves, strict=True)]

    return jax.jit(together)([question.call.leaves for question in questions])


def examine(subjects: list[Subject]) -> None:
    """Ask every subject until it is decided, one question each per round."""
    while questions := [question for subject in subjects if (question := next_question(subject))]:
        for start in range(0, len(questions), BATCH):
            answer(questions[start : start + BATCH])


def runs(op: Op, call: Call) -> bool:
    """Does the call work where no gradient is requested?"""
    try:
        return bool(arrays(call.run(op, *call.leaves)))
    except Exception:
        return False


def public_functions() -> Iterator[tuple[str, Op]]:
    for namespace in NAMESPACES:
        module = import_module(namespace)
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if not name.startswith("_") and callable(function) and not inspect.isclass(function):
                yield f"{namespace}.{name}", function


def calls_for(name: str) -> list[str]:
    if name in EXPLICIT:
        return [EXPLICIT[name]]
    return list(RANDOM if name.startswith("jax.random.") else GUESSES)


def measure() -> Knowledge:
    warnings.simplefilter("ignore")
    named = list(public_functions())
    subjects = {id(function): Subject(function, calls_for(name)) for name, function in reversed(named)}
    examine(list(subjects.values()))
    facts = {name: best(subjects[id(function)].found) for name, function in named}
    return Knowledge(
        version(), {name: found for name, found in facts.items() if found != HARMLESS}, tracer_sets()
    )


def version() -> str:
    return f"{jax.__version__} with numpy {np.__version__}"
