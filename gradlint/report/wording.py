"""A finding as a few lines of plain text, for formats that have room for a message and for nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gradlint.core.model import Finding, Label, Role, Span, Verdict

_ORDER: tuple[Role, ...] = ("enters", "cut", "asked", "note")


def story(finding: Finding) -> Iterator[str]:
    """The message, what happens where, what to do, and what running it has shown."""
    yield finding.message
    yield from (f"  {label_text(label)}" for label in in_order(finding.labels))
    yield from remarks(finding)


def remarks(finding: Finding) -> Iterator[str]:
    """What to do, and what running it has shown."""
    if finding.help:
        yield f"help: {finding.help}"
    if finding.verdict is not None:
        yield judgement(finding.verdict)
        yield from (f"  {line}" for line in finding.verdict.evidence)


def judgement(verdict: Verdict) -> str:
    """The verdict and its reason in one line."""
    return f"{verdict.kind}: {verdict.reason}"


def in_order(labels: Iterable[Label]) -> list[Label]:
    """The labels as the gradient meets them, which is not the order of their lines."""
    return sorted(labels, key=lambda label: _ORDER.index(label.role))


def label_text(label: Label) -> str:
    file = "" if label.path is None else f"{label.path}, "
    return f"{file}{where(label.span)}: {label.message}"


def where(span: Span) -> str:
    row = f"line {span.start.row}"
    return row if span.cell is None else f"cell {span.cell}, {row}"
