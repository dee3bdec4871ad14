"""`gradlint.confirm`: execute what is reported on one line, and show what that has proved."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from gradlint.confirm.options import Options
from gradlint.core.errors import GradlintError
from gradlint.core.model import Finding
from gradlint.lsp.documents import Linted

if TYPE_CHECKING:
    from gradlint.lsp.server import Server


async def prove(server: Server, uri: str, row: int) -> list[dict[str, Any]]:
    """Execute what is reported on a row, show it and answer with the verdicts."""
    document = server.shown(uri)
    found = server.current(document) if document is not None else None
    here = list(found.at(document.cell(uri), row)) if document is not None and found is not None else []
    if document is None or found is None or not here:
        _say(server, lsp.MessageType.Warning, "Nothing is reported on this line")
        return []
    if not os.path.isfile(document.path):
        _say(server, lsp.MessageType.Warning, "Save the file first: only what is in a file is executed")
        return []
    try:
        options = _options(server, document.path)
        confirmed = await asyncio.to_thread(_confirmed, found, here, options)
    except GradlintError as error:
        _say(server, lsp.MessageType.Error, str(error))
        return []
    if server.current(document) is found:
        server.show(document, found.with_verdicts(confirmed))
    verdicts = [one.verdict for one in confirmed if one.verdict is not None]
    for verdict in verdicts:
        text = "\n".join((f"{verdict.kind}: {verdict.reason}", *verdict.evidence))
        _say(server, lsp.MessageType.Info, text)
    return [{"kind": verdict.kind, "reason": verdict.reason} for verdict in verdicts]


def _options(server: Server, path: str) -> Options:
    """What the editor wishes, and for the rest the configuration of the file and the folder that is open."""
    from gradlint.confirm.discovery import chosen
    from gradlint.core import catalog
    from gradlint.engine.config import Configuration

    wishes = server.wishes
    settings = Configuration(catalog.headings(), {}, wishes.config).settings_for(path)
    choice = chosen(
        wishes.python, settings.python, settings.source, server.workspace.root_path or os.getcwd()
    )
    if choice.is_found:
        _say(server, lsp.MessageType.Info, f"Executed with {choice.described()}")
    if choice.passed_over:
        _say(server, lsp.MessageType.Info, f"Not used: {choice.passed_over}")
    return Options(
        device=wishes.device or settings.device,
        python=choice.path,
        chosen_by=choice.said_by,
        sandbox="weak" if wishes.sandbox == "weak" else "strict",
    )


def _confirmed(found: Linted, here: list[Finding], options: Options) -> list[Finding]:
    from gradlint.confirm import confirming

    results = confirming([replace(found.result, findings=tuple(here))], options)
    return [finding for result in results for finding in result.findings]


def _say(server: Server, kind: lsp.MessageType, text: str) -> None:
    server.window_show_message(lsp.ShowMessageParams(kind, text))
