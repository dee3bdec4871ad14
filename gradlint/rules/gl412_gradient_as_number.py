"""GL412: Arguments that take no gradient."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "number-argument": Wording(
        "`{fact.detail}` must be a number: a tensor that requires grad raises TypeError",
        "write the formula with tensors (F.prelu, torch.where, a product) so that the value can be learned",
        "must be a number",
        Severity.ERROR,
    ),
    "refused-argument": Wording(
        "`{fact.detail}` has no derivative: a tensor that requires grad raises RuntimeError",
        'use reduction="none" and multiply the losses by the weights',
        "is not differentiable here",
        Severity.ERROR,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
