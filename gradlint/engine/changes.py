"""Which lines have changed since a revision, so that a review sees what the change has brought and no more."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gradlint.core.errors import GradlintError
from gradlint.core.model import Finding, Span
from gradlint.core.result import Result
from gradlint.sources import git

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Changes:
    """The lines that a work tree has and a revision has not. New files are changed from top to bottom."""

    def __init__(self, revision: str, folder: str) -> None:
        top = git.work_tree(folder)
        if top is None:
            raise GradlintError(f"--diff-base {revision}: {folder} is not inside a git work tree")
        if (
            revision.startswith("-")
            or git.output(top, "rev-parse", "--verify", f"{revision}^{{commit}}") is None
        ):
            raise GradlintError(f"--diff-base {revision}: git knows no such revision")
        diff = git.output(
            top,
            *git.without_programs(top),
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=dirty",
            "--no-color",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "-U0",
            revision,
            "--",
        )
        new = git.output(top, "ls-files", "-z", "--others", "--exclude-standard")
        if diff is None or new is None:
            raise GradlintError(f"--diff-base {revision}: git cannot tell what has changed")
        self._new = {os.path.join(top, os.fsdecode(name)) for name in new.split(b"\0") if name}
        self._lines: dict[str, list[range]] = {}
        for path, rows in _changed(diff):
            self._lines.setdefault(os.path.join(top, path), []).append(rows)

    def only(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results with nothing but the findings whose story touches a changed line."""
        for result in results:
            yield replace(result, findings=tuple(filter(self._touches, result.findings)))

    def _touches(self, finding: Finding) -> bool:
        """Whether the guilty line has changed, or any other on the way of the gradient, in whichever file."""
        places = [(finding.path, finding.span)]
        places += ((label.path or finding.path, label.span) for label in finding.labels)
        return any(self._has_changed(os.path.realpath(path), span) for path, span in places)

    def _has_changed(self, path: str, span: Span) -> bool:
        if path in self._new:
            return True
        changed = self._lines.get(path, [])
        # The rows of a notebook are those of its cells, while git counts those of its JSON.
        return bool(changed) if span.cell is not None else any(_meet(rows, span) for rows in changed)


def _meet(rows: range, span: Span) -> bool:
    return rows.start <= span.end.row and span.start.row < rows.stop


def _changed(diff: bytes) -> Iterator[tuple[str, range]]:
    """Path and rows of each hunk on the side of the work tree."""
    path: str | None = None
    inside = 0
    for line in diff.split(b"\n"):
        if inside and line[:1] in (b"+", b"-"):
            inside -= 1
        elif line.startswith(b"+++ "):
            path = _path(line[4:])
        elif path is not None and (found := _HUNK.match(line)):
            first, count = int(found[2]), int(found[3] or b"1")
            inside = int(found[1] or b"1") + count
            if count:
                yield path, range(first, first + count)


def _path(name: bytes) -> str | None:
    """The path after `+++`; None for a file that is gone. Git quotes what is no plain ASCII."""
    name = name.rstrip(b"\t\r")
    if name == b"/dev/null":
        return None
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return os.fsdecode(name.removeprefix(b"b/"))
