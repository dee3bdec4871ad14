"""GL407: Reentrant checkpointing follows its inputs, and none of them requires grad."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import Misuse, ReentrantCheckpoint
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_REENTRANT: Wordings = {
    ReentrantCheckpoint: Wording(
        "None of the inputs have requires_grad=True: with use_reentrant=True the checkpointed "
        "weights get no gradient",
        "pass use_reentrant=False",
        "cut here: no input requires grad",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _REENTRANT)


def fix(bench: Bench) -> Patch | None:
    call = bench.node
    if not isinstance(bench.draft.about, Misuse) or not isinstance(call, cst.Call):
        return None
    change = bench.set_argument(call, "use_reentrant", "False")
    return bench.patch("Use the checkpoint that follows the graph", "safe", [change])
