"""A document as it stands in the editor: a file is one text, a notebook the texts of its cells."""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument, Workspace

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


class Document(TextDocument):
    """A text with the lines that editors count.

    The class above also breaks lines at form feeds and the like, and would then put an edit in the wrong place.
    """

    @property
    def lines(self) -> Sequence[str]:
        return lines_of(self.source)


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text with their ends."""
    return tuple(_LINE.findall(text))


@dataclass(frozen=True, slots=True)
class Place:
    """One text that the editor shows, with its lines."""

    uri: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to lint, and where its parts stand."""

    uri: str
    path: str
    version: int | None
    text: str
    """As it would be in the file; of a notebook, what matters of it."""
    places: Mapping[int | None, Place]
    """By the number of the cell; a file has one place, without a number."""

    def cell(self, uri: str) -> int | None:
        """The number of the cell with this address."""
        return next((number for number, place in self.places.items() if _same(place.uri, uri)), None)


def owner(workspace: Workspace, uri: str) -> str:
    """The address under which a text is linted: a cell is a part of its notebook."""
    notebook = workspace.get_notebook_document(cell_uri=uri)
    return unquote(uri if notebook is None else notebook.uri)


def shown(workspace: Workspace, uri: str) -> Shown | None:
    """What the editor has open under an address; None if that was closed."""
    notebook = workspace.get_notebook_document(notebook_uri=uri)
    if notebook is not None:
        return _notebook(workspace, notebook)
    document = workspace.text_documents.get(unquote(uri))
    if document is None:
        return None
    place = Place(document.uri, document.lines)
    return Shown(uri, path_of(document.uri), document.version, document.source, {None: place})


def encoded(text: str) -> bytes:
    """The text as a file that is UTF-8 whatever its coding comment says: the editor has decoded it already."""
    return codecs.BOM_UTF8 + text.encode("utf-8", "surrogatepass")


def decoded(data: bytes) -> str:
    return data.decode("utf-8-sig", "surrogatepass")


def texts(workspace: Workspace) -> dict[str, bytes]:
    """What the editor shows of its files, by their absolute paths: others read them as they stand there."""
    return {
        os.path.abspath(path_of(document.uri)): encoded(document.source)
        for document in workspace.text_documents.values()
        if document.uri.startswith("file:")
    }


def open_at(workspace: Workspace, path: str) -> Shown | None:
    """The document that the editor has open of a file."""
    for uri in workspace.text_documents:
        if os.path.abspath(path_of(uri)) == path:
            return shown(workspace, owner(workspace, uri))
    return None


def path_of(uri: str) -> str:
    return to_fs_path(uri) or unquote(uri)


def count_lines_as_editors_do(workspace: Workspace, uris: Iterable[str]) -> None:
    """Replace the texts that were just opened by documents with the right lines."""
    for uri in map(unquote, uris):
        old = workspace.text_documents.get(uri)
        if old is not None and not isinstance(old, Document):
            workspace.text_documents[uri] = Document(
                old.uri, old.source, old.version, old.language_id, position_codec=workspace.position_codec
            )


def _notebook(workspace: Workspace, notebook: lsp.NotebookDocument) -> Shown:
    """The notebook as a file would hold it, so that it is read by the same code."""
    cells = []
    places: dict[int | None, Place] = {}
    for number, cell in enumerate(notebook.cells, 1):
        document = workspace.text_documents.get(unquote(cell.document))
        python = document is not None and document.language_id in (None, "", "python")
        code = cell.kind == lsp.NotebookCellKind.Code and python
        source = document.source if document is not None else ""
        cells.append({"cell_type": "code" if code else "markdown", "source": source})
        if document is not None:
            places[number] = Place(document.uri, document.lines)
    path = path_of(notebook.uri)
    text = json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}})
    return Shown(
        unquote(notebook.uri),
        path if path.endswith(".ipynb") else f"{path}.ipynb",
        notebook.version,
        text,
        places,
    )


def sources(text: str) -> list[str]:
    """The texts of the cells of a notebook that was made here."""
    return [cell["source"] for cell in json.loads(text)["cells"]]


def _same(one: str, other: str) -> bool:
    return unquote(one) == unquote(other)
