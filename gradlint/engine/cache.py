"""Remembers what was found in a file, so that a file that has not changed is not even opened again.

One JSON file per project holds what is known. It is keyed by gradlint itself and the settings, an entry by
size and time of its file, else by its content, and by the other files that were read for it. A cache that is
broken or not writable is ignored with a notice: it may cost time, never a finding. One that somebody else has made,
such as one that came with a repository, is never opened: the key holds a number that only this user knows.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from gradlint.core.files import LARGEST, read_bytes, spelled, write_atomically
from gradlint.core.model import Finding
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.engine.config import Settings
from gradlint.engine.secret import secret
from gradlint.engine.stored import definitions_of, finding_of, stored

FOLDER = ".gradlint_cache"
FORMAT = 4
_RACY = 2_000_000_000
"""Nanoseconds within which a file may change twice without its time telling."""
_MOST = 64 * 1024 * 1024
_KEPT = 8

State = tuple[int, int, str]
"""Size, time of the last change in nanoseconds (0: not to be trusted), digest of the content."""


class Cache:
    """The cache of one project and one set of settings."""

    def __init__(self, folder: str, key: str | None, notice: Callable[[str], None]) -> None:
        """Without a key nothing is read and nothing is written."""
        self._file = None if key is None else os.path.join(folder, f"{key}.json")
        self._folder = folder
        self._notice = notice
        self._files, self._entries = self._read()
        self._now: dict[str, State | None] = {}
        self._same: dict[str, bool] = {}
        self._absent: dict[str, bool] = {}
        self._changed = False

    def result(self, path: str, absolute: str) -> Result | None:
        """What linting the file would give; None if that is not known."""
        entry = self._entries.get(absolute)
        if entry is None or not self._is_same(absolute):
            return None
        try:
            if not all(map(self._is_same, entry["read"])) or not all(map(self._is_absent, entry["absent"])):
                return None
            partial = bool(entry["partial"])
            findings = tuple(finding_of(each, path, path) for each in entry["findings"])
            elsewhere = tuple(_elsewhere(file, each, path) for file, each in entry["elsewhere"])
            followed = definitions_of(entry["followed"])
            plain = bool(entry["without_framework"])
        except (KeyError, TypeError, ValueError):
            return None
        return Result(
            path, findings, partial=partial, elsewhere=elsewhere, followed=followed, without_framework=plain
        )

    def keep(self, result: Result) -> None:
        """Remember a result, if its file and all that was read for it can be told apart from later versions."""
        if result.failure is not None:
            return
        absolute = os.path.abspath(result.path)
        states = {each: self._state(each) for each in (absolute, *result.consulted)}
        read = [each for each in result.consulted if states[each] is not None]
        own = states[absolute]
        if own is None:
            return
        for each, state in states.items():
            self._same.pop(each, None)
            if state is not None:
                self._files[each] = state
        self._entries[absolute] = {
            "read": read,
            "absent": [each for each in result.consulted if states[each] is None],
            "partial": result.partial,
            "findings": [stored(finding) for finding in result.findings],
            "elsewhere": [[os.path.abspath(one.path), stored(one)] for one in result.elsewhere],
            "followed": result.followed,
            "without_framework": result.without_framework,
        }
        self._changed = True

    def save(self) -> None:
        """Write what is known; what another run has written meanwhile stays unless we know better."""
        if not self._changed or self._file is None:
            return
        files, entries = self._read()
        needed = {**files, **self._files}
        document = {"format": FORMAT, "files": needed, "entries": {**entries, **self._entries}}
        text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
        data = text.encode("utf-8", "surrogateescape")
        if len(data) > _MOST:
            return
        try:
            _make(self._folder)
            write_atomically(self._file, data)
            _forget_old(self._folder)
        except OSError as error:
            self._notice(f"cache not written: {error.strerror or error}")

    def _read(self) -> tuple[dict[str, State], dict[str, dict[str, Any]]]:
        if self._file is None:
            return {}, {}
        try:
            data = read_bytes(self._file)
        except FileNotFoundError:
            return {}, {}
        except OSError as error:
            self._notice(f"cache not read: {error.strerror or error}")
            return {}, {}
        try:
            document = json.loads(data.decode("utf-8", "surrogateescape"))
            if document["format"] != FORMAT:
                return {}, {}
            files = {path: (int(a), int(b), str(c)) for path, (a, b, c) in document["files"].items()}
            entries: dict[str, dict[str, Any]] = document["entries"]
            if not all(isinstance(entry, dict) for entry in entries.values()):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._notice(f"cache ignored: {self._file} is damaged")
            return {}, {}
        return files, entries

    def _is_absent(self, path: str) -> bool:
        """Whether there is still nothing at this path. Many files look for the same modules in vain."""
        known = self._absent.get(path)
        if known is None:
            known = self._absent[path] = not os.path.lexists(path)
        return known

    def _is_same(self, path: str) -> bool:
        """Whether a file is what it was when the cache was written. Many files read the same modules."""
        known = self._same.get(path)
        if known is None:
            known = self._same[path] = self._compared(path)
        return known

    def _compared(self, path: str) -> bool:
        known = self._files.get(path)
        if known is None:
            return False
        if path in self._now:
            now = self._now[path]
            return now is not None and now[2] == known[2]
        try:
            status = os.stat(path)
        except OSError:
            return False
        if known[1] and (status.st_size, status.st_mtime_ns) == known[:2]:
            return True
        now = self._state(path)
        if now is None or now[2] != known[2]:
            return False
        self._files[path] = now
        self._changed = True
        return True

    def _state(self, path: str) -> State | None:
        """What a file is now; None if there is none. Asked once per run."""
        if path not in self._now:
            self._now[path] = _state(path)
        return self._now[path]


def _state(path: str) -> State | None:
    try:
        # A pipe that nobody writes to would be waited for when it is opened.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if status.st_size > LARGEST:
                return None
            digest = hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None
    # What changed this instant may change once more within the same tick of the clock.
    settled = time.time_ns() - status.st_mtime_ns > _RACY
    return status.st_size, status.st_mtime_ns if settled else 0, digest


def _make(folder: str) -> None:
    """The folder, marked so that neither git nor a backup takes it for something of value."""
    os.makedirs(folder, exist_ok=True)
    marks = {
        ".gitignore": b"*\n",
        "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n# A cache of gradlint.\n",
    }
    for name, content in marks.items():
        # Never through a link: somebody else may have put one there.
        with suppress(FileExistsError), open(os.path.join(folder, name), "xb") as file:
            file.write(content)


def _forget_old(folder: str) -> None:
    """Keep the caches used last: other settings and other versions of gradlint leave theirs behind."""
    with suppress(OSError):
        names = [name for name in os.listdir(folder) if name.endswith(".json")]
        paths = sorted((os.path.join(folder, name) for name in names), key=os.path.getmtime)
        for path in paths[:-_KEPT]:
            os.unlink(path)


def why_not(folder: str, is_named: bool) -> str:
    """Why a folder that the user has not named must not be used."""
    if not is_named and os.path.islink(folder):
        return f"{folder} is a link"  # what it leads to may hold other things than caches, and old ones are deleted
    return ""


def key_of(settings: Settings, codes: Iterable[str], explicit: Iterable[str]) -> str | None:
    """What results depend on besides the files: gradlint itself and the settings that decide what is shown.

    None if this user has nowhere to keep what makes a key its own.
    """
    own = secret()
    if own is None:
        return None
    said = (
        own,
        _ourselves(),
        sorted(codes),
        sorted(explicit),
        [(glob.pattern, glob.root, rules) for glob, rules in settings.per_file_ignores],
        sorted(settings.extension.items()),
        sorted((code, severity.value) for code, severity in settings.severity.items()),
        settings.root,
        settings.docs_url,
    )
    return hashlib.sha256(repr(said).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _ourselves() -> list[tuple[str, int, int]]:
    """Every file of gradlint with its size and time: an editable install has one version and many states."""
    found: list[tuple[str, int, int]] = []
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [here, os.path.join(os.path.dirname(here), "rules")]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        folders.append(entry.path)
                elif entry.name.endswith((".py", ".json", ".toml")):
                    status = entry.stat()
                    found.append((entry.path, status.st_size, status.st_mtime_ns))
    return sorted(found)


def _elsewhere(file: str, values: list[Any], path: str) -> Finding:
    """A finding in another file to which `path` has led."""
    return replace(finding_of(values, spelled(file, path), path), via=path)


def with_unit(result: Result, settings: Settings) -> Result:
    """A result from the cache with the source of its excerpts."""
    if not result.findings and not result.elsewhere:
        return result
    from gradlint.sources.read import read

    unit = read(result.path, settings.extension) if result.findings else None
    named = {
        label.path for one in (*result.findings, *result.elsewhere) for label in one.labels if label.path
    }
    others = tuple(read(path, settings.extension) for path in sorted(named))
    return replace(result, unit=unit, others=others)
