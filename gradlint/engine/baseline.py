"""A baseline: the findings that a project has decided to live with, so that only new ones are shown."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gradlint.core.errors import GradlintError
from gradlint.core.file_codes import INVALID
from gradlint.core.files import write_atomically
from gradlint.core.model import Finding
from gradlint.core.result import Result

FORMAT = 1


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One finding that is known: its fingerprint decides, the rest is for the reader of a diff."""

    path: str
    code: str
    fingerprint: str
    message: str = field(compare=False)

    @classmethod
    def of(cls, finding: Finding, root: str) -> Entry:
        return cls(_below(finding.path, root), finding.code, finding.fingerprint, finding.message)


class Baseline:
    """What is known, and which of it this run has met."""

    def __init__(self, file: str, entries: Iterable[Entry]) -> None:
        self._file = file
        self._root = os.path.dirname(os.path.abspath(file))
        self._entries = list(entries)
        self._left = Counter(entry.fingerprint for entry in self._entries)
        self._linted: set[str] = set()

    @classmethod
    def read(cls, file: str) -> Baseline:
        """The baseline in a file; whatever is wrong with it is said in one line."""
        try:
            with open(file, encoding="utf-8") as stream:
                document = json.load(stream)
        except OSError as error:
            raise GradlintError(f"{file}: the baseline cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise GradlintError(f"{file}: the baseline is not valid JSON: {error}") from error
        try:
            if document["format"] != FORMAT:
                raise GradlintError(f"{file}: baseline format {document['format']!r}, expected {FORMAT}")
            entries = [
                Entry(**{key: str(each[key]) for key in Entry.__slots__}) for each in document["findings"]
            ]
        except (KeyError, TypeError, AttributeError) as error:
            raise GradlintError(f"{file}: not a baseline that gradlint has written") from error
        return cls(file, entries)

    def again(self) -> Baseline:
        """The same baseline, of which nothing has been met yet."""
        return Baseline(self._file, self._entries)

    def hiding(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results without the findings that are known. A file that cannot be parsed is never known."""
        for result in results:
            if result.failure is None:
                self._linted.add(_below(result.path, self._root))
            left = tuple(one for one in result.findings if not self._knows(one))
            yield replace(result, findings=left, known=len(result.findings) - len(left))

    def _knows(self, finding: Finding) -> bool:
        if finding.code == INVALID or not self._left[finding.fingerprint]:
            return False
        self._left[finding.fingerprint] -= 1
        return True

    def stale(self) -> list[Entry]:
        """Entries that this run should have met and did not: their finding is fixed, or its file is gone."""
        left = self._left.copy()
        found: list[Entry] = []
        for entry in reversed(self._entries):
            if left[entry.fingerprint] and self._was_looked_for(entry):
                left[entry.fingerprint] -= 1
                found.append(entry)
        return found[::-1]

    def _was_looked_for(self, entry: Entry) -> bool:
        return entry.path in self._linted or not os.path.exists(os.path.join(self._root, entry.path))

    def prune(self) -> int:
        """Write the baseline without its stale entries; how many there were."""
        gone = Counter(self.stale())
        kept: list[Entry] = []
        for entry in reversed(self._entries):
            if gone[entry]:
                gone[entry] -= 1
            else:
                kept.append(entry)
        if len(kept) < len(self._entries):
            _write(self._file, kept)
        return len(self._entries) - len(kept)


def write(file: str, results: Iterable[Result]) -> Iterator[Result]:
    """Pass the results on and write all their findings as the new baseline when the last has passed."""
    root = os.path.dirname(os.path.abspath(file))
    entries: list[Entry] = []
    for result in results:
        entries.extend(Entry.of(one, root) for one in result.findings if one.code != INVALID)
        yield result
    _write(file, entries)


def _write(file: str, entries: Iterable[Entry]) -> None:
    listed = [{key: getattr(entry, key) for key in Entry.__slots__} for entry in sorted(entries)]
    text = json.dumps({"format": FORMAT, "findings": listed}, indent=2, ensure_ascii=False) + "\n"
    try:
        write_atomically(file, text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise GradlintError(f"{file}: the baseline cannot be written: {error.strerror}") from error


def _below(path: str, root: str) -> str:
    return os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")
