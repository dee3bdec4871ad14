"""The private pipe from a child: lines that begin with a nonce; whatever else arrives is forged."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

LIMIT = 8 << 20
"""More than any honest report has."""
_DEEPEST = 50
_MOST_PARTS = 400_000
"""Whoever reads a report of more parts than that does not watch the others for too long."""


class Pen:
    """The child's end."""

    def __init__(self, pipe: int, nonce: str) -> None:
        self._pipe = pipe
        self._nonce = nonce

    def layers(self, layers: dict[str, str]) -> None:
        self._send("layers", layers)

    def ready(self) -> None:
        """The framework is imported: from now on the time of the job is counted."""
        self._send("ready", None)

    def trouble(self, reason: str) -> None:
        """Nothing will be run."""
        self._send("trouble", reason)

    def absent(self, reason: str) -> None:
        """Nothing can be run: the framework is not there."""
        self._send("absent", reason)

    def report(self, report: dict[str, Any]) -> None:
        self._send("report", report)

    def _send(self, kind: str, body: object) -> None:
        line = memoryview(f"{self._nonce} {json.dumps([kind, body], default=str)}\n".encode())
        while line:
            line = line[os.write(self._pipe, line) :]


@dataclass
class Inbox:
    """The watching end: believes whole lines with the right nonce and counts the rest."""

    nonce: str
    layers: dict[str, str] = field(default_factory=dict)
    ready: bool = False
    trouble: str | None = None
    absent: str | None = None
    reports: list[dict[str, Any]] = field(default_factory=list)
    forged: int = 0
    received: int = 0
    _rest: bytes = b""

    @property
    def flooded(self) -> bool:
        return self.received > LIMIT

    def feed(self, data: bytes) -> None:
        self.received += len(data)
        if self.flooded:
            self._rest = b""
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)

    def close(self) -> None:
        """Half a line is no message."""
        if self._rest:
            self.forged += 1
            self._rest = b""

    def _take(self, line: bytes) -> None:
        start = f"{self.nonce} ".encode()
        try:
            if not line.startswith(start):
                raise ValueError("not from us")
            if sum(map(line.count, (b",", b"[", b"{"))) > _MOST_PARTS:
                raise ValueError("no honest report")
            kind, body = _harmless(json.loads(line[len(start) :]))
        except (ValueError, TypeError, RecursionError):
            self.forged += 1
            return
        if kind == "layers" and isinstance(body, dict):
            self.layers = {str(name): str(state) for name, state in body.items()}
        elif kind == "ready":
            self.ready = True
        elif kind == "trouble":
            self.trouble = str(body)
        elif kind == "absent":
            self.absent = str(body)
        elif kind == "report" and isinstance(body, dict):
            self.reports.append(body)
        else:
            self.forged += 1


def _harmless(message: object) -> Any:
    """The message with nothing in it that could not be written again: half characters, depths without end."""
    level = [message]
    for _ in range(_DEEPEST):
        level = [part for value in level for part in _parts(value)]
        if not level:
            return json.loads(json.dumps(message, ensure_ascii=False).encode(errors="replace"))
    raise ValueError("nested too deeply")


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
