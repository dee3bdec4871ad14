"""One zygote, seen from the host: a process that is given jobs and tells answers."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from typing import Any

from gradlint.confirm.answers import Job
from gradlint.confirm.sites import Site

_GRACE = 3.0
_MOMENT = 1.0
_SHOWN = 300


class Worker:
    """Starts the zygote; nothing here waits for it, except its end."""

    def __init__(self, site: Site, device: str, config: Mapping[str, object]) -> None:
        self.started = time.monotonic()
        self.ready = False
        self.jobs: dict[str, Job] = {}
        """What it was given and has not answered."""
        self._unread = b""
        # Without a name, so that the zygote can remove all there is if we are killed.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._site = site
        self._begun = site.begin(config, device, self._errors)
        self._process = self._begun.process
        self._unsent = self._begun.first
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.jobs_file = self._process.stdin.fileno()
        self.answers_file = self._process.stdout.fileno()
        os.set_blocking(self.jobs_file, False)
        os.set_blocking(self.answers_file, False)

    @property
    def wants_to_send(self) -> bool:
        return bool(self._unsent)

    def give(self, job: Job) -> None:
        self.jobs[job["id"]] = job
        self._unsent += f"{json.dumps(self._begun.outward(job))}\n".encode()
        self.send()

    def send(self) -> None:
        """Write as much as the pipe takes. A reader that is gone is noticed where its answers end."""
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            self._unsent = self._unsent[os.write(self.jobs_file, self._unsent) :]

    def heard(self) -> list[dict[str, Any]] | None:
        """The answers that have come in; none at all once it is dead."""
        try:
            data = os.read(self.answers_file, 1 << 20)
        except BlockingIOError:
            return []
        if not data:
            return None
        *lines, self._unread = (self._unread + data).split(b"\n")
        answers = []
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                # Whatever it is that wrote there, the zygote does not.
                continue
            if not isinstance(message, dict):
                continue
            if "ready" in message:
                self.ready = True
            else:
                answers.append(self._begun.homeward(message))
        return answers

    def last_words(self) -> str:
        """The end of what a dead zygote complained about."""
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        try:
            code: int | None = self._process.wait(_MOMENT)
        except subprocess.TimeoutExpired:
            code = None
        return self._site.last_words(code, said.splitlines()[-1][-_SHOWN:] if said else "")

    def close(self) -> None:
        """End it: politely, then at once, and with everything it left."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            # Before it is ready it does not listen, and an import can take long.
            self._process.wait(_GRACE if self.ready else 0)
        except subprocess.TimeoutExpired:
            self._kill()
        finally:
            self._process.stdout.close()
            self._errors.close()
            if self._begun.folder is not None:
                shutil.rmtree(self._begun.folder, ignore_errors=True)

    def _kill(self) -> None:
        # Its children die with it.
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
