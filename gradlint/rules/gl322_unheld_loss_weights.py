"""GL322: Weights of a loss that get gradients and never a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "unheld-weights": Wording(
        "this optimizer does not hold the weights of the loss: they get gradients and never a step",
        "add the parameters of the loss: [*model.parameters(), *criterion.parameters()]",
        "the weights of the loss are missing here",
        Severity.WARNING,
        "these weights are never trained",
        "enters",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
