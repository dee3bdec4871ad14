"""The configuration and the command line, as the program itself knows them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress

from gradlint.cli.arguments import parse
from gradlint.cli.parsers import PARSERS
from gradlint.engine.options import KEYS

COMMANDS = tuple(PARSERS)


def reference_pages() -> Iterator[tuple[str, str]]:
    yield "reference/commands.md", _commands()


def keys() -> str:
    """All keys of the configuration, for the end of its page."""
    rows = "".join(f"| `{key}` | {known.text} | {_default(known.default)} |\n" for key, known in KEYS.items())
    return f"\n\n## All keys\n\n| key | effect | default |\n|---|---|---|\n{rows}"


def _default(text: str) -> str:
    return f"`{text}`" if text[0] in '[{"' or text in ("true", "false") else text


def _commands() -> str:
    lines = [_COMMANDS]
    for words in ((), *((name,) for name in COMMANDS)):
        title = f"gradlint {words[0]}" if words else "gradlint"
        lines.append(f"## {title}\n\n```text\n{_help(*words)}```\n")
    return "\n".join(lines)


def _help(*words: str) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed), suppress(SystemExit):
        parse(["help", *words])
    return printed.getvalue()


_COMMANDS = """\
# Commands

`gradlint PATH ...` lints; the word `check` can be left out. What follows is what `gradlint help COMMAND` prints.
"""
