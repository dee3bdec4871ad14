"""Walk a folder that git does not know, leaving out what its `.gitignore` files name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gradlint.core.files import read_plain
from gradlint.core.records import dataclass
from gradlint.sources.git import work_tree

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class _Ignores:
    """The ignore files in force in a folder, the deepest last: it has the last word."""

    files: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    def names(self, path: str, is_folder: bool) -> bool:
        for folder, spec in reversed(self.files):
            relative = path[len(folder) :].lstrip(os.sep)
            ignored = spec.check_file(f"{relative}/" if is_folder else relative).include
            if ignored is not None:
                return ignored
        return False

    def within(self, folder: str) -> _Ignores:
        spec = _read(os.path.join(folder, ".gitignore"))
        return _Ignores((*self.files, (folder, spec))) if spec else self


def walk(top: str, enters: Callable[[str], bool], respect_gitignore: bool) -> Iterator[os.DirEntry[str]]:
    """All that is no folder below an absolute folder; links to folders are not followed, so loops do no harm."""
    ignores = _above(top) if respect_gitignore else _Ignores()
    waiting = [(top, ignores)]
    while waiting:
        folder, ignores = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        if respect_gitignore and any(entry.name == ".gitignore" for entry in entries):
            ignores = ignores.within(folder)
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if ignores.files and ignores.names(entry.path, is_folder):
                continue
            if not is_folder:
                yield entry
            elif enters(entry.path):
                waiting.append((entry.path, ignores))


def _above(top: str) -> _Ignores:
    """The ignore files between the top of the work tree and `top`, unless they ignore `top` itself."""
    ignores, tree = _Ignores(), work_tree(top)
    if tree is None or tree == top:
        return ignores
    folder = tree
    for name in os.path.relpath(top, tree).split(os.sep):
        ignores = ignores.within(folder)
        folder = os.path.join(folder, name)
        if ignores.names(folder, True):
            return _Ignores()
    return ignores


def _read(path: str) -> GitIgnoreSpec | None:
    try:
        lines = read_plain(path).decode("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec

    # Like git, leave out a line that is no pattern instead of giving up on the file.
    return GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
