"""GL607: A step every k batches with k times the gradient."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import UnscaledAccumulation
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_UNSCALED: Wordings = {
    UnscaledAccumulation: Wording(
        "gradients are summed over several batches and never divided: the step grows with the number of batches",
        "divide the loss, or the sum, by the number of batches",
        "adds the gradient of one batch",
        Severity.WARNING,
        "this step uses the sum",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _UNSCALED)


def fix(bench: Bench) -> Patch | None:
    """The loss divided by the number of batches between two steps."""
    about, found = bench.draft.about, method(bench.node)
    if not isinstance(about, UnscaledAccumulation) or about.related is None or found is None:
        return None
    for each in bench.text.up(about.related.node):
        if not isinstance(each, cst.If):
            continue
        for node in walk(each.test):
            if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
                count = bench.operand(node.right)
                change = Change(*bench.text.span(found[0]), f"({bench.operand(found[0])} / {count})")
                return bench.patch("Divide the loss", "unsafe", [change])
    return None
