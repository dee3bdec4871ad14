"""GL610: Steps of a GradScaler in an order that it does not allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, calls_in, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "step-past-scaler": Wording(
        "the gradients are still multiplied by the loss scale: `optimizer.step()` moves the weights too "
        "far by that factor",
        "call scaler.step(optimizer) and scaler.update()",
        "steps with scaled gradients",
        Severity.WARNING,
    ),
    "backward-unscaled": Wording(
        "this loss was not scaled, and the scaler divides its gradients by the scale: the step is almost zero",
        "write scaler.scale(loss).backward()",
        "stores gradients without the scale",
        Severity.WARNING,
        "divided by the scale here",
    ),
    "loss-not-scaled": Wording(
        "this loss was not scaled, and the LossScaleOptimizer divides its gradients by the scale: "
        "the step is next to nothing",
        "differentiate optimizer.scale_loss(loss)",
        "a gradient without the scale",
        Severity.WARNING,
        "divided by the scale here",
    ),
    "scaler-not-updated": Wording(
        "scaler.step() is called a second time without scaler.update(): RuntimeError: step() has "
        "already been called",
        "call scaler.update() once at the end of each iteration",
        "the optimizer was stepped before",
        Severity.ERROR,
    ),
    "unscaled-twice": Wording(
        "unscale_() is called a second time before update(): RuntimeError: unscale_() has already been called",
        "unscale only in the iteration that steps",
        "already unscaled",
        Severity.ERROR,
    ),
    "scale-updated-early": Wording(
        "update() changes the scale while another optimizer still holds gradients with the old one",
        "step all optimizers first and call update() once",
        "changes the scale too early",
        Severity.WARNING,
        "divided by the new scale here",
    ),
    "half-weights-scaled": Wording(
        "the weights are float16, and so are their gradients: ValueError: Attempting to unscale "
        "FP16 gradients.",
        "keep the weights in float32 and use autocast, or train in bfloat16 without a scaler",
        "refuses float16 gradients",
        Severity.ERROR,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    about, line = bench.draft.about, bench.text.alone(bench.node)
    call = bench.node if isinstance(bench.node, cst.Call) else None
    found = method(call) if call is not None else None
    if not isinstance(about, Fault) or line is None or call is None or found is None:
        return None
    scaler = _scaler(bench)
    if scaler is None:
        return None
    if about.kind == "backward-unscaled":
        scaled = bench.replace(found[0], f"{scaler}.scale({bench.argument(found[0])})")
        return bench.patch("Scale the loss", "unsafe", [scaled])
    update = None if _calls(bench, scaler, "update") else bench.after(line, f"{scaler}.update()")
    if about.kind == "scaler-not-updated" and update is not None:
        return bench.patch("Update the scale", "unsafe", [update])
    if about.kind == "step-past-scaler" and not call.args:
        step = bench.replace(call, f"{scaler}.step({bench.code(found[0])})")
        return bench.patch("Step through the scaler", "unsafe", [step, *([update] if update else [])])
    return None


def _scaler(bench: Bench) -> str | None:
    """What the function calls its scaler, if it has one: whoever scales, steps or updates."""
    found = {
        bench.code(named[0])
        for each in calls_in(bench.text.function(bench.node))
        if (named := method(each)) is not None and named[1] in ("scale", "unscale_")
    }
    return found.pop() if len(found) == 1 else None


def _calls(bench: Bench, owner: str, name: str) -> bool:
    return any(
        named is not None and named[1] == name and bench.code(named[0]) == owner
        for named in map(method, calls_in(bench.text.function(bench.node)))
    )
