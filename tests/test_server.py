"""The language server, spoken to by a real client over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from gradlint.core.links import rule_url

BAD = "import torch\n\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
ROOT = Path(__file__).resolve().parents[1]


class Editor(LanguageClient):
    """Remembers what the server publishes."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.messages: list[str] = []
        self.registered: asyncio.Future[lsp.RegistrationParams] = asyncio.get_running_loop().create_future()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(params)

        @self.feature(lsp.WINDOW_SHOW_MESSAGE)
        def message(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def register(params: lsp.RegistrationParams) -> None:
            self.registered.set_result(params)

    async def diagnostics(self) -> lsp.PublishDiagnosticsParams:
        return await asyncio.wait_for(self.published.get(), 60)


def session(
    script: Callable[[Editor], Awaitable[None]],
    options: Any = None,
    capabilities: lsp.ClientCapabilities | None = None,
) -> None:
    """Start the server as an editor does, speak, and say goodbye; the server must leave with 0."""

    async def run() -> None:
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "gradlint", "server", "--stdio", cwd=str(ROOT))
        await editor.initialize_async(
            lsp.InitializeParams(
                capabilities or lsp.ClientCapabilities(), initialization_options=options, process_id=None
            )
        )
        editor.initialized(lsp.InitializedParams())
        await script(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await asyncio.wait_for(editor._server.wait(), 30)
        code = editor._server.returncode
        await editor.stop()
        assert code == 0

    asyncio.run(run())


def opened(editor: Editor, path: Path, text: str, language: str = "python") -> str:
    uri = path.as_uri()
    document = lsp.TextDocumentItem(uri, language, 1, text)
    editor.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
    return uri


def spot(uri: str, row: int, column: int = 0) -> tuple[lsp.TextDocumentIdentifier, lsp.Position]:
    return lsp.TextDocumentIdentifier(uri), lsp.Position(row, column)


def test_from_opening_to_the_quick_fix(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "train.py", BAD)
        found = await editor.diagnostics()
        (diagnostic,) = found.diagnostics
        assert (diagnostic.code, diagnostic.source) == ("GL201", "gradlint")
        assert diagnostic.code_description == lsp.CodeDescription(rule_url("GL201"))
        assert diagnostic.range.start == lsp.Position(3, 0)
        assert diagnostic.related_information is not None
        assert diagnostic.related_information[0].location.range.start.line == 2

        document, position = spot(uri, 3)
        context = lsp.CodeActionContext([diagnostic])
        actions = await editor.text_document_code_action_async(
            lsp.CodeActionParams(document, lsp.Range(position, position), context)
        )
        titles = [action.title for action in actions or []]
        assert "Ignore GL201 here" in titles
        assert "Run the code and prove GL201" in titles
        (ignore,) = [one for one in actions or [] if one.title == "Ignore GL201 here"]
        assert isinstance(ignore, lsp.CodeAction)
        assert ignore.edit is not None
        assert ignore.edit.changes is not None
        (edit,) = ignore.edit.changes[uri]
        assert edit.new_text == "  # gradlint: ignore[GL201]"

        hover = await editor.text_document_hover_async(lsp.HoverParams(document, position))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "inplace-on-leaf" in hover.contents.value

        changed = lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)
        editor.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [changed])
        )
        after = await editor.diagnostics()
        assert (after.version, list(after.diagnostics)) == (2, [])

    session(script)


def test_only_the_last_of_many_versions_is_linted(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "train.py", BAD)
        await editor.diagnostics()
        end = lsp.Position(5, 0)
        for version in range(2, 12):
            change = lsp.TextDocumentContentChangePartial(lsp.Range(end, end), "# typed\n")
            editor.text_document_did_change(
                lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [change])
            )
        assert (await editor.diagnostics()).version == 11
        assert editor.published.empty()

    session(script)


def test_columns_are_counted_as_the_client_counts_them(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        opened(editor, tmp_path / "train.py", BAD.replace("x.exp_()", "print('😀'), x.exp_()"))
        (diagnostic,) = (await editor.diagnostics()).diagnostics
        # An emoji is one character of Python and two units of UTF-16.
        assert diagnostic.range.start == lsp.Position(3, 13)

    session(script)


def test_a_document_and_closing_it(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "guide.md", f"# Guide\n\n```python\n{BAD}```\n", "markdown")
        (diagnostic,) = (await editor.diagnostics()).diagnostics
        assert diagnostic.range.start.line == 6
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        assert not (await editor.diagnostics()).diagnostics

    session(script)


def test_what_is_not_saved_is_not_executed(tmp_path: Path) -> None:
    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "train.py", BAD)
        await editor.diagnostics()
        answer = await editor.workspace_execute_command_async(
            lsp.ExecuteCommandParams("gradlint.confirm", [uri, 4])
        )
        assert answer == []
        assert "Save the file first" in editor.messages[-1]

    session(script)


def test_a_broken_configuration_does_not_silence_the_editor(tmp_path: Path) -> None:
    (tmp_path / "gradlint.toml").write_text("no = [")

    async def script(editor: Editor) -> None:
        opened(editor, tmp_path / "train.py", BAD)
        assert len((await editor.diagnostics()).diagnostics) == 1

    session(script)


@pytest.mark.parametrize("options", [None, "nonsense", {"device": 3, "unknown": []}])
def test_whatever_the_editor_wishes_the_server_starts(tmp_path: Path, options: object) -> None:
    async def script(editor: Editor) -> None:
        opened(editor, tmp_path / "train.py", "import torch\n")
        assert not (await editor.diagnostics()).diagnostics

    session(script, options)


def test_the_baseline_of_the_project_holds_in_the_editor(tmp_path: Path) -> None:
    from gradlint.cli.entry import main

    (tmp_path / "a.py").write_text(BAD)
    (tmp_path / "gradlint.toml").write_text('baseline = "known.json"\n')
    assert main(["--write-baseline", str(tmp_path / "known.json"), "-q", str(tmp_path / "a.py")]) == 0

    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "a.py", BAD)
        assert not (await editor.diagnostics()).diagnostics
        change = lsp.TextDocumentContentChangeWholeDocument(BAD + "x.log_()\n")
        versioned = lsp.VersionedTextDocumentIdentifier(2, uri)
        editor.text_document_did_change(lsp.DidChangeTextDocumentParams(versioned, [change]))
        (new,) = (await editor.diagnostics()).diagnostics
        assert new.range.start.line == 5
        (tmp_path / "known.json").write_text("{")
        editor.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        assert len((await editor.diagnostics()).diagnostics) == 2
        assert ["the baseline is not valid JSON" in message for message in editor.messages] == [True]

    session(script)


def test_a_value_under_the_cursor_is_explained(tmp_path: Path) -> None:
    text = "import torch\n\nw = torch.ones(3, requires_grad=True)\nä = (w * 2).sum(); y = ä.item()\nä.backward()\n"

    async def script(editor: Editor) -> None:
        uri = opened(editor, tmp_path / "a.py", text)
        await editor.diagnostics()

        async def hovered(row: int, column: int) -> str:
            found = await editor.text_document_hover_async(lsp.HoverParams(*spot(uri, row, column)))
            return found.contents.value if found is not None else ""

        assert (await hovered(3, 8)).startswith("`w * 2` carries the gradient of `w`.")
        assert "**requested**, line 5: gradient requested here" in await hovered(3, 8)
        assert (await hovered(3, 19)).startswith("`y` carries no gradient")
        assert await hovered(0, 2) == ""

    session(script)
