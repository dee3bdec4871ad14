"""GL323: Averages of weights that share the memory of the model or only rebind a name."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "aliased-average": Wording(
        "these are the model's own tensors, not copies: the average that is updated in place is the model",
        "copy them: {{k: v.detach().clone() for k, v in model.state_dict().items()}}",
        "shares its memory with the model",
        Severity.WARNING,
    ),
    "average-rebound": Wording(
        "`{fact.detail}` is only a name here: it gets a new tensor, and the parameter stays what it was",
        "write into the parameter: {fact.detail}.mul_(decay).add_(p, alpha=1 - decay), or "
        "{fact.detail}.copy_(...)",
        "rebinds the name",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
