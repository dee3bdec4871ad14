"""One watched run: what is watched, and the record that is left when it ends."""

from __future__ import annotations

import atexit
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from . import plan as plans
from .frames import Frames, Row
from .importing import Finder
from .plan import Plan, Watched
from .probe import Gate, Probe, Switch, troubles
from .rewrite import Role
from .training import Training
from .watches import Watching, due, error_record


class Session:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.frames = Frames(plan.roots)
        self.training = Training()
        self.watching: dict[int, Watching] = {}
        self.end: dict[str, Any] = {}
        self.loaded: set[str] = set()
        """The files with findings that the program has loaded."""
        self.at_last: list[Callable[[], None]] = []
        """What the frameworks do before the record is written."""
        self.finally_: list[Callable[[], None]] = []
        self._started = time.time()
        for path, file in plan.files.items():
            for finding in file.findings:
                self.watching[finding.number] = Watching(finding, path, self.frames)

    def take(self, finding: Watched, role: Role, name: str, gate: Gate | None = None) -> Probe:
        watching = self.watching[finding.number]
        self.loaded.add(watching.path)
        return watching.probe(role, name, gate)

    def pending(self, framework: str) -> list[Watching]:
        """The findings whose line has run since a gradient was last requested."""
        return [one for one in due if one.finding.framework == framework] if due else []

    def is_asked(self, watching: Watching, lines: list[Row]) -> bool:
        """Whether one of these lines is where the finding says that the gradient is requested."""
        rows = watching.finding.asked_rows
        return any(path == watching.path and row in rows for path, row in lines)

    def facts(self) -> dict[str, Any]:
        return {
            "findings": [
                {**one.facts(), "loaded": one.path in self.loaded} for one in self.watching.values()
            ],
            "training": self.training.facts(),
            "end": self.end,
            "seconds": time.time() - self._started,
            "rewritten": any(name.startswith("__autograph_generated_file") for name in list(sys.modules)),
            "troubles": dict(list(troubles.items())[:5]),
            "recorded": self._recorded(),
            "pid": os.getpid(),
            "rank": os.environ.get("RANK", ""),
        }

    def _recorded(self) -> list[dict[str, Any]]:
        if not any(file.record for file in self.plan.files.values()):
            return []
        from . import recording

        return recording.facts()

    def finished(self) -> dict[str, Any]:
        """All that was seen, with a last look."""
        for look in self.at_last:
            try:
                look()
            except Exception as error:
                troubles.setdefault(f"{type(error).__name__}: {error}"[:200], "at the end")
        return self.facts()

    def write(self) -> None:
        if not Switch.on:
            return
        facts = self.finished()
        path = self.plan.facts
        if self.plan.follow:
            path = f"{path}.{os.getpid()}"
        with open(f"{path}.part", "w", encoding="utf-8") as file:
            json.dump(facts, file, default=str)
        os.replace(f"{path}.part", path)

    def close(self) -> None:
        self.write()
        for last in self.finally_:
            last()


_session: Session | None = None


def current() -> Session:
    assert _session is not None
    return _session


def begin(path: str) -> Session:
    """Watch this process from now on."""
    return watch(plans.read(path))


def watch(plan: Plan, writes: bool = True) -> Session:
    """Watch this process; the record is written when it ends, unless somebody takes it by `finished`."""
    global _session
    from . import frameworks

    _session = session = Session(plan)
    sys.meta_path.insert(0, Finder(plan, session.take, frameworks.installers(session)))
    for name, installer in frameworks.installers(session).items():
        if name in sys.modules:
            installer(sys.modules[name])
    if writes:
        atexit.register(session.close)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_left_alone)
    return session


def _left_alone() -> None:
    Switch.on = False


def plan() -> Plan:
    return current().plan


def take(finding: Watched, role: Role, name: str, gate: Gate | None = None) -> Probe:
    return current().take(finding, role, name, gate)


def ended(error: BaseException) -> None:
    """The program has come to its end by this."""
    session = current()
    if isinstance(error, SystemExit):
        session.end = {"exit": error.code if isinstance(error.code, (int, str, type(None))) else 1}
    else:
        session.end = error_record(error, session.frames)


def at_the_very_end(last: Callable[[], None]) -> None:
    current().finally_.append(last)
