"""GL504: A gradient of many numbers at once."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import NonScalar
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import sizes


def detect(program: Program) -> Iterator[Draft]:
    for found in program.flow.nonscalars:
        if found.why == "softmax":
            message = (
                "the target is a softmax: TensorFlow sums it, the sum is always 1, and the gradient is zero"
            )
            help_ = "pick one class, or use tape.jacobian"
        elif found.lang == "torch":
            message = f"grad can be implicitly created only for scalar outputs, this one has shape {sizes(found.shape)}"
            help_ = "reduce the loss first (.mean(), .sum()), or pass gradient="
        else:
            message = f"Gradient only defined for scalar-output functions, this one returns shape {sizes(found.shape)}"
            help_ = "reduce the loss first (jnp.mean, jnp.sum), or use jax.jacrev"
        sure = found.why != "softmax" and found.shape is not None and None not in found.shape
        yield Draft(
            found.place.node,
            message,
            help_,
            found.lang,  # type: ignore[arg-type]
            Severity.ERROR if sure else Severity.WARNING,
            (),
            "gradient requested here",
            about=found,
        )


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, NonScalar) or not isinstance(call, cst.Call):
        return None
    found = method(call)
    if about.lang == "torch" and found is not None and found[1] == "backward":
        end = bench.text.span(found[0])[1]
        return bench.patch("Take the mean first", "unsafe", [Change(end, end, ".mean()")])
    if about.why == "softmax" and found is not None and isinstance(call.func, cst.Attribute):
        return bench.patch("Request the Jacobian", "display", [bench.replace(call.func.attr, "jacobian")])
    if about.lang != "jax":
        return None
    made = call.func if isinstance(call.func, cst.Call) else call
    func, mean = positional(made, 0), bench.name("jax.numpy.mean")
    if func is None or mean is None or isinstance(func, cst.Lambda):
        return None
    written = f"lambda *args: {mean}({bench.code(func)}(*args))"
    return bench.patch("Take the mean first", "unsafe", [bench.replace(func, written)])
