"""What an editor may fix: one fix under the cursor, or all safe fixes of a document as one edit.

`source.fixAll.gradlint` is for editors that fix on save.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from gradlint.core.model import Finding
from gradlint.lsp.documents import Linted, engine_for
from gradlint.lsp.shown import Shown, decoded, encoded, lines_of, sources
from gradlint.sources.unit import Unit

FIX_ALL = "source.fixAll.gradlint"


def wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a request for actions of some kinds asks for this one: `source` asks for all below it."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def fix_all(
    document: Shown, found: Linted, config: str | None, codec: PositionCodec
) -> lsp.CodeAction | None:
    """The action, if there is something to fix."""
    from gradlint.engine.fixing import FixStage

    before = encoded(document.text)
    fixed_file, _ = FixStage(engine_for(document.path, config)).fixed_file(before, found.result, found.texts)
    if fixed_file == before:
        return None
    text = decoded(fixed_file)
    changes: dict[str, list[lsp.TextEdit]] = {}
    for cell, place in document.places.items():
        after = text if cell is None else sources(text)[cell - 1]
        edits = list(_edits(place.lines, after, codec))
        if edits:
            changes[place.uri] = edits
    return lsp.CodeAction(
        "Apply all safe gradlint fixes", kind=FIX_ALL, edit=lsp.WorkspaceEdit(changes=changes)
    )


def fixable(document: Shown, found: Linted, findings: Sequence[Finding], config: str | None) -> list[Finding]:
    """Those findings whose fix, tried on the text, removes them and brings no other."""
    from gradlint.engine.relinting import relinting
    from gradlint.fixing.rounds import keeps_its_promise

    data, unit = encoded(document.text), found.result.unit
    engine = engine_for(document.path, config)

    again = relinting(engine, found.result, found.texts)

    def lint(content: bytes) -> tuple[Sequence[Finding], Unit | None]:
        result = again(content)
        return result.findings, result.unit

    return [
        finding
        for finding in findings
        if finding.fix is not None
        and finding.fix.applicability != "display"
        and unit is not None
        and keeps_its_promise(data, unit, found.result.findings, finding, lint)
    ]


def _edits(before: Sequence[str], text: str, codec: PositionCodec) -> Iterator[lsp.TextEdit]:
    """The lines that differ, so that cursors and folds elsewhere stay where they are."""
    after = lines_of(text)
    for tag, first, last, new, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            where = lsp.Range(_start(before, first, codec), _start(before, last, codec))
            yield lsp.TextEdit(where, "".join(after[new:end]))


def _start(lines: Sequence[str], row: int, codec: PositionCodec) -> lsp.Position:
    """The beginning of a line; behind the last one if that has no end."""
    if row and row == len(lines) and not lines[-1].endswith(("\r", "\n")):
        return codec.position_to_client_units(lines, lsp.Position(row - 1, len(lines[-1])))
    return lsp.Position(row, 0)
