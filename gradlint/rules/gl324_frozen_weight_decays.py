"""GL324: Weights that are frozen by zeroing their gradient and that weight decay still moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.lost_gradients.stopped_weights import decayed
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "frozen-weight-decays": Wording(
        "a zero gradient does not freeze these weights: the weight decay of {fact.detail} still moves them",
        "leave the weights out of the optimizer, give their group weight_decay=0, or restore them after step()",
        "frozen by a zero gradient",
        Severity.WARNING,
        "weight decay is applied here",
    ),
    "frozen-weight-coasts": Wording(
        "these weights are frozen by a gradient of zero: the momentum of {fact.detail} goes on moving them",
        "set their gradient to None, or give the optimizer only the weights that still train",
        "frozen here",
        Severity.WARNING,
        "moved here by earlier gradients",
    ),
    "stopped-weight-decays": Wording(
        "stop_gradient does not freeze these weights: the weight decay of this optimizer still moves them",
        "pass mask= to decay the others only, or use optax.multi_transform with set_to_zero()",
        "decays them without a gradient",
        Severity.WARNING,
        "never gets a gradient",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS, decayed(program.flow, program.lost.traces))
