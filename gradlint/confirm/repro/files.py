"""Names for saved files, and writing them without touching what somebody else has written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from gradlint.core.errors import GradlintError
from gradlint.core.files import write_atomically
from gradlint.core.model import Finding, VerdictKind

MARK = "# Saved by gradlint:"
_LONGEST = 80


def marker(place: str) -> str:
    """The first line of a saved file: it tells whose it is, and of what."""
    return f"{MARK} {place}"


def stem_of(finding: Finding, kind: VerdictKind) -> str:
    """`GL104_train_12`; in a notebook with the cell, and with the verdict if that proves nothing."""
    name = os.path.splitext(os.path.basename(finding.path))[0]
    safe = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("._")[:_LONGEST] or "source"
    cell = "" if finding.span.cell is None else f"_cell{finding.span.cell}"
    verdict = "" if kind == "confirmed" else f"_{kind}"
    return f"{finding.code}_{safe}{cell}_{finding.span.start.row}{verdict}"


def free_stem(folder: str, stem: str, mark: str) -> str:
    """A name under which a file and its twin are either new or an older version of themselves."""
    for candidate in _numbered(stem):
        paths = (os.path.join(folder, f"{candidate}{end}.py") for end in ("", "_fixed"))
        if all(not os.path.lexists(path) or _is_ours(path, mark) for path in paths):
            return candidate
    raise AssertionError("unreachable")


def prepare(folder: str) -> None:
    """Make the folder, and complain before the work is done rather than after it."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise GradlintError(f"--save-repro: cannot make {folder}: {error.strerror or error}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise GradlintError(f"--save-repro: cannot write to {folder}")


def write(folder: str, name: str, text: str) -> str:
    """Write a file into the folder; the path that was written."""
    path = os.path.join(folder, name)
    try:
        write_atomically(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise GradlintError(f"--save-repro: cannot write {path}: {error.strerror or error}") from error
    return path


def remove_stale(folder: str, name: str, mark: str) -> None:
    """Take away a twin of ours that an earlier run has left and that is no longer made."""
    path = os.path.join(folder, name)
    if _is_ours(path, mark):
        os.unlink(path)


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    number = 2
    while True:
        yield f"{stem}_{number}"
        number += 1


def _is_ours(path: str, mark: str) -> bool:
    """Whether we have written it, here: through a link we would write somewhere else."""
    return os.path.isfile(path) and not os.path.islink(path) and _first_line(path) == mark


def _first_line(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline().rstrip("\n")
    except OSError:
        return None
