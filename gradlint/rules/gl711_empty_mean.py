"""GL711: A masked mean whose denominator can be zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.lost_gradients.flat_spots import empty_means
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "empty-mean": Wording(
        "a row with an empty mask makes this 0 / 0, and one NaN spreads to every gradient of the batch",
        "clamp the count: mask.sum(-1).clamp(min=1)",
        "may divide by zero",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS, empty_means(program.lost.traces))


def fix(bench: Bench) -> Patch | None:
    """At least one in the count of each row."""
    node = bench.node
    if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.Divide):
        return None
    counted = Change(*bench.text.span(node.right), f"{bench.operand(node.right)}.clamp(min=1)")
    return bench.patch("Count at least one", "unsafe", [counted])
