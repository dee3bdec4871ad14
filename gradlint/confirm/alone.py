"""Runs one job in an interpreter of its own, for systems that cannot fork: no watchdog but the clock."""

from __future__ import annotations

import json
import os
import queue
import secrets
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from gradlint.confirm.answers import IMPORT_PATIENCE, Answer, End, Job, Settings
from gradlint.confirm.interpreter import RUNNER, Interpreter
from gradlint.confirm.runner.process.pipe import Inbox

_SHOWN = 8000
_GRACE = 5.0


def answer(job: Job, interpreter: Interpreter, settings: Settings) -> Answer:
    """Start, wait, and end it if it takes too long."""
    folder = tempfile.mkdtemp(prefix="gradlint-")
    try:
        return _answer(job, interpreter, settings, Path(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _answer(job: Job, interpreter: Interpreter, settings: Settings, folder: Path) -> Answer:
    work, output = folder / "work", folder / "output"
    work.mkdir()
    inbox = Inbox(secrets.token_hex(16))
    order = {
        "job": job,
        "nonce": inbox.nonce,
        "work": str(work),
        "output": str(output),
        "strict": settings.sandbox == "strict",
        "layers": settings.layers,
    }
    process = subprocess.Popen(
        [interpreter.path, RUNNER, "--alone"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=work,
        env=interpreter.environment(str(work), settings.device),
        start_new_session=hasattr(os, "setsid"),
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(order).encode())
        process.stdin.close()
        started = time.monotonic()
        in_time = _listened(process.stdout, inbox, job["seconds"])
        if in_time and not inbox.flooded:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
        process.kill()
    shown = _beginning(output)
    spent = round(time.monotonic() - started, 4)
    end, reason = _ending(inbox, in_time, job["seconds"], process.returncode)
    report = inbox.reports[0] if end == "reported" else None
    return Answer(
        job["id"],
        end,
        reason,
        inbox.layers,
        report,
        wall_seconds=spent,
        output=shown,
        forged=inbox.forged,
        fresh=True,
    )


def _beginning(output: Path) -> str:
    """Of what the program printed, however much it is; something else may lie there by now."""
    if output.is_symlink() or not output.is_file():
        return ""
    with output.open("rb") as file:
        return file.read(_SHOWN).decode(errors="replace")


def _listened(pipe: IO[bytes], inbox: Inbox, seconds: float) -> bool:
    """Hear the child out; false if that took too long."""
    heard: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_copy, args=(pipe, heard), daemon=True).start()
    until = time.monotonic() + IMPORT_PATIENCE
    was_ready = False
    while not inbox.flooded:
        if inbox.ready and not was_ready:
            was_ready = True
            until = time.monotonic() + seconds
        try:
            data = heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return False
        if not data:
            inbox.close()
            break
        inbox.feed(data)
    return True


def _copy(pipe: IO[bytes], heard: queue.Queue[bytes]) -> None:
    """In a thread of its own: nothing else can wait for a pipe and a clock on every system."""
    data = b"start"
    while data:
        try:
            data = os.read(pipe.fileno(), 1 << 16)
        except (OSError, ValueError):
            data = b""
        heard.put(data)


def _ending(inbox: Inbox, in_time: bool, seconds: float, code: int) -> tuple[End, str]:
    if inbox.flooded:
        return "flooded", "more came over the pipe for the report than any report has"
    if not in_time:
        return "timeout", f"not finished after {seconds:g} s"
    if len(inbox.reports) == 1:
        return "reported", "complete"
    if inbox.absent is not None:
        return "absent", inbox.absent
    if inbox.trouble is not None:
        return "setup", inbox.trouble
    if inbox.reports:
        return "exited", f"{len(inbox.reports)} reports arrived where one is due, so none is believed"
    if code != 0:
        return "crashed", f"ended with code {code}"
    return "exited", "left before its report, with exit code 0"
