"""From which file a finding is executed: from the one that asks for the gradient, if that is another one.

The guilty line may stand in a module that does nothing by itself. The program that calls it shows what happens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from gradlint.confirm.away import source_of
from gradlint.core.model import Finding, Label
from gradlint.core.records import replace
from gradlint.sources.unit import Unit


def standpoint(finding: Finding, unit: Unit, others: Iterable[Unit]) -> tuple[Finding, Unit]:
    """The finding as its caller sees it, and the unit to execute.

    There the call stands for the guilty line. What the fix changes is in another file: there is none to compare with.
    The name of the source is kept wherever the gradient enters: no other source proves the finding.
    """
    path = _caller(finding, unit)
    known = {os.path.abspath(each.path): each for each in others}
    outer = known.get(os.path.abspath(path)) if path is not None else None
    if path is None or outer is None:
        return finding, unit
    labels = [label for label in finding.labels if label.path == path]
    called = [label for label in labels if label.role == "note"] or labels
    told = tuple(replace(label, path=None) for label in labels if label.role != "note")
    entered = tuple(
        replace(label, path=label.path or unit.path, name=source_of(label))
        for label in finding.labels
        if label.role == "enters" and label.path != path
    )
    return replace(finding, path=path, span=called[0].span, labels=(*told, *entered), fix=None), outer


def _caller(finding: Finding, unit: Unit) -> str | None:
    """The file that asks for the gradient; or the one that calls, unless the guilty one starts by itself."""
    if any(label.role == "asked" and label.path is None for label in finding.labels):
        return None
    starts = "__main__" in unit.text
    return _first(finding.labels, "asked") or (None if starts else _first(finding.labels, "note"))


def _first(labels: Iterable[Label], role: str) -> str | None:
    return next((label.path for label in labels if label.role == role and label.path is not None), None)
