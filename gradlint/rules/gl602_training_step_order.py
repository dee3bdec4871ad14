"""GL602: The parts of a training step in an order that undoes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import (
    ClippedTooEarly,
    ClippedTooLate,
    ClippedWhileScaled,
    Misuse,
    StepBeforeBackward,
    TwoPlaces,
    ZeroedBeforeStep,
)
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import between
from gradlint.rules.shared.optimizer_calls import calls_of, in_turn, optimizers
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_ORDER: Wordings = {
    ZeroedBeforeStep: Wording(
        "zero_grad() between backward() and step() discards the gradients: step() does nothing",
        "move zero_grad() before backward()",
        "clears the gradients",
        Severity.ERROR,
        "nothing is left for this step",
    ),
    StepBeforeBackward: Wording(
        "step() comes before backward(): there is no gradient yet, or only the one of the last batch",
        "call backward() first",
        "no gradient yet",
        Severity.WARNING,
    ),
    ClippedTooEarly: Wording(
        "the gradients are clipped before backward() has computed them: the step uses the full gradients",
        "clip between backward() and step()",
        "nothing to clip yet",
        Severity.ERROR,
        "computed here",
    ),
    ClippedTooLate: Wording(
        "the gradients are clipped after step() has used them",
        "clip between backward() and step()",
        "clips too late",
        Severity.ERROR,
        "already used here",
    ),
    ClippedWhileScaled: Wording(
        "the gradients are still scaled, so clipping compares the wrong numbers",
        "call scaler.unscale_(optimizer) before clipping",
        "clips scaled gradients",
        Severity.ERROR,
        "scaled here",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _ORDER)


def _following(bench: Bench, name: str) -> tuple[cst.Call, cst.BaseExpression] | None:
    return next(iter(in_turn(bench, name)), None)


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    maker = _CALLS_IN_ORDER.get(type(about)) if isinstance(about, Misuse) else None
    line = bench.text.alone(bench.node)
    return maker(bench, line) if maker is not None and line is not None else None


def _related(bench: Bench, line: cst.SimpleStatementLine) -> cst.CSTNode | None:
    about = bench.draft.about
    place = about.related if isinstance(about, TwoPlaces) else None
    return moves.level(bench, place.node, bench.text.block(line)) if place is not None else None


def _sure(bench: Bench, line: cst.SimpleStatementLine, other: cst.CSTNode) -> Applicability:
    """One optimizer and one backward(), and both places in one block: each belongs to the other, every time."""
    simple = isinstance(other, cst.SimpleStatementLine) and between(bench, line, other) is not None
    alone = len(calls_of(bench, "backward")) == 1 and len(set(optimizers(bench))) == 1
    passed = between(bench, line, other) or []
    leaves = any(
        isinstance(each, (cst.Return, cst.Break, cst.Continue)) for one in passed for each in walk(one)
    )
    return "safe" if simple and alone and not leaves else "unsafe"


def _zero_before_backward(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    """zero_grad() goes above the backward() whose gradients it threw away, or else below the step."""
    block, start = bench.text.block(line), bench.text.span(line)[0]
    above = [
        found
        for call, _ in calls_of(bench, "backward")
        if bench.text.span(call)[0] < start and (found := moves.level(bench, call, block)) is not None
    ]
    if above:
        changes = moves.above(bench, [line], above[-1])
        return bench.patch("Clear the gradients before backward()", _sure(bench, line, above[-1]), changes)
    step = _related(bench, line)
    if step is None:
        return None
    return bench.patch(
        "Clear the gradients after the step", _sure(bench, line, step), moves.below(bench, [line], step)
    )


def _step_after_backward(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    backward = _following(bench, "backward")
    block = bench.text.block(line)
    after = moves.level(bench, backward[0], block) if backward is not None else None
    if not isinstance(after, cst.SimpleStatementLine) or bench.text.span(after)[0] < bench.text.span(line)[1]:
        return None
    return bench.patch("Step after backward()", _sure(bench, line, after), moves.below(bench, [line], after))


def _clip_before_step(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    step = _related(bench, line)
    backward = _following(bench, "backward")
    after = moves.level(bench, backward[0], bench.text.block(line)) if backward is not None else None
    if after is not None and bench.text.span(after)[0] > bench.text.span(line)[1]:
        return bench.patch(
            "Clip after backward()", _sure(bench, line, after), moves.below(bench, [line], after)
        )
    if step is None or bench.text.span(step)[0] > bench.text.span(line)[0]:
        return None
    return bench.patch("Clip before the step", _sure(bench, line, step), moves.above(bench, [line], step))


def _unscale_first(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    step = _following(bench, "step")
    optimizer = positional(step[0], 0) if step is not None else None
    if step is None or optimizer is None:
        return None
    early = _following(bench, "unscale_")
    block = bench.text.block(line)
    other = moves.level(bench, early[0], block) if early is not None else None
    if other is not None:
        return bench.patch(
            "Clip after unscale_()", _sure(bench, line, other), moves.below(bench, [line], other)
        )
    change = bench.before(line, f"{bench.code(step[1])}.unscale_({bench.code(optimizer)})")
    certain = len(calls_of(bench, "backward")) == 1 and len(set(optimizers(bench))) == 1
    return bench.patch("Unscale the gradients first", "safe" if certain else "unsafe", [change])


_CALLS_IN_ORDER: dict[type[Misuse], Callable[[Bench, cst.SimpleStatementLine], Patch | None]] = {
    ZeroedBeforeStep: _zero_before_backward,
    StepBeforeBackward: _step_after_backward,
    ClippedTooEarly: _clip_before_step,
    ClippedTooLate: _clip_before_step,
    ClippedWhileScaled: _unscale_first,
}
