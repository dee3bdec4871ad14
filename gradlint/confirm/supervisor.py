"""Hands jobs to zygotes, one for every framework, and yields their answers as they come."""

from __future__ import annotations

import os
import selectors
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from gradlint.confirm import alone, interpreter
from gradlint.confirm.answers import IMPORT_PATIENCE, Answer, Job, Settings
from gradlint.confirm.extras import extras
from gradlint.confirm.runner.execute.clock import WAITED
from gradlint.confirm.sites import Site
from gradlint.confirm.validity import believed
from gradlint.confirm.worker import Worker

__all__ = ["Answer", "Job", "Settings", "Supervisor"]

_LIVES = 2
_FAULTS = tuple(f"ended by {name}" for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE"))
_IDLE = 0.3
"""A child that used less processor time than this and ran out of time may hang in a lock that was taken when
it was forked."""


Kind = tuple[str, bool]
"""A framework, and whether its zygote forks from a warm interpreter."""


class Supervisor:
    """Use it as a context manager: no process outlives it."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._site = self._found_site()
        self._at_once = self._settings.at_once or self._site.at_once(self._settings.memory_mb)
        self._workers: dict[Kind, Worker] = {}
        self._lives: dict[Kind, int] = {}
        self._selector = selectors.DefaultSelector()
        self._waiting: deque[tuple[Job, bool]] = deque()
        self._extras: dict[str, list[str]] = {}

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _found_site(self) -> Site:
        if self._settings.on is None:
            return interpreter.find(self._settings.python)
        from gradlint.confirm.remote import Remote, destination

        return Remote(destination(self._settings.on))

    def run(self, jobs: Iterable[Job]) -> Iterator[Answer]:
        """The answers in the order in which they come; every job has exactly one."""
        if isinstance(self._site, interpreter.Interpreter) and not hasattr(os, "fork"):
            for job in jobs:
                yield believed(alone.answer(self._completed(job), self._site, self._settings))
            return
        self._waiting.extend((self._completed(job), True) for job in jobs)
        self._site.prepare([job for job, _ in self._waiting])
        for framework in {job["framework"] for job, _ in self._waiting} - {*self._extras}:
            sources = [job["source"] for job, _ in self._waiting if job["framework"] == framework]
            self._extras[framework] = extras(framework, sources)
        try:
            while self._waiting or self._busy:
                while self._waiting and self._busy < self._at_once:
                    job, warm = self._waiting.popleft()
                    yield from self._hand_out(job, warm)
                yield from self._listen()
        finally:
            self._abandon()

    def close(self) -> None:
        """End every zygote and what it runs; the jobs that are left have no answer."""
        self._waiting.clear()
        for kind in list(self._workers):
            self._dismiss(kind)
        self._selector.close()

    def _abandon(self) -> None:
        """If the caller wants no more answers, nobody works for them."""
        self._waiting.clear()
        for kind, worker in list(self._workers.items()):
            if worker.jobs:
                self._lives[kind] -= 1
                self._dismiss(kind)

    @property
    def _busy(self) -> int:
        return sum(len(worker.jobs) for worker in self._workers.values())

    def _completed(self, job: Job) -> Job:
        """What a job leaves out is as in the settings."""
        settings = self._settings
        defaults: Job = {
            "task": "confirm",
            "roots": [],
            "filename": "<code>",
            "device": settings.device,
            "seconds": settings.seconds,
            "memory_mb": settings.memory_mb,
            "disk_mb": settings.disk_mb,
            "seed": 0,
            **self._site.surroundings(),
        }
        return {**defaults, **job}

    def _hand_out(self, job: Job, warm: bool) -> Iterator[Answer]:
        kind = job["framework"], warm
        if kind not in self._workers:
            if self._lives.get(kind, 0) >= _LIVES:
                yield Answer(
                    job["id"], "setup", f"the interpreter for {job['framework']} died {_LIVES} times"
                )
                return
            self._lives[kind] = self._lives.get(kind, 0) + 1
            self._workers[kind] = worker = self._begin(*kind)
            self._selector.register(worker.answers_file, selectors.EVENT_READ, kind)
        worker = self._workers[kind]
        worker.give(job)
        if worker.wants_to_send:
            with suppress(KeyError):
                self._selector.register(worker.jobs_file, selectors.EVENT_WRITE, kind)

    def _begin(self, framework: str, warm: bool) -> Worker:
        config = {
            "framework": framework,
            "at_once": self._at_once,
            "strict": self._settings.sandbox == "strict",
            "warm": warm,
            "layers": self._settings.layers,
            "extras": self._extras[framework],
        }
        return Worker(self._site, self._settings.device, config)

    def _listen(self) -> Iterator[Answer]:
        for key, _ in self._selector.select(1.0):
            kind: Kind = key.data
            worker = self._workers.get(kind)
            if worker is None:
                continue
            if key.fd == worker.jobs_file:
                worker.send()
                if not worker.wants_to_send:
                    self._selector.unregister(key.fd)
                continue
            messages = worker.heard()
            if messages is None:
                yield from self._bereaved(kind, worker.last_words())
                continue
            for message in messages:
                yield from self._answered(kind, message)
        for kind, worker in list(self._workers.items()):
            if not worker.ready and time.monotonic() - worker.started > IMPORT_PATIENCE:
                self._lives[kind] = _LIVES
                yield from self._bereaved(kind, f"importing took longer than {IMPORT_PATIENCE:g} s")

    def _answered(self, kind: Kind, message: dict[str, Any]) -> Iterator[Answer]:
        job = self._workers[kind].jobs.pop(message.pop("id", None), None)
        if job is None:
            return
        warm = kind[1]
        answer = believed(Answer(job["id"], fresh=not warm, **message))
        if warm and _may_be_the_forks_fault(answer):
            self._waiting.appendleft((job, False))
        else:
            yield answer

    def _bereaved(self, kind: Kind, last_words: str) -> Iterator[Answer]:
        """A zygote died: its jobs go to the next one, or are answered if there will be none."""
        jobs = list(self._workers[kind].jobs.values())
        self._dismiss(kind)
        framework, warm = kind
        if self._lives[kind] < _LIVES:
            self._waiting.extendleft((job, warm) for job in reversed(jobs))
            return
        for job in jobs:
            yield Answer(job["id"], "setup", f"the interpreter for {framework} died: {last_words}")

    def _dismiss(self, kind: Kind) -> None:
        worker = self._workers.pop(kind)
        for file in (worker.jobs_file, worker.answers_file):
            with suppress(KeyError, ValueError):
                self._selector.unregister(file)
        worker.close()


def _may_be_the_forks_fault(answer: Answer) -> bool:
    if answer.end == "timeout":
        return answer.cpu_seconds < _IDLE or answer.reason.startswith(WAITED)
    return answer.end == "crashed" and answer.reason.startswith(_FAULTS)
