"""The fork server: imports a framework once, then forks a locked-down child for every job."""

from __future__ import annotations

import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import compiling, own, preload
from .child import Job, live, performer
from .pipe import Pen
from .sandbox import LAYERS, Needs, absent_layers, kernel, too_weak
from .sandbox.paths import of_interpreter
from .scratch_folder import ScratchFolder, remove_tree
from .watchdog import Watch, children

_PATIENCE = 0.02
"""Seconds between two looks at the children."""
_MOMENT = 0.002
_FRESH_MB = 1024
"""What a fresh interpreter may hold on top, because the framework itself is not there yet."""
_PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Config:
    """How a zygote works; the supervisor decides."""

    framework: str
    base: str
    """A folder for scratch folders, which goes away with the zygote."""
    at_once: int = 1
    strict: bool = True
    warm: bool = True
    """Fork from an interpreter that holds the framework; otherwise start a fresh one for every job."""
    layers: tuple[str, ...] = LAYERS
    extras: tuple[str, ...] = ()
    """Packages to import beside the framework."""


class Zygote:
    """Reads jobs and writes answers, one JSON text per line."""

    def __init__(self, config: Config, jobs: int, answers: int) -> None:
        self._config = config
        self._jobs = jobs
        self._answers = answers
        self._unread = b""
        self._unsent = b""
        self._waiting: list[Job] = []
        self._running: dict[int, Watch] = {}
        self._started = 0
        # This kind of selector keeps no file of its own, which the children would inherit.
        self._selector = selectors.SelectSelector()
        self._absent: dict[str, str] = {}
        self._refusal: tuple[str, str] | None = None

    def run(self) -> None:
        """Work until the supervisor closes the jobs, then end whatever still runs."""
        try:
            self._prepare()
            os.set_blocking(self._jobs, False)
            # Whoever waited for the host to listen would not watch the children.
            os.set_blocking(self._answers, False)
            self._selector.register(self._jobs, selectors.EVENT_READ, None)
            while self._turn():
                pass
        finally:
            self._finish()

    def _prepare(self) -> None:
        began = time.monotonic()
        own.restrict()
        if sys.platform == "linux":
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        probe = ScratchFolder(os.path.join(self._config.base, "probe"))
        self._absent = absent_layers(self._config.layers, Needs(scratch=probe.work))
        probe.remove()
        weakness = too_weak(self._absent) if self._config.strict else None
        if weakness is not None:
            self._refusal = "setup", f"the sandbox is not strong enough: {weakness}"
        elif self._config.warm:
            try:
                preload.load(self._config.framework, self._config.extras)
                compiling.hurry(self._config.framework)
            except preload.Absent as error:
                self._refusal = "absent", str(error)
        self._tell({"ready": round(time.monotonic() - began, 3), "absent": self._absent})

    def _turn(self) -> bool:
        """One round: news, limits, the dead, the next jobs; false when there will be no more jobs."""
        for key, _ in self._selector.select(self._patience()):
            if key.fileobj == self._jobs:
                if not self._take_jobs():
                    return False
            elif key.fileobj == self._answers:
                self._send()
            elif not key.data.listen():
                self._selector.unregister(key.fileobj)
        for watch in self._running.values():
            try:
                watch.look()
            except Exception as error:
                watch.end("exited", f"it could not be watched: {type(error).__name__}: {error}")
        self._bury()
        while self._waiting and len(self._running) < self._config.at_once:
            self._start(self._waiting.pop(0))
        return True

    def _patience(self) -> float | None:
        if not self._running:
            return None
        # A child whose pipe is closed will be dead in a moment.
        is_open = self._selector.get_map()
        return _PATIENCE if all(watch.pipe in is_open for watch in self._running.values()) else _MOMENT

    def _take_jobs(self) -> bool:
        data = os.read(self._jobs, 1 << 20)
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            job = json.loads(line)
            if self._refusal is None:
                self._waiting.append(job)
            else:
                self._tell(_unstarted(job, *self._refusal))
        return bool(data)

    def _start(self, job: Job) -> None:
        try:
            performer(job["task"])
        except Exception as error:
            self._tell(_unstarted(job, "setup", f"{type(error).__name__}: {error}"))
            return
        self._started += 1
        folder = ScratchFolder(os.path.join(self._config.base, f"job-{self._started}"))
        nonce = secrets.token_hex(16)
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        memory_mb: int = job["memory_mb"]
        if self._config.warm:
            of_interpreter(tuple(job.get("homes", ())))
            pid = self._fork(job, folder, reading, writing, nonce)
            memory_mb += _resident_mb()
        else:
            pid = self._spawn(job, folder, writing, nonce)
            memory_mb += _FRESH_MB
        os.close(writing)
        self._running[pid] = Watch(job, pid, reading, nonce, folder, memory_mb, self._config.warm)
        self._selector.register(reading, selectors.EVENT_READ, self._running[pid])

    def _fork(self, job: Job, folder: ScratchFolder, reading: int, writing: int, nonce: str) -> int:
        with warnings.catch_warnings():
            # Frameworks and newer Pythons warn of forking with threads; this is the one moment without any.
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid == 0:
            for watch in self._running.values():
                os.close(watch.pipe)
                watch.folder.leave()
            folder.enter()
            # Nobody needs to find the programs of others in its memory.
            self._waiting.clear()
            self._running.clear()
            self._unread = self._unsent = b""
            for file in {self._jobs, self._answers, reading} - {0, 1, 2}:
                os.close(file)
            live(job, Pen(writing, nonce), folder.work, folder.output, self._absent, self._config.strict)
        return pid

    def _spawn(self, job: Job, folder: ScratchFolder, writing: int, nonce: str) -> int:
        """A fresh interpreter; it finds its instructions in a file, not where other processes could read."""
        order = Path(folder.path) / "order.json"
        details = {
            "job": job,
            "nonce": nonce,
            "pipe": writing,
            "output": folder.output,
            "work": folder.work,
            "absent": self._absent,
            "strict": self._config.strict,
        }
        order.touch(0o600)
        order.write_text(json.dumps(details), encoding="utf-8")
        main = Path(__file__).parents[1] / "__main__.py"
        process = subprocess.Popen(
            [sys.executable, str(main), "--order", str(order)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing, folder.output),
        )
        # It is waited for like a forked child.
        process.returncode = 0
        return process.pid

    def _bury(self) -> None:
        while self._running:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            watch = self._running.pop(pid, None)
            if watch is None:
                continue
            if watch.pipe in self._selector.get_map():
                self._selector.unregister(watch.pipe)
            peak = usage.ru_maxrss * _PEAK_UNIT
            try:
                answer = watch.answer(status, usage.ru_utime + usage.ru_stime, peak)
            except Exception as error:
                # One child may spoil what is known about it, but not the others.
                reason = f"what it left could not be read: {type(error).__name__}: {error}"
                answer = {"id": watch.job_id, "end": "exited", "reason": reason}
            self._tell(answer)
            self._end_strays()

    def _end_strays(self) -> None:
        """What a child without seccomp started and left behind falls to us."""
        while "seccomp" in self._absent:
            strays = [pid for pid in children(os.getpid()) if pid not in self._running]
            if not strays:
                break
            for pid in strays:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)

    def _finish(self) -> None:
        for watch in self._running.values():
            watch.end("exited", "the supervisor left")
        for pid in list(self._running):
            with suppress(OSError):
                os.waitpid(pid, 0)
        self._running.clear()
        self._end_strays()
        remove_tree(self._config.base)

    def _tell(self, message: dict[str, Any]) -> None:
        self._unsent += f"{json.dumps(message)}\n".encode()
        self._send()

    def _send(self) -> None:
        """As much as the pipe takes; the rest when it takes more."""
        with suppress(BlockingIOError):
            while self._unsent:
                self._unsent = self._unsent[os.write(self._answers, self._unsent) :]
        is_waiting = self._answers in self._selector.get_map()
        if self._unsent and not is_waiting:
            self._selector.register(self._answers, selectors.EVENT_WRITE, None)
        elif is_waiting and not self._unsent:
            self._selector.unregister(self._answers)


def _unstarted(job: Job, end: str, reason: str) -> dict[str, Any]:
    return {"id": job["id"], "end": end, "reason": reason}


def _resident_mb() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as table:
            return int(table.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except OSError:
        return _FRESH_MB
