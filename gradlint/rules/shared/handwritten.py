"""Gradients that are written by hand: wording and fixes, by the kind of the mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.patch import Patch

Words = tuple[str, str, str]
"""The message, what stands under the finding, the help."""
Maker = Callable[[Bench, Handwritten], Patch | None]


def drafts(
    program: Program,
    wording: dict[Mistake, Callable[[Handwritten], Words]],
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


def made(bench: Bench, makers: dict[Mistake, Maker]) -> Patch | None:
    about = bench.draft.about
    maker = makers.get(about.kind) if isinstance(about, Handwritten) else None
    return maker(bench, about) if maker is not None and isinstance(about, Handwritten) else None


def returned(bench: Bench) -> cst.BaseExpression | None:
    """The expression that the rule returns."""
    node = bench.node
    if isinstance(node, (cst.Return, cst.Assign)):
        return node.value
    return node if isinstance(node, cst.BaseExpression) else None
