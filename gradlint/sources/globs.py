"""Globs that name files the way `.gitignore` does, for excludes and per-file ignores.

A glob without a slash names a file or folder wherever it is; with one it is relative to the
folder of the configuration. `*` stops at a slash, `**` does not, a slash at the end means folders only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from gradlint.core.records import dataclass

_PIECE = re.compile(
    r"""(?P<start>^\*\*/) | (?P<middle>/\*\*/) | (?P<end>/\*\*$) | (?P<stars>\*+) | (?P<one>\?)
    | (?P<class>\[[!^]?\]?[^\]]*\]) | \\(?P<escaped>.) | (?P<open>\[|\\$) | (?P<plain>.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Glob:
    """A glob and the absolute folder that it is relative to."""

    pattern: str
    root: str = os.sep


def flaw(pattern: str) -> str | None:
    """Why this is no glob that can match anything; None if it is one."""
    if not pattern.strip().strip("/"):
        return "it is empty"
    if pattern.startswith("!"):
        return "it cannot be negated"
    pieces = _PIECE.finditer(pattern)
    if any(piece["open"] for piece in pieces):
        return "a [ or \\ at its end is left open"
    try:
        re.compile(_expression(pattern.strip("/")))
    except re.error as error:
        return str(error)
    return None


@lru_cache(maxsize=512)
def matcher(globs: tuple[Glob, ...]) -> Matcher:
    return Matcher(globs)


class Matcher:
    """Many globs asked at once. A run over files that are named asks none of them, so they are compiled late."""

    def __init__(self, globs: Iterable[Glob]) -> None:
        self._globs = tuple(globs)
        self._compiled: _Patterns | None = None

    def matches(self, path: str, is_folder: bool) -> bool:
        """Whether a glob names this very path, which is absolute; its parents are not looked at."""
        if self._compiled is None:
            self._compiled = _Patterns(self._globs)
        return self._compiled.match(path, is_folder)

    def matches_below(self, base: str, path: str, is_folder: bool = False) -> bool:
        """Whether a glob names this path or a folder above it that is below `base`."""
        if self.matches(path, is_folder):
            return True
        if not path.startswith(os.path.join(base, "")):
            return False
        parent = os.path.dirname(path)
        return parent != base and self.matches_below(base, parent, True)


class _Patterns:
    """Globs as regular expressions: those for names, and those for paths below a folder."""

    def __init__(self, globs: Iterable[Glob]) -> None:
        self._names: dict[bool, list[str]] = {True: [], False: []}
        self._paths: dict[tuple[str, bool], list[str]] = {}
        for glob in globs:
            self._add(glob)
        self._name_patterns = {folder: _compiled(parts) for folder, parts in self._names.items()}
        self._path_patterns = {key: _compiled(parts) for key, parts in self._paths.items()}
        self._roots = {root for root, _ in self._paths}

    def match(self, path: str, is_folder: bool) -> bool:
        if self._name_patterns[is_folder].match(os.path.basename(path)):
            return True
        return any(
            pattern.match(path[len(root) :].replace(os.sep, "/"))
            for root in self._roots
            if path.startswith(root) and (pattern := self._path_patterns.get((root, is_folder)))
        )

    def _add(self, glob: Glob) -> None:
        bare = glob.pattern.removesuffix("/")
        kinds = (True,) if glob.pattern.endswith("/") else (True, False)
        for folder in kinds:
            if "/" in bare:
                root = glob.root.rstrip(os.sep) + os.sep
                self._paths.setdefault((root, folder), []).append(_expression(bare.lstrip("/")))
            else:
                self._names[folder].append(_expression(bare))


def _compiled(expressions: list[str]) -> re.Pattern[str]:
    # Of no alternatives nothing may match, while an empty expression matches everything.
    return re.compile(rf"(?:{'|'.join(expressions) or '(?!)'})\Z", re.DOTALL)


def _expression(pattern: str) -> str:
    return "".join(_translated(piece) for piece in _PIECE.finditer(pattern))


def _translated(piece: re.Match[str]) -> str:
    if piece["start"]:
        return "(?:.*/)?"
    if piece["middle"]:
        return "/(?:.*/)?"
    if piece["end"]:
        return "/.+"
    if piece["stars"]:
        return "[^/]*"
    if piece["one"]:
        return "[^/]"
    if found := piece["class"]:
        body = found[1:-1].replace("\\", "\\\\").replace("[", "\\[")
        return f"[^/{body[1:]}]" if body[0] in "!^" else f"[{body}]"
    return re.escape(piece["escaped"] or piece["plain"])
