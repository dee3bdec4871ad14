"""One small module per output format; each turns results into pieces of text, as they come.

A format is a function from results and a screen to text. Modules are imported when they are requested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from gradlint.core.result import Result
    from gradlint.report.screen import Screen

Report = Callable[["Iterable[Result]", "Screen"], Iterator[str]]

_MODULES = {
    "full": "full",
    "concise": "concise",
    "json": "json_",
    "json-lines": "json_lines",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "rdjson": "rdjson",
    "html": "html",
}
FORMATS = tuple(_MODULES)
FOR_READERS = frozenset({"full", "concise"})
"""The formats for people, which end with a summary."""


def load(name: str) -> Report:
    """The function that writes this format."""
    return cast(Report, import_module(f"gradlint.report.{_MODULES[name]}").report)
