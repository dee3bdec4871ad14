"""The user's program as a process of its own: it has the terminal, the signals and the last word on the exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

INSIDE = str(Path(__file__).parent / "inside" / "__main__.py")
Facts = dict[str, Any]


class Ran:
    """How the program ended, and what was seen of it."""

    def __init__(self, code: int, facts: list[Facts]) -> None:
        self.code = code
        """As `subprocess` has it: negative for a signal."""
        self.facts = facts


def run(python: str, words: Sequence[str], plan: dict[str, Any], options: Sequence[str] = ()) -> Ran:
    with tempfile.TemporaryDirectory(prefix="gradlint-run-") as folder:
        facts = os.path.join(folder, "facts.json")
        path = os.path.join(folder, "plan.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**plan, "facts": facts}, file)
        with _signals_for_the_program() as tell:
            process = subprocess.Popen([python, *options, INSIDE, path, *words], env=_environment(plan, path))
            tell.append(process)
            code = process.wait()
        return Ran(code, list(_read(folder)))


def _environment(plan: dict[str, Any], path: str) -> dict[str, str]:
    """The user's own. With --follow, the processes that the program starts find the plan by it."""
    environment = dict(os.environ)
    if plan.get("follow"):
        environment["GRADLINT_RUN_PLAN"] = path
        site = str(Path(__file__).parent / "following")
        before = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = f"{site}{os.pathsep}{before}" if before else site
    return environment


def _read(folder: str) -> Iterator[Facts]:
    for name in sorted(os.listdir(folder)):
        if name.startswith("facts.json") and not name.endswith(".part"):
            try:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found = json.load(file)
            except (OSError, ValueError):
                continue
            if isinstance(found, dict):
                yield found


@contextmanager
def _signals_for_the_program() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Ctrl-C reaches the program by itself, from the terminal; other signals are passed on."""
    processes: list[subprocess.Popen[bytes]] = []

    def pass_on(number: int, frame: Any) -> None:
        for process in processes:
            process.send_signal(number)

    before: dict[int, Any] = {}
    try:
        for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCONT"):
            number = getattr(signal, name, None)
            if number is not None:
                before[number] = signal.signal(number, pass_on)
        # Not ignored, which the program would inherit.
        before[signal.SIGINT] = signal.signal(signal.SIGINT, lambda number, frame: None)
        yield processes
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave_as(code: int) -> int:
    """The exit code for the shell; a program that was interrupted or ended is followed by the same signal."""
    if code >= 0:
        return code
    if os.name == "posix" and -code in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return 128 - code
