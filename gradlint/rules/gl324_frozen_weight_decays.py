"""GL324: Weights that are frozen by zeroing their gradient and that weight decay still moves."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "frozen-weight-decays": Wording(
        "a zero gradient does not freeze these weights: the weight decay of {fact.detail} still moves them",
        "leave the weights out of the optimizer, give their group weight_decay=0, or restore them after step()",
        "frozen by a zero gradient",
        Severity.WARNING,
        "weight decay is applied here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
