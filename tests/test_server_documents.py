"""The language server with notebooks, settings that change, odd texts, and all safe fixes at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types as lsp

from tests.test_real_callers import BY_NAME, MODEL, TRAIN
from tests.test_server import BAD, Editor, opened, session, spot

NUMPY = """\
import numpy as np
import jax
import jax.numpy as jnp


def loss(w):
    return jnp.sum(np.tanh(w))


grad = jax.grad(loss)(jnp.ones(3))
"""
WATCHES = lsp.ClientCapabilities(
    workspace=lsp.WorkspaceClientCapabilities(
        did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    )
)
HAS_NOTEBOOKS = lsp.ClientCapabilities(
    notebook_document=lsp.NotebookDocumentClientCapabilities(
        lsp.NotebookDocumentSyncClientCapabilities(dynamic_registration=False)
    )
)


class Cells:
    """A notebook as an editor keeps it."""

    def __init__(self, path: Path, *sources: str) -> None:
        self.uri = path.as_uri()
        self.uris = [f"vscode-notebook-cell:{path}#cell{number}" for number, _ in enumerate(sources, 1)]
        cells = [lsp.NotebookCell(lsp.NotebookCellKind.Code, uri) for uri in self.uris]
        cells[0] = lsp.NotebookCell(lsp.NotebookCellKind.Markup, self.uris[0])
        self.opening = lsp.DidOpenNotebookDocumentParams(
            lsp.NotebookDocument(self.uri, "jupyter-notebook", 1, cells),
            [
                lsp.TextDocumentItem(uri, "python" if number else "markdown", 1, source)
                for number, (uri, source) in enumerate(zip(self.uris, sources, strict=True))
            ],
        )

    def change(
        self, version: int, changed: lsp.NotebookDocumentCellChanges
    ) -> lsp.DidChangeNotebookDocumentParams:
        return lsp.DidChangeNotebookDocumentParams(
            lsp.VersionedNotebookDocumentIdentifier(version, self.uri),
            lsp.NotebookDocumentChangeEvent(cells=changed),
        )


async def published(editor: Editor, number: int) -> dict[str, list[lsp.Diagnostic]]:
    """The next few diagnostics, by the text that they are about."""
    return {one.uri: list(one.diagnostics) for one in [await editor.diagnostics() for _ in range(number)]}


async def actions(editor: Editor, uri: str, row: int, only: list[str] | None = None) -> list[lsp.CodeAction]:
    document, position = spot(uri, row)
    context = lsp.CodeActionContext([], only)
    found = await editor.text_document_code_action_async(
        lsp.CodeActionParams(document, lsp.Range(position, position), context)
    )
    return [one for one in found or [] if isinstance(one, lsp.CodeAction)]


def test_the_cells_of_a_notebook_are_one_program(tmp_path: Path) -> None:
    notebook = Cells(tmp_path / "study.ipynb", "# Study", *BAD.split("\n\n"))

    async def script(editor: Editor) -> None:
        editor.notebook_document_did_open(notebook.opening)
        heading, imports, body = notebook.uris
        found = await published(editor, 3)
        assert (found[heading], found[imports]) == ([], [])
        (diagnostic,) = found[body]
        assert (diagnostic.code, diagnostic.range.start) == ("GL201", lsp.Position(1, 0))
        assert diagnostic.related_information is not None
        assert diagnostic.related_information[0].location.uri == body

        assert await actions(editor, imports, 1) == []
        (ignore,) = [one for one in await actions(editor, body, 1) if one.title.startswith("Ignore")]
        assert ignore.edit is not None
        assert ignore.edit.changes is not None
        ((where, (edit,)),) = ignore.edit.changes.items()
        assert where == body

        change = lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)
        text = lsp.NotebookDocumentCellContentChanges(lsp.VersionedTextDocumentIdentifier(2, body), [change])
        editor.notebook_document_did_change(
            notebook.change(2, lsp.NotebookDocumentCellChanges(text_content=[text]))
        )
        assert not any((await published(editor, 3)).values())

    session(script, capabilities=HAS_NOTEBOOKS)


def test_cells_that_come_and_go(tmp_path: Path) -> None:
    notebook = Cells(tmp_path / "study.ipynb", "# Study", *BAD.split("\n\n"))

    async def script(editor: Editor) -> None:
        editor.notebook_document_did_open(notebook.opening)
        _, imports, body = notebook.uris
        await published(editor, 3)
        without = lsp.NotebookDocumentCellChangeStructure(
            lsp.NotebookCellArrayChange(2, 1, []), did_close=[lsp.TextDocumentIdentifier(body)]
        )
        editor.notebook_document_did_change(
            notebook.change(2, lsp.NotebookDocumentCellChanges(structure=without))
        )
        assert (await published(editor, 3))[body] == []

        cell = lsp.NotebookCell(lsp.NotebookCellKind.Code, f"{body}again")
        item = lsp.TextDocumentItem(cell.document, "python", 1, BAD)
        back = lsp.NotebookDocumentCellChangeStructure(
            lsp.NotebookCellArrayChange(0, 0, [cell]), did_open=[item]
        )
        editor.notebook_document_did_change(
            notebook.change(3, lsp.NotebookDocumentCellChanges(structure=back))
        )
        found = await published(editor, 3)
        assert [one.code for one in found[cell.document]] == ["GL201"]

        closing = [lsp.TextDocumentIdentifier(uri) for uri in (cell.document, imports)]
        editor.notebook_document_did_close(
            lsp.DidCloseNotebookDocumentParams(lsp.NotebookDocumentIdentifier(notebook.uri), closing)
        )
        assert await published(editor, 2) == {cell.document: [], imports: []}

    session(script, capabilities=HAS_NOTEBOOKS)


def test_all_safe_fixes_at_once(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "loss.py", NUMPY)
        assert [one.code for one in (await editor.diagnostics()).diagnostics] == ["GL101"]
        for only in ("source.fixAll.gradlint", "source.fixAll", "source"):
            (action,) = await actions(editor, uri, 0, [only])
            assert action.kind == "source.fixAll.gradlint"
            assert action.edit is not None
            assert action.edit.changes is not None
            (edit,) = action.edit.changes[uri]
            assert edit.range == lsp.Range(lsp.Position(6, 0), lsp.Position(7, 0))
            assert edit.new_text == "    return jnp.sum(jnp.tanh(w))\n"
        assert await actions(editor, uri, 6, ["source.organizeImports"]) == []
        assert {one.kind for one in await actions(editor, uri, 6, ["quickfix"])} == {"quickfix"}

    session(script)


def test_all_safe_fixes_in_a_notebook(tmp_path: Path) -> None:
    notebook = Cells(tmp_path / "study.ipynb", "# Study", *NUMPY.split("\n\n\n"))

    async def script(editor: Editor) -> None:
        editor.notebook_document_did_open(notebook.opening)
        await published(editor, 4)
        (action,) = await actions(editor, notebook.uris[1], 0, ["source.fixAll"])
        assert action.edit is not None
        assert action.edit.changes is not None
        ((uri, (edit,)),) = action.edit.changes.items()
        assert uri == notebook.uris[2]
        assert (edit.range.start, edit.new_text) == (lsp.Position(1, 0), "    return jnp.sum(jnp.tanh(w))")

    session(script, capabilities=HAS_NOTEBOOKS)


def test_a_changed_configuration_file_is_read_again(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        opened(editor, tmp_path / "train.py", BAD)
        assert len((await editor.diagnostics()).diagnostics) == 1
        registered = await asyncio.wait_for(editor.registered, 30)
        assert [one.method for one in registered.registrations] == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES]
        settings = tmp_path / "gradlint.toml"
        settings.write_text('ignore = ["GL201"]\n')
        event = lsp.FileEvent(settings.as_uri(), lsp.FileChangeType.Created)
        editor.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
        assert not (await editor.diagnostics()).diagnostics

    session(script, capabilities=WATCHES)


def test_a_changed_setting_of_the_editor_is_followed(tmp_path: Path) -> None:
    settings = tmp_path / "elsewhere.toml"
    settings.write_text('ignore = ["GL201"]\n')

    async def script(editor: Editor) -> None:
        opened(editor, tmp_path / "train.py", BAD)
        assert len((await editor.diagnostics()).diagnostics) == 1
        said = {"gradlint": {"config": str(settings)}}
        editor.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(said))
        assert not (await editor.diagnostics()).diagnostics

    session(script)


def test_changing_a_module_lints_those_who_use_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    module = tmp_path / "parts.py"
    module.write_text("import torch\n\n\ndef cut(x):\n    return x\n")
    text = (
        "import torch\nfrom parts import cut\n\nx = torch.ones(3, requires_grad=True)\n"
        "y = cut(x)\nloss = (y * 2).sum()\nloss.backward()\n"
    )

    async def script(editor: Editor) -> None:
        train = opened(editor, tmp_path / "train.py", text)
        assert not (await editor.diagnostics()).diagnostics
        parts = opened(editor, module, module.read_text())
        await editor.diagnostics()
        changed = lsp.VersionedTextDocumentIdentifier(2, parts)
        whole = lsp.TextDocumentContentChangeWholeDocument(
            "import torch\n\n\ndef cut(x):\n    return x.detach()\n"
        )
        editor.text_document_did_change(lsp.DidChangeTextDocumentParams(changed, [whole]))
        found = await published(editor, 3)
        assert not found[train]
        (cut,) = found[parts]
        assert cut.range.start.line == 4
        assert cut.related_information is not None
        assert {one.location.uri for one in cut.related_information} == {train}
        # Whoever leads there is gone, and nobody else does.
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(train)))
        assert not any((await published(editor, 2)).values())

    session(script)


def test_an_address_with_a_space_and_an_accent(tmp_path: Path) -> None:
    folder = tmp_path / "my modèles"
    folder.mkdir()

    async def script(editor: Editor) -> None:
        uri = opened(editor, folder / "train.py", BAD)
        assert "%20" in uri
        found = await editor.diagnostics()
        assert (found.uri, len(found.diagnostics)) == (uri, 1)
        assert await actions(editor, uri, 3)

    session(script)


def test_lines_are_those_of_the_editor(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        # A form feed and a line separator end no line; an edit behind them must land where the editor means it.
        uri = opened(editor, tmp_path / "train.py", f"# a\f\u2028b\n{BAD}")
        (diagnostic,) = (await editor.diagnostics()).diagnostics
        assert diagnostic.range.start == lsp.Position(4, 0)
        where = lsp.Range(lsp.Position(4, 2), lsp.Position(4, 6))
        change = lsp.TextDocumentContentChangePartial(where, "exp")
        editor.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
        )
        assert not (await editor.diagnostics()).diagnostics

    session(script)


def test_the_editor_knows_the_encoding_better_than_a_comment(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        text = BAD.replace("x.exp_()", "print('é→'), x.exp_()")
        opened(editor, tmp_path / "train.py", f"# -*- coding: latin-1 -*-\n{text}")
        (diagnostic,) = (await editor.diagnostics()).diagnostics
        assert diagnostic.range.start == lsp.Position(4, 13)

    session(script)


def test_a_finding_is_proved_and_the_diagnostic_says_so(tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(BAD)

    async def script(editor: Editor) -> None:
        uri = opened(editor, file, BAD)
        await editor.diagnostics()
        asked = lsp.ExecuteCommandParams("gradlint.confirm", [uri, 4])
        (verdict,) = await editor.workspace_execute_command_async(asked)
        (diagnostic,) = (await editor.diagnostics()).diagnostics
        assert f"{verdict['kind']}: {verdict['reason']}" in diagnostic.message
        assert editor.messages[-1].startswith(f"{verdict['kind']}: ")
        # Without a strict sandbox nothing is executed, and that is said.
        assert verdict["kind"] in ("confirmed", "not-run")

    session(script)


def test_a_call_in_another_document_overrules_an_imagined_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    model = tmp_path / "model.py"
    model.write_text(MODEL)

    async def script(editor: Editor) -> None:
        shown = opened(editor, model, MODEL)
        assert [one.code for one in (await editor.diagnostics()).diagnostics] == ["GL308"]
        train = opened(editor, tmp_path / "train.py", TRAIN.format(given=BY_NAME))
        assert (await published(editor, 2)) == {train: [], shown: []}
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(train)))
        found = await published(editor, 2)
        assert [one.code for one in found[shown]] == ["GL308"]

    session(script)
