"""GL415: A checkpoint whose second run differs from the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, keyword
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "random-recomputation": Wording(
        "backward() runs this function again with different random numbers: the gradient belongs to another mask",
        "leave preserve_rng_state at True",
        "draws different numbers the second time",
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


def fix(bench: Bench) -> Patch | None:
    """The random numbers of the first run again."""
    call = bench.node
    given = keyword(call, "preserve_rng_state") if isinstance(call, cst.Call) else None
    if given is None or not isinstance(call, cst.Call) or bench.code(given.value) != "False":
        return None
    return bench.patch("Keep the random state", "unsafe", [bench.drop_argument(call, given)])
