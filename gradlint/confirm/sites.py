"""Where programs are executed: in an interpreter of this machine, or in one of another that ssh leads to."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol

from gradlint.confirm.answers import Job


def _as_it_is(value: dict[str, Any]) -> dict[str, Any]:
    return value


@dataclass(frozen=True)
class Begun:
    """A zygote that was started."""

    process: subprocess.Popen[bytes]
    first: bytes = b""
    """What it is to be sent before any job."""
    folder: str | None = None
    """A folder of this machine that goes away with it."""
    outward: Callable[[Job], Job] = _as_it_is
    """A job with paths as they are there."""
    homeward: Callable[[dict[str, Any]], dict[str, Any]] = _as_it_is
    """An answer with paths as they are here."""


class Site(Protocol):
    """What the supervisor has to know about the place."""

    def at_once(self, memory_mb: int) -> int:
        """How many programs may run there side by side."""

    def surroundings(self) -> Job:
        """What every job there says about the machine."""

    def prepare(self, jobs: Sequence[Job]) -> None:
        """Told of all jobs before the first one is handed out."""

    def begin(self, config: Mapping[str, object], device: str, errors: IO[bytes]) -> Begun: ...

    def last_words(self, code: int | None, said: str) -> str:
        """Why a zygote is gone, from its exit code and the last line that it wrote."""
