"""GL320: Gradients that arrive at a copy of the weights that an optimizer holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "gradient-on-copy": Wording(
        "the gradients go to a copy of the model: `step()` finds none on the weights that the optimizer holds",
        "differentiate the original (torch.func.functional_call), or copy the gradients back before step()",
        "gradient requested for a copy",
        Severity.WARNING,
        "this step changes nothing",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
