"""GL107 to GL110: values that Python computes or keeps where a gradient or a trace runs through."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.broken import broken_draft, framework_of
from gradlint.detect.draft import Draft, Program, detects
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.facts import HostCall, Misuse
from gradlint.model import Severity


@detects("GL107")
def predicted(program: Program) -> Iterator[Draft]:
    """model.predict, metric.result(): numbers about the model, not functions of its weights."""
    for broken in program.losses.breaks:
        if broken.reason == "state" and broken.total and not broken.cut.op.startswith("assign"):
            predicts = broken.cut.op.startswith("predict")
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op}() gives {'a NumPy array' if predicts else 'the state of a metric'}, not something "
                "the tape has recorded",
                "cut here: computed outside of the recorded graph",
                "call the model: model(x, training=True)"
                if predicts
                else "use the loss function, not the metric",
            )


_CALLBACKS = {
    "callback": Wording(
        "{detail} on a differentiated value raises ValueError: Pure callbacks do not support JVP",
        "give it a rule with jax.custom_jvp, or pass it jax.lax.stop_gradient(x)",
        "cut here: Python code has no derivative",
    ),
    "integer-input": Wording(
        "{detail} with an integer input cannot be differentiated: TypeError: Cannot convert 0.0 to "
        "EagerTensor of dtype int32",
        "let the function close over the integer instead of passing it",
        "the gradient of this call raises",
    ),
}


@detects("GL108")
def host_callback(program: Program) -> Iterator[Draft]:
    """A callback into Python has no derivative."""
    yield from worded(program, _CALLBACKS)
    for broken in program.losses.breaks:
        if broken.reason == "host" and framework_of(broken) == "tensorflow":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op} computes in Python, where nothing is recorded",
                "cut here: Python code has no derivative",
                "use TensorFlow operations, in tf.py_function if it must be Python",
            )


@detects("GL109")
def type_gate(program: Program) -> Iterator[Draft]:
    """A test that a tracer never passes sends the gradient down another branch."""
    for misuse in program.flow.misuses:
        if misuse.kind == "type-gate":
            yield _gate(
                misuse,
                "isinstance() is False for a traced array: the other branch is differentiated",
            )
    for call in program.flow.host_calls:
        if call.needs_value and call.guarded:
            yield _gate(
                call,
                f"{call.name} raises on a traced array and the except branch takes over silently",
            )


def _gate(fact: Misuse | HostCall, message: str) -> Draft:
    return Draft(
        fact.place.node,
        message,
        "test for jnp.ndarray, or do without the test",
        "jax",
        Severity.WARNING,
        (),
        "a tracer takes the other way",
        about=fact,
    )


_FROZEN = {
    "frozen": Wording(
        "{detail} runs once while the function is traced: every later call sees the same value",
        "use the framework's random functions, or pass the value as an argument",
        "frozen here",
        Severity.WARNING,
    ),
    "stale": Wording(
        "`{detail}` is read while tracing: the compiled function keeps its old value",
        "pass it as an argument",
        "frozen here",
        Severity.WARNING,
    ),
}


@detects("GL110")
def frozen(program: Program) -> Iterator[Draft]:
    """A Python value taken while tracing is a constant of the graph."""
    yield from worded(program, _FROZEN)
