"""`gradlint --watch`: lint, wait until a file changes, lint again; what has not changed comes from the cache."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable

from gradlint.cli.arguments import overrides
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.engine.config import CONFIG_NAMES, Configuration
from gradlint.report.screen import harmless
from gradlint.sources.discover import discover

PAUSE = 0.4
"""Seconds between two looks at the files."""
_CLEAR = "\033[2J\033[H"

State = dict[str, tuple[int, int]]
"""Time of the last change and size, of files and of their folders: a new file changes its folder."""


def watch(parsed: Namespace, lint: Callable[[Namespace], int]) -> int:
    """Lint again and again, until Ctrl-C."""
    if parsed.paths == ["-"] or parsed.stdin_filename is not None:
        raise GradlintError("--watch: there is nothing to watch on standard input")
    if parsed.write_baseline is not None or parsed.add_ignore is not None or parsed.diff:
        raise GradlintError(
            "--watch only looks: it goes with neither --diff nor --write-baseline nor --add-ignore"
        )
    try:
        while True:
            before = _state(parsed)
            if sys.stdout.isatty():
                sys.stdout.write(_CLEAR)
            _linted(parsed, lint)
            if not parsed.quiet:
                print(f"gradlint: watching {_counted(before)}; Ctrl-C ends", file=sys.stderr)
            sys.stdout.flush()
            # What changed while it was linted is linted again.
            while _seen(before) == before:
                time.sleep(PAUSE)
    except KeyboardInterrupt:
        return 0


def _linted(parsed: Namespace, lint: Callable[[Namespace], int]) -> None:
    """A configuration that is just being edited is no reason to stop watching."""
    try:
        if lint(parsed) == 130:
            raise KeyboardInterrupt
    except GradlintError as error:
        print(harmless(f"gradlint: error: {error}"), file=sys.stderr)


def _state(parsed: Namespace) -> State:
    """All that is linted now, the folders that it lies in, and the configuration files there and above."""
    paths = parsed.paths or [os.curdir]
    try:
        configuration = Configuration(catalog.headings(), overrides(parsed), parsed.config, parsed.isolated)
        settings = configuration.settings_in(os.getcwd())
        files = list(discover(paths, settings.discovery, configuration.discovery_in))
    except GradlintError:
        if not all(map(os.path.lexists, paths)):
            raise
        files = []
    folders = {os.path.dirname(os.path.abspath(path)) for path in files} | {os.getcwd()}
    above = {folder for each in folders for folder in _above(each)}
    named = [os.path.join(folder, name) for folder in above for name in CONFIG_NAMES]
    return _seen((*files, *folders, *named, *([parsed.config] if parsed.config else ())))


def _above(folder: str) -> Iterable[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _seen(paths: Iterable[str]) -> State:
    found: State = {}
    for path in paths:
        try:
            status = os.stat(path)
        except OSError:
            found[path] = (0, 0)
        else:
            found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _counted(state: State) -> str:
    number = sum(os.path.isfile(path) and os.path.basename(path) not in CONFIG_NAMES for path in state)
    return "1 file" if number == 1 else f"{number} files"
