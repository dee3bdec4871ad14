"""`gradlint server`: speaks the language server protocol on standard input and output."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from gradlint import __version__
from gradlint.errors import GradlintError
from gradlint.lsp.convert import CONFIRM, Converter, hover
from gradlint.lsp.documents import Linted, linted
from gradlint.model import Finding

PATIENCE = 0.25
"""Seconds without a keystroke before a document is linted."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the editor sets when it starts the server (`initializationOptions`)."""

    config: str | None = None
    python: str | None = None
    device: str = "cpu"
    sandbox: str = "strict"

    @classmethod
    def read(cls, given: object) -> Wishes:
        said = given if isinstance(given, dict) else {}
        known = {key: said[key] for key in cls.__slots__ if isinstance(said.get(key), str)}
        return cls(**known)


class Server(LanguageServer):
    """One task per document: a newer version of it cancels the linting of an older one."""

    def __init__(self) -> None:
        super().__init__(
            "gradlint", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental
        )
        self.wishes = Wishes()
        self.known: dict[str, Linted] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def path(self, uri: str) -> str:
        return to_fs_path(uri) or uri

    def converter(self, uri: str) -> Converter:
        document = self.workspace.get_text_document(uri)
        return Converter(uri, document.lines, self.workspace.position_codec)

    def lint_soon(self, uri: str, patience: float = PATIENCE) -> None:
        self.forget_task(uri)
        self._tasks[uri] = asyncio.get_running_loop().create_task(self._lint(uri, patience))

    def forget_task(self, uri: str) -> None:
        task = self._tasks.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _lint(self, uri: str, patience: float) -> None:
        await asyncio.sleep(patience)
        document = self.workspace.get_text_document(uri)
        version, text, path = document.version, document.source, self.path(uri)
        found = await asyncio.to_thread(linted, text, path, version, self.wishes.config)
        if uri in self.workspace.text_documents and self.workspace.get_text_document(uri).version == version:
            self.show(uri, found)

    def show(self, uri: str, found: Linted) -> None:
        """Publish findings. A file that could not be linted is told in the log, not as a finding."""
        self.known[uri] = found
        if found.result.failure is not None:
            message = f"{found.result.path}: {found.result.failure}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))
        converter = self.converter(uri)
        diagnostics = [converter.diagnostic(finding) for finding in found.result.findings]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, diagnostics, version=found.version)
        )

    def current(self, uri: str) -> Linted | None:
        """What is known of a document, if it is known of this version of it."""
        found = self.known.get(uri)
        same = found is not None and found.version == self.workspace.get_text_document(uri).version
        return found if same else None


def create() -> Server:
    """The server with all that it can do."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.wishes = Wishes.read(params.initialization_options)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.lint_soon(params.text_document.uri, 0.0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.lint_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.lint_soon(params.text_document.uri, 0.0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget_task(uri)
        server.known.pop(uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = server.current(params.text_document.uri)
        if found is None:
            return []
        converter = server.converter(params.text_document.uri)
        offered: list[lsp.CodeAction] = []
        for finding in found.at(params.range.start.line + 1, params.range.end.line + 1):
            if finding.fix is not None and finding.fix.applicability != "display":
                offered.append(converter.quick_fix(finding, finding.fix))
            comment = found.ignore(finding)
            if comment is not None:
                offered.append(converter.ignore(finding, comment))
            if finding.framework is not None:
                offered.append(converter.prove(finding))
        return offered

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        found = server.current(params.text_document.uri)
        here = list(found.at(params.position.line + 1)) if found is not None else []
        if not here:
            return None
        text = "\n\n---\n\n".join(map(hover, here))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text))

    @server.command(CONFIRM)
    async def confirm(uri: str, row: int) -> list[dict[str, Any]]:
        return await _confirm(server, uri, row)

    return server


async def _confirm(server: Server, uri: str, row: int) -> list[dict[str, Any]]:
    """Execute what is reported on a row, show it and answer with the verdicts."""
    found = server.current(uri)
    here = list(found.at(row)) if found is not None else []
    if found is None or not here:
        _say(server, lsp.MessageType.Warning, "Nothing is reported on this line")
        return []
    path = server.path(uri)
    if not os.path.isfile(path):
        _say(server, lsp.MessageType.Warning, "Save the file first: only what is in a file is executed")
        return []
    try:
        confirmed = await asyncio.to_thread(_confirmed, found, here, server.wishes)
    except GradlintError as error:
        _say(server, lsp.MessageType.Error, str(error))
        return []
    if server.current(uri) is found:
        server.show(uri, found.with_verdicts(confirmed))
    verdicts = [one.verdict for one in confirmed if one.verdict is not None]
    for verdict in verdicts:
        _say(
            server, lsp.MessageType.Info, "\n".join((f"{verdict.kind}: {verdict.reason}", *verdict.evidence))
        )
    return [{"kind": verdict.kind, "reason": verdict.reason} for verdict in verdicts]


def _confirmed(found: Linted, here: list[Finding], wishes: Wishes) -> list[Finding]:
    import sys
    from dataclasses import replace

    from gradlint.confirm import confirming
    from gradlint.confirm.options import Options

    options = Options(
        device=wishes.device,
        python=wishes.python or sys.executable,
        sandbox="weak" if wishes.sandbox == "weak" else "strict",
    )
    results = confirming([replace(found.result, findings=tuple(here))], options)
    return [finding for result in results for finding in result.findings]


def _say(server: Server, kind: lsp.MessageType, text: str) -> None:
    server.window_show_message(lsp.ShowMessageParams(kind, text))


def serve() -> int:
    create().start_io()
    return 0
