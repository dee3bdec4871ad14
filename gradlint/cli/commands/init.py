"""`gradlint init`: a configuration to start from."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress

from gradlint.cli.commands.stages import write_baseline
from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.files import read_bytes, write_atomically
from gradlint.engine.config import CONFIG_NAMES, Configuration
from gradlint.engine.linting import Engine
from gradlint.engine.merging import merged
from gradlint.engine.running import Run
from gradlint.sources.discover import discover

BASELINE = "gradlint-baseline.json"

_TEMPLATE = """\
# What gradlint checks here; `gradlint help check` and `gradlint schema` name all keys.
# select = ["ALL"]                    # codes, names, beginnings of codes, groups such as silent, or ALL
# ignore = ["GL103"]
# per-file-ignores = { "tests/*" = ["GL1"] }
# severity = { GL104 = "error" }
# extend-exclude = ["third_party/"]
# fail-on = "warning"                 # exit with 1 only for this severity or worse
# python = ".venv/bin/python"         # the interpreter for --confirm
# device = "cpu"                      # where --confirm executes
"""


def init(parsed: Namespace) -> int:
    """Write the configuration and say what to do next."""
    if len(parsed.paths) > 1:
        raise GradlintError("init: name one folder")
    folder = parsed.paths[0] if parsed.paths else os.curdir
    if not os.path.isdir(folder):
        raise GradlintError(f"init: no such folder: {folder}")
    for name in CONFIG_NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name != "pyproject.toml" or _speaks_of_us(path)):
            raise GradlintError(f"init: {path} configures gradlint already")
    said = f'baseline = "{BASELINE}"\n{_TEMPLATE}' if parsed.baseline else _TEMPLATE
    path = _write(folder, said)
    print(f"{path} written; the command, editors and CI follow it. Next: gradlint {folder}")
    # Known findings are known by their place below the configuration, so that comes first.
    return 0 if not parsed.baseline or _accepted(folder) else 2


def _speaks_of_us(path: str) -> bool:
    folder = os.path.dirname(os.path.abspath(path))
    with suppress(GradlintError):
        source = Configuration(catalog.headings()).settings_in(folder).source
        return source == os.path.join(folder, "pyproject.toml")
    return False


def _write(folder: str, text: str) -> str:
    """Into a pyproject.toml that is there, else into a file of our own."""
    project = os.path.normpath(os.path.join(folder, "pyproject.toml"))
    own = os.path.normpath(os.path.join(folder, "gradlint.toml"))
    try:
        if not os.path.isfile(project):
            write_atomically(own, text.encode())
            return own
        old = read_bytes(project)
        gap = b"" if not old else b"\n" if old.endswith(b"\n") else b"\n\n"
        line = b"\r\n" if b"\r\n" in old else b"\n"
        table = f"[tool.gradlint]\n{text}".encode()
        write_atomically(project, old + (gap + table).replace(b"\n", line))
        if _speaks_of_us(project):
            return project
        # What is there is no TOML, or says `tool = {...}` on one line: it stays as it was.
        write_atomically(project, old)
        write_atomically(own, text.encode())
        return own
    except OSError as error:
        raise GradlintError(
            f"init: {error.filename or folder} cannot be written: {error.strerror}"
        ) from error


def _accepted(folder: str) -> bool:
    """List what is there as known; False if a file could not be checked."""
    configuration = Configuration(catalog.headings())
    settings = configuration.settings_in(os.path.abspath(folder))
    files = list(discover([folder], settings.discovery, configuration.discovery_in))
    results = Run(configuration, catalog.headings()).results(files)
    engine = Engine(configuration, catalog.headings())
    return write_baseline(os.path.join(folder, BASELINE), merged(results, engine), quiet=False)
