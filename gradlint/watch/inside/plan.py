"""What is to be watched, as the host wrote it down."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int, int, int]
"""First row (from 1) and column (from 0, in characters), last row and the column after the last."""


@dataclass(frozen=True)
class Watched:
    """One finding."""

    number: int
    framework: str
    shows: str
    cut: Place
    enters: tuple[Place, ...] = ()
    asked: tuple[Place, ...] = ()
    notes: tuple[Place, ...] = ()

    @property
    def asked_rows(self) -> frozenset[int]:
        return frozenset(row for first, _, last, _ in self.asked for row in range(first, last + 1))


@dataclass(frozen=True)
class FilePlan:
    path: str
    text: str
    findings: tuple[Watched, ...]
    record: bool = False
    """Whether the arguments of the flagged functions are kept."""


@dataclass(frozen=True)
class Plan:
    facts: str
    """The file for what was seen."""
    roots: tuple[str, ...] = ()
    """The folders of the project: lines are named there and nowhere else."""
    files: dict[str, FilePlan] = field(default_factory=dict)
    """By their real path."""
    follow: bool = False

    def file(self, path: str | None) -> FilePlan | None:
        if not path or not self.files:
            return None
        return self.files.get(path) or self.files.get(os.path.realpath(path))


def read(path: str) -> Plan:
    with open(path, encoding="utf-8") as file:
        return plan_of(json.load(file))


def plan_of(data: dict[str, Any]) -> Plan:
    files = {
        one["path"]: FilePlan(
            one["path"], one["text"], tuple(map(_watched, one["findings"])), bool(data.get("record"))
        )
        for one in data["files"]
    }
    return Plan(data["facts"], tuple(data["roots"]), files, bool(data.get("follow")))


def _watched(data: dict[str, Any]) -> Watched:
    return Watched(
        data["number"],
        data["framework"],
        data["shows"],
        _place(data["cut"]),
        tuple(map(_place, data["enters"])),
        tuple(map(_place, data["asked"])),
        tuple(map(_place, data["notes"])),
    )


def _place(data: list[int]) -> Place:
    first, column, last, end = data
    return first, column, last, end
