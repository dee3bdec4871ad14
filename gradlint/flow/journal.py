"""A dictionary that can go back: branches are explored on the real thing and undone.

Copying the heap for every branch would cost branches times objects; remembering what a branch
changed costs only the changes.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from gradlint.flow.values import Array, HeapObject

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

    def earlier(self) -> dict[int, T]:
        """What was there at the last begin, of all that has changed since."""
        return {key: old for key, old in self._now.items() if old is not None} if self._now else {}

    def undo(self) -> None:
        """Forget everything since the last begin."""
        for key, old in self._open.pop().items():
            if old is None:
                del self[key]
            else:
                _set(self, key, old)
        self._now = self._open[-1] if self._open else None


class Heap(Journal[HeapObject]):
    """The heap, which also knows what lies in one piece of memory."""

    def __init__(self) -> None:
        super().__init__()
        self._sharing: dict[int, set[int]] = {}

    def __setitem__(self, key: int, value: HeapObject) -> None:
        if type(value) is Array and value.storage:
            known = self._sharing.get(value.storage)
            if known is None:
                self._sharing[value.storage] = {key}
            else:
                known.add(key)
        now = self._now
        if now is not None and key not in now:
            now[key] = self.get(key)
        _set(self, key, value)

    def in_memory(self, storage: int) -> list[tuple[int, Array]]:
        """The arrays that share this memory, in the order in which they were made."""
        found = [(key, self.get(key)) for key in sorted(self._sharing.get(storage, ()))]
        return [(key, each) for key, each in found if isinstance(each, Array) and each.storage == storage]


_set = dict.__setitem__
