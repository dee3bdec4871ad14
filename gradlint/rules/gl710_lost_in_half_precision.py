"""GL710: Constants that vanish or overflow in float16, weights that are too coarse for their updates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "half-underflow": Wording(
        "{fact.detail} is 0 in float16 and has no effect",
        "use a larger constant, such as 1e-4, or compute this in float32",
        "rounded to zero",
        Severity.WARNING,
    ),
    "half-overflow": Wording(
        "{fact.detail} does not fit into float16: value cannot be converted to type c10::Half "
        "without overflow",
        'use torch.finfo(x.dtype).min or float("-inf")',
        "too large for float16",
        Severity.ERROR,
    ),
    "coarse-weights": Wording(
        "the weights are bfloat16: with this learning rate most updates are rounded away",
        "keep the weights in float32 and use autocast, or an optimizer with float32 master weights",
        "weights become bfloat16 here",
        Severity.WARNING,
        "used by this step",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
