"""GL410: A collective that changes numbers of the loss and not its graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "collective-in-loss": Wording(
        "the collective changes the value and not the graph: the loss covers all processes, and the "
        "gradient only this one",
        "use torch.distributed.nn.functional.all_reduce, or reduce a detached copy for logging",
        "has no derivative",
        Severity.WARNING,
        "differentiated here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
