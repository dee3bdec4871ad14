"""`%load_ext gradlint`: lint the cells of a session where they are written.

`%gradlint` lints all cells that were run, each in its last version; `%%gradlint` at the top of a cell lints that cell
together with those before it, and then runs it. Words behind it are rules, as for `--select`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from gradlint.api import engine
from gradlint.core.errors import GradlintError
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.report import load as format_of
from gradlint.report.screen import Screen
from gradlint.report.tally import Tally

NAME = "session.ipynb"


class Shell(Protocol):
    """What is used of IPython."""

    user_ns: dict[str, Any]
    execution_count: int
    events: Any

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None: ...
    def run_cell(self, raw_cell: str) -> Any: ...


class Session:
    """The cells of a session by their numbers; a cell that is run again has only its new number."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._numbers: dict[str, int] = {}
        self.cells: dict[int, str] = dict(enumerate(map(str, shell.user_ns.get("In", ()))))

    def run(self, info: Any) -> None:
        """IPython is about to run a cell; notebooks say which one."""
        number = self._shell.execution_count
        identity = getattr(info, "cell_id", None)
        if identity is not None:
            self.cells.pop(self._numbers.get(identity, -1), None)
            self._numbers[identity] = number
        if getattr(info, "store_history", True):
            self.cells[number] = str(info.raw_cell)

    def lint(self, words: Sequence[str], last: str | None = None) -> Result:
        """The session, without the cell that asks; `last` stands for that one."""
        now = self._shell.execution_count
        cells = {number: text for number, text in self.cells.items() if 0 < number < now}
        if last is not None:
            cells[now] = last
        sources = [cells.get(number, "") for number in range(1, max(cells, default=0) + 1)]
        document = {
            "cells": [{"cell_type": "code", "source": source} for source in sources],
            "metadata": {"language_info": {"name": "python"}},
        }
        path = os.path.join(os.getcwd(), NAME)
        linted = engine(list(words) or None, (), None, isolated=False).lint_source(
            json.dumps(document).encode(), path
        )
        return replace(
            linted,
            path=NAME,
            findings=tuple(replace(one, path=NAME) for one in linted.findings if one.span.cell is not None),
        )

    def line_magic(self, line: str) -> None:
        """%gradlint: lint the cells that were run so far."""
        self._show(lambda: self.lint(line.split()))

    def cell_magic(self, line: str, cell: str) -> None:
        """%%gradlint: lint this cell after those before it, then run it."""
        now = self._shell.execution_count
        self.cells[now] = cell

        def only_here() -> Result:
            found = self.lint(line.split(), cell)
            return replace(found, findings=tuple(one for one in found.findings if one.span.cell == now))

        self._show(only_here)
        self._shell.run_cell(cell)

    def _show(self, lint: Any) -> None:
        """Findings, or one line of what is wrong with the question: never a traceback of ours."""
        try:
            result = lint()
        except GradlintError as error:
            print(f"gradlint: error: {error}", file=sys.stderr)
            return
        tally = Tally()
        for piece in format_of("full")(tally.counting([result]), Screen(width=100)):
            sys.stdout.write(piece)
        print(result.failure or tally.summary())


def load(shell: Shell) -> None:
    """What `%load_ext gradlint` does."""
    session = Session(shell)
    shell.events.register("pre_run_cell", session.run)
    shell.register_magic_function(session.line_magic, "line", "gradlint")
    shell.register_magic_function(session.cell_magic, "cell", "gradlint")
