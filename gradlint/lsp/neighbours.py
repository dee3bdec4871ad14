"""Documents lead to findings in other files: who leads where, and what is to be shown there."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pygls.uris import from_fs_path

from gradlint.core.model import Finding
from gradlint.core.result import Result
from gradlint.lsp.documents import Linted, engine_for
from gradlint.lsp.shown import Place, Shown, encoded, lines_of


class Neighbours:
    """What linting each open document has shown, of itself and of others."""

    def __init__(self) -> None:
        self._linted: dict[str, Linted] = {}

    def keep(self, uri: str, found: Linted) -> set[str]:
        """Remember what linting a document has shown; the files of which more or less is known now."""
        touched = self.forget(uri)
        self._linted[uri] = found
        return touched | self._targets(found)

    def forget(self, uri: str) -> set[str]:
        """The document is gone; the files of which less is known now."""
        found = self._linted.pop(uri, None)
        return set() if found is None else self._targets(found)

    def _targets(self, found: Linted) -> set[str]:
        """The files of which a document has something to say: a finding, or how what is open there is called."""
        called = {path for path, _ in found.result.followed}
        shown = {os.path.abspath(each.result.path) for each in self._linted.values()}
        return (called & shown) | {os.path.abspath(finding.path) for finding in found.result.elsewhere}

    def alone(self, uri: str) -> Linted | None:
        """What a document shows by itself."""
        return self._linted.get(uri)

    def users_of(self, path: str) -> list[str]:
        """The documents whose findings rest on a file."""
        return [uri for uri, found in self._linted.items() if path in found.result.consulted]

    def callers_beside(self, uri: str) -> list[Result]:
        """What the other documents show that call functions of files beside them."""
        return [found.result for key, found in self._linted.items() if key != uri and found.result.followed]

    def strangers(self, path: str) -> list[Finding]:
        """What others have found in a file."""
        return [
            replace(finding, path=path)
            for found in self._linted.values()
            for finding in found.result.elsewhere
            if os.path.abspath(finding.path) == path
        ]


def joined(
    found: Linted, text: str, strangers: list[Finding], config: str | None, beside: Sequence[Result] = ()
) -> Linted:
    """A document with what others have found in it, and without what their calls have shown to be otherwise."""
    from gradlint.engine.merging import callers, is_refuted, overruled, with_strangers
    from gradlint.engine.relinting import with_text

    if not strangers and not beside:
        return found
    engine = engine_for(found.result.path, config)
    seen = callers(beside, engine)
    found = replace(found, result=overruled(found.result, seen))
    strangers = [one for one in strangers if not is_refuted(one, seen)]
    if not strangers:
        return found
    made = with_strangers(with_text(found.result, encoded(text)), strangers, engine)
    return replace(found, result=_with_units(made, found.texts))


def closed(path: str, strangers: list[Finding], config: str | None) -> tuple[Shown, Result] | None:
    """A file that is not open, with what open documents have found in it; None if it is none of our business."""
    from gradlint.engine.merging import with_strangers
    from gradlint.sources.read import read

    engine = engine_for(path, config)
    unit = read(path)
    uri = from_fs_path(path)
    if uri is None or not any(engine.covers(path, one.via or path) for one in strangers):
        return None
    made = with_strangers(Result(path, unit=unit), strangers, engine)
    return Shown(uri, path, None, unit.text, {None: Place(uri, lines_of(unit.text))}), _with_units(made, {})


def _with_units(result: Result, texts: Mapping[str, bytes]) -> Result:
    """The result with the text of each file that its labels name, as the editor shows it or as it is on disk."""
    from gradlint.sources.read import from_text, read

    named = {label.path for one in result.findings for label in one.labels if label.path is not None}
    shown = {os.path.abspath(path): path for path in named}
    others = tuple(
        from_text(texts[key], path) if key in texts else read(path) for key, path in sorted(shown.items())
    )
    return replace(result, others=others)
