"""GL613: Lightning steps without a loss, without a backward pass, or with one where nothing is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "no-loss-returned": Wording(
        "training_step returns nothing: Lightning skips the batch, and the model is never trained",
        "return the loss",
        "returns None",
        Severity.WARNING,
    ),
    "manual-never-steps": Wording(
        "automatic_optimization is False, and training_step neither differentiates nor steps: the "
        "returned loss is ignored",
        "call self.manual_backward(loss) and step the optimizer, or leave automatic_optimization on",
        "ignored by Lightning",
        Severity.WARNING,
    ),
    "manual-backward-alone": Wording(
        "automatic_optimization is False, and this module never steps an optimizer: the gradients are "
        "computed and never used",
        "call self.optimizers().step() after self.manual_backward(loss), and zero_grad()",
        "never followed by a step",
        Severity.WARNING,
    ),
    "data-differentiated": Wording(
        "the first argument is differentiated, and that is the data: the model gets no gradient",
        "put the model first",
        "requested here",
        Severity.WARNING,
    ),
    "other-differentiated": Wording(
        "another argument is differentiated than the one that is updated: these are not its gradients",
        "put what is trained first, or give its position as argnums",
        "requested here",
        Severity.WARNING,
    ),
    "gradient-in-evaluation": Wording(
        "Lightning runs evaluation steps without recording: requesting a gradient raises, or gives none",
        "compute the gradient under torch.enable_grad(), and pass inference_mode=False to the Trainer",
        "nothing is recorded here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
