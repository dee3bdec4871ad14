"""Wording for gradients that are written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gradlint.analysis.domain.facts import Handwritten
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, DraftLabel, Program

Words = tuple[str, str, str]
"""The message, what stands under the finding, the help."""


def drafts(
    program: Program,
    wording: dict[str, Callable[[Handwritten], Words]],
    severity: Callable[[Handwritten], Severity],
    label: Callable[[Handwritten], str] = lambda fact: "",
) -> Iterator[Draft]:
    for fact in program.flow.handwritten:
        words = wording.get(fact.kind)
        if words is None:
            continue
        message, under, help_ = words(fact)
        said = label(fact)
        labels = (DraftLabel("note", said, fact.related.node),) if fact.related is not None and said else ()
        yield Draft(
            fact.place.node,
            message,
            help_,
            fact.lang,  # type: ignore[arg-type]
            severity(fact),
            tuple(each for each in labels if each.node is not fact.place.node),
            under,
            about=fact,
        )


def certainty(fact: Handwritten) -> Severity:
    return Severity.ERROR if fact.certain else Severity.WARNING
