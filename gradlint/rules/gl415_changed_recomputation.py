"""GL415: A checkpoint whose second run differs from the first."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, faults

_FAULTS = {
    "random-recomputation": Wording(
        "the backward pass runs this again with other random numbers: the gradient belongs to another mask",
        "leave preserve_rng_state at True",
        "draws other numbers the second time",
        Severity.WARNING,
    ),
    "changed-before-recomputation": Wording(
        "`self.{fact.detail}` is changed before backward(): the checkpoint runs again and reads "
        "the new value",
        "pass the value to the checkpointed function as an argument",
        "read again in the backward pass",
        Severity.WARNING,
        "runs the function again",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)
