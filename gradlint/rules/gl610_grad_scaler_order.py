"""GL610: Steps of a GradScaler in an order that it does not allow."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "step-past-scaler": Wording(
        "the gradients are still multiplied by the loss scale: `optimizer.step()` moves the "
        "weights by that factor too far",
        "call scaler.step(optimizer) and scaler.update()",
        "steps with scaled gradients",
        Severity.WARNING,
    ),
    "backward-unscaled": Wording(
        "this loss was not scaled, and the scaler divides its gradients by the scale: the step is "
        "next to nothing",
        "write scaler.scale(loss).backward()",
        "stores gradients without the scale",
        Severity.WARNING,
        "divided by the scale here",
    ),
    "scaler-not-updated": Wording(
        "scaler.step() comes a second time without scaler.update(): RuntimeError: step() has "
        "already been called",
        "call scaler.update() once at the end of each round",
        "the optimizer was stepped before",
        Severity.ERROR,
    ),
    "unscaled-twice": Wording(
        "unscale_() comes a second time before update(): RuntimeError: unscale_() has already been called",
        "unscale only in the round that steps",
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
