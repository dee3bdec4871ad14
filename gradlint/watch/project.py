"""Which files belong to the program, and what is found in them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from gradlint.confirm.reach import project_root
from gradlint.core import catalog
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.engine.merging import merged
from gradlint.engine.running import Run
from gradlint.sources.discover import discover


def folder_of(words: Sequence[str]) -> str:
    """Where the program lies: the folder of its script, or the one that `-m` looks in first."""
    if words[0] == "-m":
        return os.getcwd()
    path = os.path.realpath(words[0])
    return path if os.path.isdir(path) else os.path.dirname(path)


def roots_of(folder: str) -> tuple[str, ...]:
    """The folders of the project, with their links followed."""
    root = project_root(folder)
    return (os.path.realpath(root or folder),)


def files_of(folder: str, configuration: Configuration) -> list[str]:
    """All files of the project; of a folder that is none, its own modules and packages."""
    root = project_root(folder)
    settings = configuration.settings_in(folder)
    if root is not None:
        return [
            path
            for path in discover([root], settings.discovery, configuration.discovery_in)
            if _is_python(path)
        ]
    return sorted(_modules(folder))


def lint(files: Sequence[str], configuration: Configuration) -> list[Result]:
    """What is found, each finding with the file in which it stands."""
    rules = catalog.headings()
    return list(merged(Run(configuration, rules).results(files), Engine(configuration, rules)))


def _modules(folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_file() and _is_python(entry.name):
            yield entry.path
        elif entry.is_dir(follow_symlinks=False) and os.path.isfile(os.path.join(entry.path, "__init__.py")):
            yield from _modules(entry.path)


def _is_python(path: str) -> bool:
    return path.endswith((".py", ".pyw"))
