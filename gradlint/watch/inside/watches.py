"""What was seen of each finding: its hits, values and exceptions, and what became of its sources at each request."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from typing import Any

from .describe import Described, described
from .frames import Frames
from .plan import Watched
from .probe import Gate, Probe
from .rewrite import Role

MOST_OUTCOMES = 12
_MOST_SOURCES = 16
_BY_NUMBERS = frozenset({"not-finite", "activation"})
"""What shows in the elements of an array and not in its kind."""
_NEVER_EVIDENCE = (SystemExit, KeyboardInterrupt, GeneratorExit, MemoryError)


class Watching:
    """The state of one finding while the program runs."""

    def __init__(self, finding: Watched, path: str, frames: Frames) -> None:
        self.finding = finding
        self.path = path
        self._frames = frames
        self._probes: dict[tuple[Role, str], Probe] = {}
        self.sources: list[Any] = []
        """Where the gradient enters: weak references to tensors, variables, modules and layers."""
        self.operands: dict[str, Any] = {}
        """Weak references to what the flagged expression worked with last."""
        self.whole: Any = None
        self.hits: list[dict[str, Described]] = []
        self.seen: dict[str, Described] = {}
        self.raised: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        self.leaves: set[int] = set()
        """The identities of what the operands depend on; filled by the framework."""
        self.notes: dict[str, Any] = {}

    @property
    def pending(self) -> bool:
        """It ran, and no gradient has been requested since."""
        return self in due

    @pending.setter
    def pending(self, is_due: bool) -> None:
        if not is_due:
            due.discard(self)
            return
        due.add(self)
        for wake in when_due:
            wake()

    @property
    def count(self) -> int:
        runs = [
            p.count for (role, name), p in self._probes.items() if role in ("cut", "whole") and name != "func"
        ]
        return max(runs, default=0)

    @property
    def asked_count(self) -> int:
        return max((p.count for (role, _), p in self._probes.items() if role == "asked"), default=0)

    def probe(self, role: Role, name: str, gate: Gate | None = None) -> Probe:
        """The probe for an operand; with a gate, which its statement has, it is called only where it is to look."""
        if role in ("entered", "leaves"):
            return self._asked_again(role)
        made = Probe(lambda value, count: self.saw(role, name, value), gate)
        self._probes.setdefault((role, name), made)
        return made

    def _asked_again(self, role: Role) -> Probe:
        from .pytorch import differences

        asking = self.notes.setdefault("_asking", differences.Asking(self))
        return differences.Entering(asking) if role == "entered" else differences.Leaving(asking)

    def cut_probe(self) -> Probe | None:
        """The probe around the flagged expression itself."""
        return self._probes.get(("cut", "result"))

    def has(self, role: Role, name: str) -> bool:
        return (role, name) in self._probes

    def saw(self, role: Role, name: str, value: Any) -> None:
        if role == "raised":
            self._raised(name)
        elif role == "enters":
            self._enters(value)
        elif role == "cut":
            self._cut(name, value)
        else:
            self._beside(role, name, value)

    def _cut(self, name: str, value: Any) -> None:
        if name != "result":
            self.operands[name] = _weak(value)
            self.seen[name] = self._described(value)
            self._depends(name, value)
            # A flagged request is answered before its result is there.
            self.pending = self.pending or (not self.finding.asked and self._is_open)
            return
        self.operands["result"] = _weak(value)
        self.seen["result"] = self._described(value)
        self._ran(value)

    def _ran(self, value: Any) -> None:
        if len(self.hits) < MOST_OUTCOMES:
            self.hits.append(dict(self.seen))
        self.pending = self._is_open
        for look in after_each_hit:
            look(self, value)

    @property
    def _is_open(self) -> bool:
        """Whether another request is of interest."""
        return len(self.outcomes) < MOST_OUTCOMES

    def _described(self, value: Any) -> Described:
        return described(value, self.finding.shows in _BY_NUMBERS)

    def _beside(self, role: Role, name: str, value: Any) -> None:
        key = name if role == "whole" else f"{role} {name}"
        self.seen[key] = self._described(value)
        if role != "whole":
            return
        if name == "value":
            self.whole = _weak(value)
            if ("cut", "result") not in self._probes:
                self._ran(value)
        for look in about_targets:
            look(self, name, value)

    def _depends(self, name: str, value: Any) -> None:
        for look in about_operands:
            look(self, name, value)

    def _enters(self, value: Any) -> None:
        known = {id(one()) for one in self.sources}
        if id(value) not in known and len(self.sources) < _MOST_SOURCES:
            self.sources.append(_weak(value))

    def _raised(self, where: str) -> None:
        error = sys.exc_info()[1]
        if error is None or isinstance(error, _NEVER_EVIDENCE) or len(self.raised) >= 4:
            return
        self.raised.append({**error_record(error, self._frames), "where": where})

    def facts(self) -> dict[str, Any]:
        return {
            "number": self.finding.number,
            "placed": bool(self._probes),
            "count": self.count,
            "asked_count": self.asked_count,
            "hits": self.hits,
            "seen": self.seen,
            "raised": self.raised,
            "outcomes": self.outcomes,
            "notes": {name: value for name, value in self.notes.items() if not name.startswith("_")},
        }


due: set[Watching] = set()
"""The findings that wait for a request."""
when_due: list[Callable[[], None]] = []
"""What the frameworks do so that they see the next request."""
after_each_hit: list[Any] = []
"""What the frameworks want to know of a flagged line that has just run."""
about_operands: list[Any] = []
about_targets: list[Any] = []


def error_record(error: BaseException, frames: Frames) -> dict[str, Any]:
    return {
        "type": type(error).__name__,
        "message": str(error)[:2000],
        "rows": [*frames.translated(error), *frames.of_traceback(error.__traceback__)][:20],
    }


def _weak(value: Any) -> Any:
    """A weak reference, or what looks like one to something that was never there."""
    try:
        return weakref.ref(value)
    except TypeError:
        return _Parts(value) if isinstance(value, (list, tuple, dict)) else _gone


def _gone() -> None:
    return None


class _Parts:
    """Weak references to the parts of a container, which itself has none."""

    def __init__(self, value: Any) -> None:
        parts = list(value.values()) if isinstance(value, dict) else list(value)
        self._parts = [_weak(each) for each in parts[:64]]

    def __call__(self) -> list[Any] | None:
        found = [each() for each in self._parts]
        return [each for each in found if each is not None] or None
