"""`gradlint server`: speaks the language server protocol on standard input and output."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from gradlint import __version__
from gradlint.core.model import Finding
from gradlint.lsp.actions import KINDS, actions_on, findings_at
from gradlint.lsp.convert import CONFIRM, Converter, hover
from gradlint.lsp.documents import Linted, linted
from gradlint.lsp.explaining import Explaining
from gradlint.lsp.fixing import FIX_ALL, fix_all, fixable, wanted
from gradlint.lsp.known import KnownOnes
from gradlint.lsp.neighbours import Neighbours, closed, joined
from gradlint.lsp.proving import prove
from gradlint.lsp.shown import Shown, count_lines_as_editors_do, open_at, owner, path_of, shown, texts
from gradlint.lsp.watching import listen_to_settings
from gradlint.lsp.wishes import Wishes

PATIENCE = 0.25
"""Seconds without a keystroke before a document is linted."""

_NOTEBOOKS = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[lsp.NotebookDocumentFilterWithNotebook(notebook="jupyter-notebook")], save=True
)


class Server(LanguageServer):
    """One task per document: a newer version of it cancels the linting of an older one."""

    def __init__(self) -> None:
        super().__init__(
            "gradlint",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
            notebook_document_sync=_NOTEBOOKS,
        )
        self.wishes = Wishes()
        self._known: dict[str, Linted] = {}
        self._neighbours = Neighbours()
        self._known_ones = KnownOnes(self._tell)
        self._explaining = Explaining()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # One at a time: what waits in the queue can still be cancelled, and no two share the interpreter.
        self._worker = ThreadPoolExecutor(1, "lint")

    def shown(self, uri: str) -> Shown | None:
        """The document that a text belongs to, as it is now."""
        return shown(self.workspace, owner(self.workspace, uri))

    def converter(self, document: Shown) -> Converter:
        found = self._known.get(document.uri)
        others = found.result.others if found is not None else ()
        return Converter(document, self.workspace.position_codec, others)

    def lint_soon(self, uri: str, patience: float = PATIENCE) -> None:
        key = owner(self.workspace, uri)
        self._drop_task(key)
        self._tasks[key] = asyncio.get_running_loop().create_task(self._lint(key, patience))

    def lint_all(self) -> None:
        """Lint what is open once more, because something else has changed that findings rest on."""
        for key in list(self._known):
            self.lint_soon(key)

    def lint_users_of(self, uri: str) -> None:
        """Lint the documents whose findings rest on this file."""
        for key in self._neighbours.users_of(path_of(uri)):
            self.lint_soon(key)

    def forget(self, uri: str) -> None:
        key = owner(self.workspace, uri)
        self._drop_task(key)
        self._known.pop(key, None)
        touched = self._neighbours.forget(key)
        if self._neighbours.strangers(path_of(key)):
            touched.add(path_of(key))
        if touched:
            self._tasks[key] = asyncio.get_running_loop().create_task(self._refresh(touched))

    def _drop_task(self, key: str) -> None:
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    async def _lint(self, key: str, patience: float) -> None:
        await asyncio.sleep(patience)
        document = shown(self.workspace, key)
        if document is None:
            return
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._worker, linted, document, self.wishes.config, texts(self.workspace)
        )
        now = shown(self.workspace, key)
        if now is not None and now.version == document.version:
            touched = self._neighbours.keep(key, found)
            self.show(now, self._new_in(await self._joined(now, found)))
            await self._refresh(touched - {os.path.abspath(now.path)})

    async def _joined(self, document: Shown, found: Linted) -> Linted:
        strangers = self._neighbours.strangers(os.path.abspath(document.path))
        beside = self._neighbours.callers_beside(document.uri)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._worker, joined, found, document.text, strangers, self.wishes.config, beside
        )

    async def _refresh(self, paths: set[str]) -> None:
        """Show once more what is known of some files, open or not, because others know more or less of them."""
        loop = asyncio.get_running_loop()
        for path in sorted(paths):
            document = open_at(self.workspace, path)
            if document is not None:
                found = self._neighbours.alone(document.uri)
                if found is not None and found.version == document.version:
                    self.show(document, self._new_in(await self._joined(document, found)))
                continue
            strangers = self._neighbours.strangers(path)
            made = await loop.run_in_executor(self._worker, closed, path, strangers, self.wishes.config)
            if made is not None:
                converter = Converter(made[0], self.workspace.position_codec, made[1].others)
                self._publish(converter, self._known_ones.without(made[1], self.wishes.config).findings, None)
            elif (uri := from_fs_path(path)) is not None:
                self.clear(uri)

    def _new_in(self, found: Linted) -> Linted:
        """What is found, without what the baseline of the project lists."""
        left = self._known_ones.without(found.result, self.wishes.config)
        return found if left is found.result else replace(found, result=left)

    def show(self, document: Shown, found: Linted) -> None:
        """Publish findings. A file that could not be linted is told in the log, not as a finding."""
        self._known[document.uri] = found
        if found.result.failure is not None:
            message = f"{found.result.path}: {found.result.failure}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))
        version = found.version if None in document.places else None
        self._publish(self.converter(document), found.result.findings, version)

    def _publish(self, converter: Converter, findings: Sequence[Finding], version: int | None) -> None:
        for uri, diagnostics in converter.published(findings):
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri, diagnostics, version=version)
            )

    def _tell(self, message: str) -> None:
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, f"gradlint: {message}"))

    def clear(self, uri: str) -> None:
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def current(self, document: Shown) -> Linted | None:
        """What is known of a document, if it is known of this version of it."""
        found = self._known.get(document.uri)
        now = shown(self.workspace, document.uri)
        return found if found is not None and now is not None and found.version == now.version else None

    async def fixable(self, document: Shown, found: Linted, here: list[Finding]) -> list[Finding]:
        """Those of some findings whose fix has been tried and holds."""
        if not any(finding.fix is not None for finding in here):
            return []
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, fixable, document, found, here, self.wishes.config)

    async def explained(self, document: Shown, cell: int | None, position: lsp.Position) -> str:
        """What the value under the cursor carries; empty where there is none."""
        place = document.places.get(cell)
        line = place.lines[position.line] if place and position.line < len(place.lines) else ""
        units = self.workspace.position_codec.position_from_client_units(
            [line], lsp.Position(0, position.character)
        )
        loop = asyncio.get_running_loop()
        where = (position.line + 1, cell, units.character + 1)
        return await loop.run_in_executor(self._worker, self._explaining.explained, document, where)

    async def fix_all(self, document: Shown) -> list[lsp.CodeAction]:
        """All safe fixes at once. Editors ask for them while a file is saved, perhaps before it was linted."""
        loop = asyncio.get_running_loop()
        codec, config = self.workspace.position_codec, self.wishes.config
        found = self.current(document)
        if found is None:
            shown_now = texts(self.workspace)
            found = await loop.run_in_executor(self._worker, linted, document, config, shown_now)
        made = await loop.run_in_executor(self._worker, fix_all, document, found, config, codec)
        return [made] if made is not None else []


def create() -> Server:
    """The server with all that it can do."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.wishes = Wishes.read(params.initialization_options)

    _follow_texts(server)
    _follow_notebooks(server)
    listen_to_settings(server)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=KINDS))
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = server.shown(params.text_document.uri)
        if document is None:
            return []
        only = params.context.only
        offered: list[lsp.CodeAction] = []
        found = server.current(document)
        if found is not None and wanted(lsp.CodeActionKind.QuickFix, only):
            here = findings_at(params, document, found)
            sound = await server.fixable(document, found, here)
            offered += actions_on(here, sound, found, server.converter(document))
        # It takes a while, so it is made only for those who ask for it, not for every move of the cursor.
        if only is not None and wanted(FIX_ALL, only):
            offered += await server.fix_all(document)
        return offered

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        document = server.shown(params.text_document.uri)
        if document is None:
            return None
        cell, position = document.cell(params.text_document.uri), params.position
        found = server.current(document)
        here = list(found.at(cell, position.line + 1)) if found is not None else []
        parts = [*map(hover, here)]
        if text := await server.explained(document, cell, position):
            parts.append(text)
        if not parts:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(parts)))

    @server.command(CONFIRM)
    async def confirm(uri: str, row: int) -> list[dict[str, Any]]:
        return await prove(server, uri, row)

    return server


