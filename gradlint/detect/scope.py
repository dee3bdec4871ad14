"""GL5: tape and transform scope, and shapes that cannot work."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import libcst as cst

from gradlint.detect.broken import broken_draft
from gradlint.detect.draft import Draft, DraftLabel, Program, detects
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.losses import Break
from gradlint.flow.values import Shape
from gradlint.model import Severity


@detects("GL501")
def outside_tape(program: Program) -> Iterator[Draft]:
    """Computed before the tape opens or after it has closed."""
    for broken in program.losses.breaks:
        if broken.reason != "outside" or broken.sink.recorder.kind != "tape" or broken.cut.op == "gradient":
            continue
        if broken.cut.source is not None and broken.cut.source.kind == "unknown":
            continue  # something unknown may well record by itself
        node = _seen_from_tape(broken)
        yield broken_draft(
            broken,
            node,
            f"{_operation(broken)} is computed outside of the tape",
            "cut here: no tape is recording",
            "move this line into the `with tf.GradientTape()` block",
        )


def _seen_from_tape(broken: Break) -> cst.CSTNode:
    """An operation inside a helper is the helper's call, seen from where the tape is."""
    tape = broken.sink.recorder.place
    depth = len(tape.stack) if tape is not None else 0
    return broken.cut.place.at_depth(depth)


def _operation(broken: Break) -> str:
    return {"add": "the sum", "sub": "the difference", "mul": "the product", "div": "the quotient"}.get(
        broken.cut.op, broken.cut.op
    )


@detects("GL502")
def consumed(program: Program) -> Iterator[Draft]:
    """A tape that is not persistent answers once."""
    for use in program.flow.tape_uses:
        if use.how in ("consumed", "never-entered"):
            labels = (DraftLabel("note", "used up here", use.first.node),) if use.first is not None else ()
            yield Draft(
                use.place.node,
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians): "
                "raises RuntimeError",
                "ask for all gradients in one call with a list, or make the tape persistent=True",
                "tensorflow",
                Severity.ERROR,
                tuple(label for label in labels if label.node is not use.place.node),
                "asked for here, but the tape is empty",
                about=use,
            )


@detects("GL504")
def nonscalar(program: Program) -> Iterator[Draft]:
    """A gradient of many numbers at once."""
    for found in program.flow.nonscalars:
        if found.why == "softmax":
            message = (
                "the target is a softmax: TensorFlow sums it first, and the sum is always 1: a zero gradient"
            )
            help_ = "pick one class, or use tape.jacobian"
        elif found.lang == "torch":
            message = f"grad can be implicitly created only for scalar outputs, this one has shape {_text(found.shape)}"
            help_ = "reduce it first (.mean(), .sum()), or pass gradient="
        else:
            message = f"Gradient only defined for scalar-output functions, this one returns shape {_text(found.shape)}"
            help_ = "reduce it first (jnp.mean, jnp.sum), or use jax.jacrev"
        sure = found.why != "softmax" and found.shape is not None and None not in found.shape
        yield Draft(
            found.place.node,
            message,
            help_,
            found.lang,  # type: ignore[arg-type]
            Severity.ERROR if sure else Severity.WARNING,
            (),
            "asked for here",
            about=found,
        )


def _text(shape: Shape | None) -> str:
    if shape is None:
        return "unknown"
    inside = ", ".join("?" if each is None else str(each) for each in shape)
    return f"({inside},)" if len(shape) == 1 else f"({inside})"


@detects("GL509")
def shape_mismatch(program: Program) -> Iterator[Draft]:
    """Constant shapes that the operation refuses."""
    for clash in program.flow.shape_clashes:
        yield Draft(
            clash.place.node,
            f"{clash.operation} cannot work on shape {_text(clash.left)} and {_text(clash.right)}: "
            f"{_sizes(clash.operation, clash.left, clash.right)}",
            "make the shapes agree",
            clash.lang,  # type: ignore[arg-type]
            Severity.ERROR,
            (),
            "raises here, before any gradient",
            about=clash,
        )


def _sizes(operation: str, left: Shape, right: Shape) -> str:
    if operation in ("reshape", "view") and None not in left and None not in right:
        have = prod(each for each in left if each is not None)
        want = prod(each for each in right if each is not None and each != -1)
        return f"{have} elements do not fill {abs(want)}"
    return "the sizes do not match"


