"""`source.fixAll.gradlint`: all safe fixes of a document as one edit, for editors that fix on save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from gradlint.lsp.documents import Linted, decoded, encoded, engine_for
from gradlint.lsp.shown import Shown, lines_of, sources

FIX_ALL = "source.fixAll.gradlint"


def wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a request for actions of some kinds asks for this one: `source` asks for all below it."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def fix_all(
    document: Shown, found: Linted, config: str | None, codec: PositionCodec
) -> lsp.CodeAction | None:
    """The action, if there is something to mend."""
    from gradlint.commands.fixing import Mending

    before = encoded(document.text)
    mended, _ = Mending(engine_for(document.path, config)).mended(before, found.result)
    if mended == before:
        return None
    text = decoded(mended)
    changes: dict[str, list[lsp.TextEdit]] = {}
    for cell, place in document.places.items():
        after = text if cell is None else sources(text)[cell - 1]
        edits = list(_edits(place.lines, after, codec))
        if edits:
            changes[place.uri] = edits
    return lsp.CodeAction(
        "Make all safe fixes of gradlint", kind=FIX_ALL, edit=lsp.WorkspaceEdit(changes=changes)
    )


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
