"""Runs commands and counts the processor time and memory that they and their children took."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Command:
    """What is run, under the name by which the tables know it."""

    name: str
    words: tuple[str, ...]
    fine: frozenset[int] = frozenset({0, 1})
    """Exit codes of a run that did its work: most linters say 1 when they have found something."""
    folder: Path | None = None
    """Where it is run; an empty folder if nothing is said, so that no configuration is found by chance."""


@dataclass
class Measured:
    """What all rounds of one command took."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    peak: float = 0.0
    """Megabytes of the largest process."""
    failure: str | None = None

    @property
    def typical(self) -> float:
        return statistics.median(self.cpu)


def interleaved(
    commands: Sequence[Command], rounds: int, seconds: float, tell: Callable[[str], None] = lambda text: None
) -> dict[str, Measured]:
    """All commands once per round, each round starting with another one, so that a busy machine hits all alike."""
    found = {command.name: Measured() for command in commands}
    for turn in range(rounds):
        start = turn * len(commands) // max(rounds, 1)
        for command in (*commands[start:], *commands[:start]):
            measured = found[command.name]
            if measured.failure is None:
                run(command, measured, seconds)
                last = measured.failure or f"{measured.cpu[-1]:.2f} s"
                tell(f"round {turn + 1} of {rounds}: {command.name}: {last}")
    return found


def run(command: Command, into: Measured, seconds: float) -> None:
    """Run a command once and add what it took."""
    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryFile() as said:
        began = time.monotonic()
        try:
            process = subprocess.Popen(
                command.words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                cwd=command.folder or empty,
                env=environment(),
                start_new_session=True,
            )
        except OSError as error:
            into.failure = f"cannot be started: {error.strerror}"
            return
        watch = threading.Timer(seconds, _end, [process.pid])
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = code = os.waitstatus_to_exitcode(status)
        took = time.monotonic() - began
        if code not in command.fine:
            said.seek(0)
            into.failure = _failure(code, took, seconds, said.read().decode("utf-8", "replace"))
            return
    into.cpu.append(usage.ru_utime + usage.ru_stime)
    into.wall.append(took)
    into.peak = max(into.peak, usage.ru_maxrss / 1024)


def environment() -> dict[str, str]:
    """Ours, less what would slow Python down (no bytecode) or lend it our modules."""
    mine = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return {**mine, "OMP_NUM_THREADS": "1"}


def _end(process: int) -> None:
    os.killpg(process, signal.SIGKILL)


def _failure(code: int, took: float, seconds: float, said: str) -> str:
    if code == -signal.SIGKILL and took >= seconds:
        return f"stopped after {seconds:.0f} s"
    last = (said.strip() or "no message").splitlines()[-1]
    return f"exit code {code}: {last[:100]}"
