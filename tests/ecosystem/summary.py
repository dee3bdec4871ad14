"""What a run says about a project, and about all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.ecosystem.expectation import LABELS, UNREAD, Comparison, Expectation, Key
from tests.ecosystem.linting import Linted
from tests.ecosystem.projects import Project

PER_LINES = 100_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """One project, linted and compared."""

    project: Project
    linted: Linted
    keys: tuple[Key, ...]
    """One per finding, in the same order."""
    expected: Expectation
    comparison: Comparison

    @property
    def changed(self) -> bool:
        return bool(self.comparison or self.linted.crashes)

    def labels(self) -> Counter[str]:
        """How many of today's findings have each label."""
        judged = (self.expected.get(key) for key in self.keys)
        return Counter(UNREAD if one is None else one.label for one in judged)


def about(outcome: Outcome) -> Iterator[str]:
    """The lines on one project."""
    linted = outcome.linted
    rules = Counter(key.code for key in outcome.keys)
    counted = ", ".join(f"{code} {number}" for code, number in sorted(rules.items())) or "no findings"
    yield (
        f"{outcome.project.release}: {linted.files} files, {linted.lines} lines, "
        f"{linted.seconds:.1f} s CPU, {counted}"
    )
    for crash in linted.crashes:
        yield f"  crash {crash}"
    located = dict(zip(outcome.keys, linted.findings, strict=True))
    for key in outcome.comparison.new:
        found = located[key]
        yield f"  new   {key.path}:{found.row}: {key.code} {found.message}"
        yield f"        {key.line}"
        yield from (f"          {step}" for step in found.story)
    for key in outcome.comparison.gone:
        yield f"  gone  {key.path}: {key.code} ({outcome.expected[key].label})"
        yield f"        {key.line}"


def about_all(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The lines at the end of a run."""
    lines = sum(outcome.linted.lines for outcome in outcomes)
    labels: Counter[str] = Counter()
    for outcome in outcomes:
        labels.update(outcome.labels())
    counted = ", ".join(f"{labels[label]} {label}" for label in (*LABELS, UNREAD) if labels[label])
    seconds = sum(outcome.linted.seconds for outcome in outcomes)
    crashes = sum(len(outcome.linted.crashes) for outcome in outcomes)
    yield ""
    yield f"{len(outcomes)} projects, {lines} lines, {seconds:.0f} s CPU, {crashes} crashes"
    yield f"{labels.total()} findings: {counted or 'none'}"
    yield f"false alarms per {PER_LINES:,} lines: {_rate(labels['false'], lines):.2f}"
    yield f"and with the debatable ones: {_rate(labels['false'] + labels['debatable'], lines):.2f}"


def _rate(number: int, lines: int) -> float:
    return PER_LINES * number / lines if lines else 0.0
