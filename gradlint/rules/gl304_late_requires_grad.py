"""GL304: The flag or the watch comes after the value was used."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import TapeUse
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import names_in
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.evidence import between, may_pass, written
from gradlint.rules.shared.leaves import called
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for use in program.flow.tape_uses:
        if use.how == "watch-before-with":
            yield Draft(
                use.place.node,
                "watch() before the `with` block of the tape raises AttributeError: 'NoneType' object has no "
                "attribute '_tape'",
                "call watch() inside the `with` block",
                "tensorflow",
                Severity.ERROR,
                (),
                "the tape is not recording yet",
                about=use,
            )
    for broken in program.lost.breaks:
        source = broken.source.source
        if broken.reason != "late" or source is None or source.flagged is None:
            continue
        torch = broken.sink.recorder.kind == "torch"
        if broken.sink.moment < source.flagged_at:
            continue  # nobody wanted a gradient for this when it was requested
        word = "requires_grad is set" if torch else "watch() comes"
        yield Draft(
            source.flagged.node,
            f"{word} after {called(source.name)} has been used: what was computed before is not recorded",
            "move this line up, before the first use",
            "torch" if torch else "tensorflow",
            Severity.WARNING if torch else Severity.ERROR,
            (
                DraftLabel("note", "used here, before that", broken.cut.place.node),
                DraftLabel("asked", "requested here", broken.sink.place.node),
            ),
            "gradient enters only from here on",
            about=broken,
        )


# -- too late -----------------------------------------------------------------------------


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    line = bench.text.alone(bench.node)
    if line is None:
        return None
    if isinstance(about, TapeUse):
        assert about.tape.place is not None
        return _into_tape(bench, line, about.tape.place.node)
    if not isinstance(about, Break):
        return None
    if about.sink.recorder.kind == "tape" and about.sink.recorder.place is not None:
        return _into_tape(bench, line, about.sink.recorder.place.node)
    used = [
        each.cut.place.node
        for each in bench.program.lost.breaks
        if each.reason == "late" and each.source is about.source
    ]
    block = bench.text.block(line)
    uses = [found for node in used if (found := moves.level(bench, node, block)) is not None]
    if not uses:
        return None
    first = min(uses, key=lambda each: bench.text.span(each)[0])
    passed = between(bench, first, line)
    if passed is None or bench.text.span(first)[0] > bench.text.span(line)[0]:
        return None
    sure: Applicability = "safe" if may_pass(line, [first, *passed], seen=True) else "unsafe"
    return bench.patch("Set the flag before the first use", sure, moves.above(bench, [line], first))


def _into_tape(bench: Bench, line: cst.SimpleStatementLine, tape: cst.CSTNode) -> Patch | None:
    """The watch() goes to the head of the block, or behind the statement of the block that makes what it watches."""
    block = moves.with_block(bench, tape)
    first = moves.first_of(block) if block is not None else None
    if block is None or first is None:
        return None
    body: list[cst.CSTNode] = list(block.body.body)
    if line in body:
        made = [each for each in body[: body.index(line)] if names_in(line) & written(each)]
        if made:
            plain = isinstance(made[-1], cst.SimpleStatementLine)
            return bench.patch(
                "Watch the tensor as soon as it exists",
                "safe" if plain else "unsafe",
                moves.below(bench, [line], made[-1]),
            )
    else:
        passed = between(bench, line, block)
        if passed is None or bench.text.span(line)[0] > bench.text.span(block)[0]:
            return None
        if not may_pass(line, passed, seen=True):
            return None
    return bench.patch(
        "Watch the tensor at the start of the block", "safe", moves.above(bench, [line], first)
    )
