"""Notices when settings change, in configuration files or in the editor, and lints again what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from gradlint.engine.config import CONFIG_NAMES
from gradlint.lsp.wishes import Wishes

if TYPE_CHECKING:
    from gradlint.lsp.server import Server


def listen_to_settings(server: Server) -> None:
    @server.feature(lsp.INITIALIZED)
    async def initialized(params: lsp.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            await server.client_register_capability_async(lsp.RegistrationParams([_files()]))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.lint_all()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: lsp.DidChangeConfigurationParams) -> None:
        said = params.settings.get("gradlint") if isinstance(params.settings, dict) else None
        if isinstance(said, dict):
            server.wishes = Wishes.read(said)
            server.lint_all()


def _files() -> lsp.Registration:
    watchers = [lsp.FileSystemWatcher(f"**/{name}") for name in CONFIG_NAMES]
    options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
    return lsp.Registration("settings", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
