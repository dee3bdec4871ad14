"""Lint a file as it would be with another content, and whoever has led to findings in it as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from gradlint.core.files import read_bytes
from gradlint.core.model import Finding
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.engine.linting import Engine
from gradlint.engine.merging import without

Relint = Callable[[bytes], Result]


def relinting(engine: Engine, result: Result, shown: Mapping[str, bytes] | None = None) -> Relint:
    """What to call with a new content of the file; `shown` is what an editor has of others, by absolute paths."""

    def lint(content: bytes) -> Result:
        made = without(engine.lint_source(content, result.path), result.refuted)
        if not result.callers:
            return made
        return engine.joined(
            with_text(made, content), _strangers(engine, result, {**(shown or {}), _key(result): content})
        )

    return lint


def with_text(result: Result, content: bytes) -> Result:
    """The result with its text, also where nothing was found in it."""
    if result.unit is not None:
        return result
    from gradlint.sources.read import from_text

    return replace(result, unit=from_text(content, result.path))


def _key(result: Result) -> str:
    return os.path.abspath(result.path)


def _strangers(engine: Engine, result: Result, shown: Mapping[str, bytes]) -> Sequence[Finding]:
    """What the callers find in the file now."""
    from gradlint.analysis.project.modules import LIBRARY

    found: list[Finding] = []
    with LIBRARY.showing(shown):
        for caller in result.callers:
            try:
                data = shown.get(os.path.abspath(caller)) or read_bytes(caller)
            except OSError:
                continue
            elsewhere = engine.lint_source(data, caller).elsewhere
            found.extend(
                replace(one, path=result.path)
                for one in elsewhere
                if os.path.abspath(one.path) == _key(result)
            )
    return found
