"""The library: the same engine and the same way from paths to results as the command has."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from gradlint.core import catalog
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.engine.merging import merged

if TYPE_CHECKING:
    from concurrent.futures import Executor


def engine(select: Sequence[str] | None, ignore: Sequence[str], config: str | None, isolated: bool) -> Engine:
    return Engine(_configuration(select, ignore, config, isolated), catalog.headings())


def found(
    paths: Sequence[str],
    select: Sequence[str] | None,
    ignore: Sequence[str],
    config: str | None,
    isolated: bool,
    executor: Executor | None = None,
) -> Iterator[Result]:
    """Discover and lint; what is wrong with the arguments is raised before the first result."""
    from gradlint.sources.discover import discover

    configuration = _configuration(select, ignore, config, isolated)
    settings = configuration.settings_in(os.getcwd())
    files = list(discover(list(paths), settings.discovery, configuration.discovery_in))
    linting = Engine(configuration, catalog.headings())
    if executor is None:
        return merged(linting.lint(files), linting)
    from gradlint.engine.distributed import distributed

    return merged(distributed(executor, configuration, files), linting)


def confirmed(
    results: Iterator[Result],
    select: Sequence[str] | None,
    ignore: Sequence[str],
    config: str | None,
    isolated: bool,
    how: tuple[str | None, str | None, Literal["strict", "weak"], float],
) -> Iterator[Result]:
    """The results with verdicts; `how` is the interpreter, the device, the sandbox and the seconds."""
    from gradlint.confirm import Options, confirming
    from gradlint.confirm.discovery import chosen

    python, device, sandbox, seconds = how
    configuration = _configuration(select, ignore, config, isolated)
    settings = configuration.settings_in(os.getcwd())
    choice = chosen(python, settings.python, settings.source, os.getcwd())
    options = Options(
        device=device or settings.device,
        python=choice.path,
        chosen_by=choice.said_by,
        sandbox=sandbox,
        seconds=seconds,
    )
    return confirming(results, options, Engine(configuration, catalog.headings()))


def _configuration(
    select: Sequence[str] | None, ignore: Sequence[str], config: str | None, isolated: bool
) -> Configuration:
    said: dict[str, object] = {}
    if select is not None:
        said["select"] = list(select)
    if ignore:
        said["ignore"] = list(ignore)
    return Configuration(catalog.headings(), said, config, isolated)