_INNER = {
    "inner-gradient": Wording(
        "the inner gradient is computed after the outer tape has closed: the second derivative is None",
        "call inner.gradient() inside the outer with block",
        "cut here: the outer tape is not recording",
    ),
}


@detects("GL503")
def inner_gradient(program: Program) -> Iterator[Draft]:
    """The gradient of a gradient needs the first one to be recorded."""
    yield from worded(program, _INNER)


_API = {
    "grad-of-call": Wording(
        "{detail} is given a value, not a function: TypeError: Expected a callable value",
        "write jax.grad(f)(x)",
        "asked for here",
    ),
    "grad-not-called": Wording(
        "{detail}(f) is a function and not yet a gradient: TypeError: unsupported operand type(s)",
        "call it: jax.grad(f)(x)",
        "asked for here",
    ),
    "missing-has-aux": Wording(
        "the function returns several values: TypeError: Gradient only defined for scalar-output functions",
        "pass has_aux=True and return (loss, rest)",
        "asked for here",
    ),
    "has-aux-mismatch": Wording(
        "has_aux=True expects a function that returns (loss, rest), this one returns {detail} value(s)",
        "return exactly two values: (loss, (a, b))",
        "asked for here",
    ),
    "argnums": Wording(
        "differentiating with respect to argnums={detail} needs that many positional arguments",
        "pass the differentiated argument by position",
        "asked for here",
    ),
    "swapped": Wording(
        "value_and_grad returns (value, gradient): the names are the other way round",
        "write value, grad = ...",
        "asked for here",
        Severity.WARNING,
    ),
    "tuple-arithmetic": Wording(
        "a vjp function returns a tuple: TypeError: can't multiply sequence by non-int of type 'float'",
        "unpack it: (g,) = pull(...)",
        "asked for here",
    ),
    "jvp-tuple": Wording(
        "jax.jvp takes primals and tangents as tuples: TypeError",
        "write jax.jvp(f, (x,), (v,))",
        "asked for here",
    ),
    "tf-gradients": Wording(
        "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead",
        "use tf.GradientTape",
        "asked for here",
    ),
    "minimize": Wording(
        "Keras 3 optimizers have no minimize: AttributeError",
        "use tf.GradientTape and apply_gradients",
        "asked for here",
    ),
}


@detects("GL505")
def api_misuse(program: Program) -> Iterator[Draft]:
    """A gradient function used in a way that cannot work."""
    yield from worded(program, _API)


_NEEDS_A_VALUE = {
    "branch": Wording(
        "TracerBoolConversionError: Attempted boolean conversion of traced array",
        "use jnp.where or jax.lax.cond, or make the argument static",
        "a tracer has no truth value",
    ),
    "dynamic-shape": Wording(
        "{detail} under jit: the shape of the result would depend on values",
        "use jnp.where(mask, x, 0), a size= argument, or do it outside of jit",
        "shapes must be known while tracing",
    ),
}


@detects("GL506")
def branch_on_tracer(program: Program) -> Iterator[Draft]:
    """Python control flow or shapes that need the value of a tracer."""
    yield from worded(program, _NEEDS_A_VALUE)


_UNREVERSIBLE = {
    "while-loop": Wording(
        "Reverse-mode differentiation does not work for lax.while_loop",
        "use lax.scan or a fori_loop with a static trip count, or forward mode (jax.jacfwd)",
        "cut here: the number of steps is not known",
    ),
}


@detects("GL508")
def unreversible_loop(program: Program) -> Iterator[Draft]:
    """while_loop runs an unknown number of times: nothing to go back through."""
    yield from worded(program, _UNREVERSIBLE)


_LEAKED = {
    "leak": Wording(
        "a traced value is stored outside of the traced function: using it later raises UnexpectedTracerError",
        "return it as auxiliary output (has_aux=True) and store it after the call",
        "the tracer leaks here",
        Severity.WARNING,
    ),
}


@detects("GL507")
def leaked_tracer(program: Program) -> Iterator[Draft]:
    """A traced value is stored where it outlives the trace."""
    yield from worded(program, _LEAKED)
