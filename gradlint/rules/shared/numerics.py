"""Findings on the way of a gradient that arrives, and is not finite or not the one that was meant."""

from __future__ import annotations

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients.lost import Passage
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.core.model import Framework, Severity
from gradlint.rules.shared.draft import LANGS, Draft, DraftLabel, Program, story


def framework_of(passage: Passage) -> Framework:
    recorder = passage.sink.recorder
    return "torch" if recorder.torch else LANGS.get(recorder.kind, "jax")


def numeric_draft(
    node: Node,
    passage: Passage,
    message: str,
    help_: str,
    severity: Severity = Severity.WARNING,
    labels: tuple[DraftLabel, ...] = (),
    cut: str = "",
) -> Draft:
    known = [each for each in passage.sources if each.source is not None and each.source.kind != "unknown"]
    enters = min(known, key=lambda source: source.id, default=None)
    at = node.place.node
    around = story(enters, passage.sink.place, at)
    return Draft(at, message, help_, framework_of(passage), severity, (*labels, *around), cut, node)


def name_of(node: Node) -> str:
    return {"div": "the division", "pow": "the power", "reciprocal": "the division"}.get(
        kind(node), node.op.rpartition(".")[2].rstrip("_")
    )


def masked_operations(program: Program) -> set[Node]:
    """What GL701 has said already."""
    return {operation for failing in program.lost.masked.values() for operation in failing}
