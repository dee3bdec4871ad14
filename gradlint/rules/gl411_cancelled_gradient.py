"""GL411: Differences of equal values, and straight-through estimators with the wrong term detached."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.lost_gradients.equal_values import cancelled
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "equal-values": Wording(
        "both sides of this difference are the same computation: its value is constant and its gradient zero",
        "detach one side: the old log-probability, or a copy of the model for the reference",
        "the same as the other side",
        Severity.WARNING,
        "cancels here",
    ),
    "reversed-estimator": Wording(
        "the wrong term is detached: the gradient arrives with the opposite sign",
        "write x + (q - x).detach()",
        "passes the gradient with a minus",
        Severity.WARNING,
    ),
    "cancelled-estimator": Wording(
        "the two live terms cancel: the value is that of q, and the gradient is zero",
        "write x + (q - x).detach()",
        "the gradient cancels here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS, cancelled(program.flow) if program.flow.sinks else ())
