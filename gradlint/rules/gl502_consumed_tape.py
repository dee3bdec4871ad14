"""GL502: A tape that is not persistent answers once."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import TapeUse
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for use in program.flow.tape_uses:
        if use.how in ("consumed", "never-entered"):
            labels = (
                (DraftLabel("note", "first gradient taken here", use.first.node),)
                if use.first is not None
                else ()
            )
            yield Draft(
                use.place.node,
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians): "
                "raises RuntimeError",
                "request all gradients in one call with a list, or create the tape with persistent=True",
                "tensorflow",
                Severity.ERROR,
                tuple(label for label in labels if label.node is not use.place.node),
                "gradient requested here, but the tape is already used",
                about=use,
            )


def fix(bench: Bench) -> Patch | None:
    use = bench.draft.about
    if not isinstance(use, TapeUse) or use.how != "consumed" or use.tape.place is None:
        return None
    tape = use.tape.place.node
    if not isinstance(tape, cst.Call):
        return None
    change = bench.set_argument(tape, "persistent", "True")
    return bench.patch("Make the tape persistent", "safe", [change])
