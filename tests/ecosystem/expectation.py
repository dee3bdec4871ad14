"""What a person made of each finding, and how it is compared with what is found today.

A finding is known by its path, its rule, its line without the spacing around it, and a count that tells
equal lines apart: it stays the same finding when the lines around it move.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import tomllib

FOLDER = Path(__file__).parent / "expected"
LABELS = ("true", "false", "debatable")
UNREAD = "unread"


class Seen(NamedTuple):
    """One finding without its position."""

    path: str
    code: str
    line: str


class Key(NamedTuple):
    """One finding among all of its project; `ordinal` counts equal ones from zero."""

    path: str
    code: str
    line: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Judgement:
    label: str = UNREAD
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is new and what is gone."""

    new: tuple[Key, ...]
    gone: tuple[Key, ...]

    def __bool__(self) -> bool:
        return bool(self.new or self.gone)


Expectation = Mapping[Key, Judgement]


def keyed(findings: Iterable[Seen]) -> list[Key]:
    """The keys of findings, which come in the order of their file."""
    counts: Counter[Seen] = Counter()
    keys = []
    for finding in findings:
        keys.append(Key(*finding, counts[finding]))
        counts[finding] += 1
    return keys


def compare(expected: Expectation, found: Sequence[Key]) -> Comparison:
    known = set(found)
    new = tuple(key for key in found if key not in expected)
    return Comparison(new, tuple(key for key in expected if key not in known))


def updated(expected: Expectation, found: Iterable[Key]) -> Expectation:
    """The judgements for exactly what was found; what is new is unread."""
    return {key: expected.get(key, Judgement()) for key in found}


def load(project: str, folder: Path = FOLDER) -> Expectation:
    """What is expected of a project; nothing if it has no file."""
    file = folder / f"{project}.toml"
    if not file.exists():
        return {}
    with file.open("rb") as opened:
        entries: Sequence[Mapping[str, str]] = tomllib.load(opened).get("finding", [])
    keys = keyed(Seen(entry["path"], entry["code"], entry["line"]) for entry in entries)
    return {key: Judgement(entry["label"], entry["reason"]) for key, entry in zip(keys, entries, strict=True)}


def save(project: str, expected: Expectation, folder: Path = FOLDER) -> None:
    """Write what is expected of a project; a project without findings has no file."""
    file = folder / f"{project}.toml"
    if not expected:
        file.unlink(missing_ok=True)
        return
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(_written(key, expected[key]) for key in sorted(expected)), encoding="utf-8")


def _written(key: Key, judgement: Judgement) -> str:
    values = {
        "path": key.path,
        "code": key.code,
        "line": key.line,
        "label": judgement.label,
        "reason": judgement.reason,
    }
    return "[[finding]]\n" + "".join(f"{name} = {_quoted(value)}\n" for name, value in values.items())


def _quoted(text: str) -> str:
    """A basic string of TOML: as in JSON, but DEL has to be escaped as well."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
