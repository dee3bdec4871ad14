"""GL601: backward() on top of gradients that a step has already used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.misuses import LeftoverGradient, MissingZeroGrad, UsedGradient
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import is_parameter, targets, written
from gradlint.rules.shared.optimizer_calls import calls_of, optimizers
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_STALE: Wordings = {
    MissingZeroGrad: Wording(
        "`.grad` is never cleared in this loop, so every step uses the sum of all gradients so far",
        "call optimizer.zero_grad() before backward()",
        "accumulates into .grad",
        Severity.WARNING,
    ),
    LeftoverGradient: Wording(
        "`.grad` still holds what an earlier step has used: the first pass of this loop adds to it",
        "call optimizer.zero_grad() before the loop as well",
        "adds to gradients that are left over",
        Severity.WARNING,
    ),
    UsedGradient: Wording(
        "`.grad` still holds what an earlier step has used: this backward() adds to it, and the next step uses the sum",
        "call zero_grad() of the optimizer that steps next before this backward()",
        "adds to gradients that are left over",
        Severity.WARNING,
    ),
}


_HOSTED: Mapping[FaultKind, Wording] = {
    "never-cleared": Wording(
        "Keras calls this step for every batch, and `.grad` is never cleared: every step uses the sum of "
        "all gradients so far",
        "call self.zero_grad() before backward()",
        "accumulates into .grad",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _STALE)
    yield from faults(program, _HOSTED)


def _is_made(bench: Bench, name: str) -> bool:
    """The optimizer is made by PyTorch in this file, under this name; what a caller hands over is not."""
    return not is_parameter(bench, name, bench.node) and any(
        isinstance(each, cst.Assign)
        and isinstance(each.value, cst.Call)
        and bench.called(each.value.func).startswith("torch.optim.")
        and any(bench.code(target) == name for target in targets(each))
        for each in walk(bench.text.module)
    )


def fix(bench: Bench) -> Patch | None:
    if isinstance(bench.draft.about, LeftoverGradient):
        return None  # in the loop it would clear what is summed there
    line, stepping = bench.text.alone(bench.node), optimizers(bench)
    cleared = {bench.code(receiver) for _, receiver in calls_of(bench, "zero_grad")}
    optimizer = next((each for each in stepping if each not in cleared), stepping[0] if stepping else None)
    if line is None or optimizer is None:
        return None
    change = bench.before(line, f"{optimizer}.zero_grad()")
    # A second backward() may add to the same gradients on purpose, and would lose the first one's.
    certain = len(calls_of(bench, "backward")) == 1 and len(set(stepping)) == 1 and _is_made(bench, optimizer)
    late = any(
        optimizer in written(each) and bench.text.span(each)[1] > bench.text.span(line)[0]
        for each in walk(bench.text.function(bench.node))
        if isinstance(each, cst.SimpleStatementLine)
    )
    return bench.patch(
        "Clear the old gradients first", "safe" if certain and not late else "unsafe", [change]
    )