def _follow_texts(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        count_lines_as_editors_do(server.workspace, [params.text_document.uri])
        server.lint_soon(params.text_document.uri, 0.0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.lint_soon(params.text_document.uri)
        server.lint_users_of(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.lint_soon(params.text_document.uri, 0.0)
        server.lint_users_of(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)
        server.clear(params.text_document.uri)


def _follow_notebooks(server: Server) -> None:
    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenNotebookDocumentParams) -> None:
        count_lines_as_editors_do(server.workspace, [cell.uri for cell in params.cell_text_documents])
        server.lint_soon(params.notebook_document.uri, 0.0)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeNotebookDocumentParams) -> None:
        cells = params.change.cells
        structure = cells.structure if cells is not None else None
        if structure is not None:
            count_lines_as_editors_do(server.workspace, [cell.uri for cell in structure.did_open or ()])
            for cell in structure.did_close or ():
                server.clear(cell.uri)
        server.lint_soon(params.notebook_document.uri)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveNotebookDocumentParams) -> None:
        server.lint_soon(params.notebook_document.uri, 0.0)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseNotebookDocumentParams) -> None:
        server.forget(params.notebook_document.uri)
        for cell in params.cell_text_documents:
            server.clear(cell.uri)


def serve() -> int:
    create().start_io()
    return 0
