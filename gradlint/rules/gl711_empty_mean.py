"""GL711: A masked mean whose denominator can be zero."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.lost_gradients.flat_spots import empty_means
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "empty-mean": Wording(
        "a row whose mask is empty makes this 0 / 0, and one NaN reaches every gradient of the batch",
        "clamp the count: mask.sum(-1).clamp(min=1)",
        "may divide by zero",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS, empty_means(program.lost.traces))
