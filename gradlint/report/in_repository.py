"""The name of a file for programs that see a whole repository: below its root, with slashes."""

from __future__ import annotations

import os
from functools import cache

from gradlint.sources.git import work_tree


def in_repository(path: str) -> str:
    """The path below the root of the repository, or below the current folder if that is in none.

    What lies outside keeps its absolute path, and `-` (standard input) its name.
    """
    if path == "-":
        return path
    absolute = os.path.abspath(path)
    try:
        below = os.path.relpath(absolute, _root(os.getcwd()))
    except ValueError:
        # On Windows there is no way from one drive to another.
        below = os.pardir
    outside = below == os.pardir or below.startswith(os.pardir + os.sep)
    return (absolute if outside else below).replace(os.sep, "/")


@cache
def _root(folder: str) -> str:
    return work_tree(folder) or folder
