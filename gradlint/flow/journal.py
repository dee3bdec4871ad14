"""A dictionary that can go back: branches are explored on the real thing and undone.

Copying the heap for every branch would cost branches times objects; remembering what a branch
changed costs only the changes.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Journal(dict[int, T], Generic[T]):
    """Only item assignment is remembered: nothing is deleted while a branch is open, nothing is None."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[dict[int, T | None]] = []
        self._now: dict[int, T | None] | None = None
        """What the innermost branch has changed, with what was there before."""

    def __setitem__(self, key: int, value: T) -> None:
        now = self._now
        if now is not None and key not in now:
            now[key] = self.get(key)
        _set(self, key, value)

    def begin(self) -> None:
        self._now = {}
        self._open.append(self._now)

    def changes(self) -> dict[int, T]:
        """What has changed since the last begin."""
        return {key: self[key] for key in self._now} if self._now else {}

    def undo(self) -> None:
        """Forget everything since the last begin."""
        for key, old in self._open.pop().items():
            if old is None:
                del self[key]
            else:
                _set(self, key, old)
        self._now = self._open[-1] if self._open else None


_set = dict.__setitem__
