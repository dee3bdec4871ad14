"""What the value under the cursor carries: the answer of `gradlint explain`, for the hover of an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradlint.core.depth import deep_recursion, with_deep_stack
from gradlint.lsp.shown import Shown, encoded
from gradlint.report.explaining.answers import as_markdown
from gradlint.sources.kinds import kind_of
from gradlint.sources.read import from_text
from gradlint.sources.syntax import fault
from gradlint.sources.triage import names_framework

if TYPE_CHECKING:
    from gradlint.engine.explaining import Explainer


class Explaining:
    """The document that was asked about last, followed once: hovers come in swarms."""

    def __init__(self) -> None:
        self._last: tuple[tuple[str, int | None, str], Explainer | None] | None = None

    def explained(self, document: Shown, where: tuple[int, int | None, int]) -> str:
        """Markdown about a row, a cell and a column, all from 1; empty if nothing is known there."""
        key = (document.uri, document.version, document.text)
        if self._last is None or self._last[0] != key:
            self._last = (key, _explainer(document))
        explainer = self._last[1]
        if explainer is None:
            return ""
        row, cell, column = where
        explained = explainer.line(row, cell, column)
        return as_markdown(explained) if explained.values else ""


def _explainer(document: Shown) -> Explainer | None:
    """None where there is nothing to follow. Whatever goes wrong here costs a hover and no more."""
    data = encoded(document.text)
    if not names_framework(data, kind_of(document.path, {}) or "python"):
        return None
    unit = from_text(data, document.path)
    if fault(unit.text) is not None:
        return None

    def followed() -> Explainer:
        from gradlint.engine.explaining import Explainer

        with deep_recursion():
            return Explainer(unit)

    try:
        return with_deep_stack(followed)
    except Exception:
        return None
