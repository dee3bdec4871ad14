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

    def __setitem__(self, key: int, value: T) -> None:
        if self._open and key not in self._open[-1]:
            self._open[-1][key] = self.get(key)
        super().__setitem__(key, value)

    def begin(self) -> None:
        self._open.append({})

    def changes(self) -> dict[int, T]:
        """What has changed since the last begin."""
        return {key: self[key] for key in self._open[-1]}

    def undo(self) -> None:
        """Forget everything since the last begin."""
        for key, old in self._open.pop().items():
            if old is None:
                super().__delitem__(key)
            else:
                super().__setitem__(key, old)
