"""GL321: A generator of parameters that somebody has read to its end."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "exhausted-generator": Wording(
        "these parameters are a generator that was read before: nothing is left in it, and nothing happens",
        "keep them in a list: list(model.parameters())",
        "empty by now",
        Severity.ERROR,
        "read to its end here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
