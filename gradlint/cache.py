"""Remembers what was found in a file, so that a file that has not changed is not even opened again.

One JSON file per project holds what is known. It is keyed by gradlint itself and the settings, an entry by
size and time of its file, else by its content, and by the other files that were read for it. A cache that is
broken, foreign or not writable is ignored with a notice: it may cost time, never a finding.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from gradlint.config import Settings
from gradlint.engine import Result
from gradlint.files import write_atomically
from gradlint.records import replace
from gradlint.stored import finding_of, stored

FOLDER = ".gradlint_cache"
FORMAT = 1
_RACY = 2_000_000_000
"""Nanoseconds within which a file may change twice without its time telling."""
_MOST = 64 * 1024 * 1024
_KEPT = 8

State = tuple[int, int, str]
"""Size, time of the last change in nanoseconds (0: not to be trusted), digest of the content."""


class Cache:
    """The cache of one project and one set of settings."""

    def __init__(self, folder: str, key: str, notice: Callable[[str], None]) -> None:
        self._file = os.path.join(folder, f"{key}.json")
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
        if not all(map(self._is_same, entry["read"])) or not all(map(self._is_absent, entry["absent"])):
            return None
        if not entry["findings"]:
            return Result(path, partial=bool(entry["partial"]))
        try:
            findings = tuple(finding_of(each, path) for each in entry["findings"])
        except (KeyError, TypeError, ValueError):
            return None
        return Result(path, findings, partial=bool(entry["partial"]))

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
        }
        self._changed = True

    def save(self) -> None:
        """Write what is known; what another run has written meanwhile stays unless we know better."""
        if not self._changed:
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
        try:
            with open(self._file, "rb") as file:
                data = file.read()
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
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
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
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(content)


def _forget_old(folder: str) -> None:
    """Keep the caches used last: other settings and other versions of gradlint leave theirs behind."""
    with suppress(OSError):
        names = [name for name in os.listdir(folder) if name.endswith(".json")]
        paths = sorted((os.path.join(folder, name) for name in names), key=os.path.getmtime)
        for path in paths[:-_KEPT]:
            os.unlink(path)


def key_of(settings: Settings, codes: Iterable[str], explicit: Iterable[str]) -> str:
    """What results depend on besides the files: gradlint itself and the settings that decide what is shown."""
    said = (
        _ourselves(),
        sorted(codes),
        sorted(explicit),
        [(glob.pattern, glob.root, rules) for glob, rules in settings.per_file_ignores],
        sorted(settings.extension.items()),
        sorted((code, severity.value) for code, severity in settings.severity.items()),
        settings.root,
    )
    return hashlib.sha256(repr(said).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _ourselves() -> list[tuple[str, int, int]]:
    """Every file of gradlint with its size and time: an editable install has one version and many states."""
    found: list[tuple[str, int, int]] = []
    here = os.path.dirname(os.path.abspath(__file__))
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


def with_unit(result: Result, settings: Settings) -> Result:
    """A result from the cache with the source of its excerpts."""
    if not result.findings:
        return result
    from gradlint.sources.read import read

    return replace(result, unit=read(result.path, settings.extension))
