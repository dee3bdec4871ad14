"""Dictionaries that can go back: branches are explored on the real thing and undone.

Copying what is known for every branch would cost branches times facts; remembering what a branch changed costs only
the changes. Whatever the machine learns on a path lies in a `Journal`, which says by its `join` what is left of it
where several paths meet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar, overload

from gradlint.analysis.domain.values import Array, HeapObject, Scope, Value

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
D = TypeVar("D")


class Gone:
    """Stands for what is not there, where a path may have taken it away."""


GONE: Final = Gone()

Join = Callable[[T | Gone, Sequence[T | Gone]], T | Gone]
"""From what was there before, and at the end of each path, to what is there after any of them."""


def on_any_path(before: T | Gone, ends: Sequence[T | Gone]) -> T | Gone:
    """It may be so: one path is enough."""
    return next((each for each in reversed(ends) if not isinstance(each, Gone)), GONE)


def on_every_path(before: T | Gone, ends: Sequence[T | Gone]) -> T | Gone:
    """It is so for certain, whichever path was taken."""
    return GONE if any(isinstance(each, Gone) for each in ends) else ends[0]


def unless_settled(before: T | Gone, ends: Sequence[T | Gone]) -> T | Gone:
    """It hangs over the program until any path has settled it."""
    if not isinstance(before, Gone) and any(isinstance(each, Gone) for each in ends):
        return GONE
    return on_any_path(before, ends)


def if_the_same(before: Any, ends: Sequence[Any]) -> Any:
    """It is known only if it is the same on every path."""
    return ends[0] if all(each == ends[0] for each in ends) else GONE


def joined_tuples(before: tuple[T, ...] | Gone, ends: Sequence[tuple[T, ...] | Gone]) -> tuple[T, ...] | Gone:
    """What happened on one path, then what happened on the others and not on it."""
    result: tuple[T, ...] = ()
    for each in ends:
        if not isinstance(each, Gone):
            result += tuple(one for one in each if one not in result)
    return result


class Branches:
    """The branches that are open, and which journals were written in each."""

    def __init__(self) -> None:
        self.depth = 0
        self.journals = 0
        """How many journals take part; they know their branches and not the other way round, or nobody would go."""
        self.began: list[int] = []
        """When each of the open branches began, on the clock that numbers the nodes."""
        self._written: list[list[Journal[Any, Any]]] = []

    def begin(self, clock: int = 0) -> None:
        self.depth += 1
        self.began.append(clock)
        self._written.append([])

    def wrote(self, journal: Journal[Any, Any]) -> None:
        self._written[-1].append(journal)

    def changes(self) -> Changes:
        """What the innermost branch has changed so far, by the number of the journal."""
        return {journal.number: journal.changes() for journal in self._written[-1]} if self.depth else {}

    def set_aside(self) -> Any:
        """Go on as if no branch were open."""
        before = (self.depth, self.began, self._written)
        self.depth, self.began, self._written = 0, [], []
        return before

    def take_up(self, before: Any) -> None:
        self.depth, self.began, self._written = before

    def undo(self) -> None:
        """Be back where the innermost branch began."""
        for journal in self._written.pop():
            journal.undo()
        self.began.pop()
        self.depth -= 1


Changes = dict[int, dict[Any, Any]]


class Journal(dict[K, T], Generic[K, T]):
    """Facts of the present path, by what they are about."""

    def __init__(self, branches: Branches, join: Join[T] = on_any_path, outlives: bool = False) -> None:
        super().__init__()
        self.join = join
        self.outlives = outlives
        """Facts about things that a path has made: they hold even where that path ends before the others go on."""
        self.number = branches.journals
        branches.journals += 1
        self._branches = branches
        self._open: list[tuple[int, dict[K, T | Gone]]] = []
        self._now: dict[K, T | Gone] | None = None
        """What the innermost branch has changed, with what was there before."""
        self._at = 0
        """The depth of branches that `_now` belongs to."""

    def __setitem__(self, key: K, value: T) -> None:
        if self._at != self._branches.depth:
            self._enter()
        now = self._now
        if now is not None and key not in now:
            now[key] = self.get(key, GONE)
        _set(self, key, value)

    def __delitem__(self, key: K) -> None:
        if self._at != self._branches.depth:
            self._enter()
        now = self._now
        if now is not None and key not in now:
            now[key] = self[key]
        _delete(self, key)

    @overload
    def pop(self, key: K, /) -> T: ...
    @overload
    def pop(self, key: K, default: D, /) -> T | D: ...
    def pop(self, key: K, default: Any = GONE, /) -> Any:
        if key not in self and default is not GONE:
            return default
        found = self[key]
        del self[key]
        return found

    def setdefault(self, key: K, default: T, /) -> T:
        if key not in self:
            self[key] = default
        return self[key]

    def _enter(self) -> None:
        """The first change in a branch."""
        depth = self._at = self._branches.depth
        if not depth:
            self._now = None
        elif self._open and self._open[-1][0] == depth:
            self._now = self._open[-1][1]
        else:
            self._now = {}
            self._open.append((depth, self._now))
            self._branches.wrote(self)

    @property
    def is_open(self) -> bool:
        """Whether any of the open branches has changed something here."""
        return bool(self._open)

    def set_aside(self) -> Any:
        """Go on as if no branch were open."""
        before = (self._open, self._now, self._at)
        self._open, self._now, self._at = [], None, 0
        return before

    def take_up(self, before: Any) -> None:
        self._open, self._now, self._at = before

    def changes(self) -> dict[K, T | Gone]:
        """What the innermost branch has made of what it changed."""
        return {key: self.get(key, GONE) for key in self._changed()}

    def earlier(self) -> dict[K, T]:
        """What was there before the innermost branch, of all that it has changed."""
        return {key: old for key, old in self._changed().items() if not isinstance(old, Gone)}

    def _changed(self) -> dict[K, T | Gone]:
        here = self._open and self._open[-1][0] == self._branches.depth
        return self._open[-1][1] if here else {}

    def undo(self) -> None:
        """Forget everything since the innermost branch began."""
        for key, old in self._open.pop()[1].items():
            if not isinstance(old, Gone):
                _set(self, key, old)
            elif key in self:
                _delete(self, key)
        self._at = -1

    def merge(self, paths: Sequence[dict[K, T | Gone]]) -> None:
        """Go on with what holds after any of these paths."""
        for key in {key: None for path in paths for key in path}:
            before = self.get(key, GONE)
            result = self.join(before, [path.get(key, before) for path in paths])
            if not isinstance(result, Gone):
                self[key] = result
            elif key in self:
                del self[key]

    def take_over(self, path: dict[K, T | Gone]) -> None:
        """Keep what a path that has ended says about things which nobody else knows."""
        for key, value in path.items():
            if key not in self and not isinstance(value, Gone):
                self[key] = value


class KnownModes(Journal[int, bool | None]):
    """Whether a module trains (True) or evaluates (False); None for good where a path that ended early disagrees."""

    def __init__(self, branches: Branches) -> None:
        super().__init__(branches, _known_on_every_path, outlives=True)

    def __setitem__(self, key: int, value: bool | None) -> None:
        super().__setitem__(key, None if self.get(key, value) is None else value)

    def take_over(self, path: dict[int, bool | Gone | None]) -> None:
        for key, value in path.items():
            if self.get(key, GONE) is not value:
                self[key] = None


def _known_on_every_path(before: Any, ends: Sequence[Any]) -> Any:
    return None if None in ends else if_the_same(before, ends)


class Heap(Journal[int, HeapObject]):
    """The heap, which also knows what lies in one piece of memory."""

    def __init__(self, branches: Branches) -> None:
        super().__init__(branches, outlives=True)
        self._sharing: dict[int, set[int]] = {}

    def __setitem__(self, key: int, value: HeapObject) -> None:
        if type(value) is Array and value.storage:
            known = self._sharing.get(value.storage)
            if known is None:
                self._sharing[value.storage] = {key}
            else:
                known.add(key)
        if self._at != self._branches.depth:
            self._enter()
        now = self._now
        if now is not None and key not in now:
            now[key] = self.get(key, GONE)
        _set(self, key, value)

    def in_memory(self, storage: int) -> Iterator[tuple[int, Array]]:
        """The arrays that share this memory, in the order in which they were made."""
        found = [(key, self.get(key)) for key in sorted(self._sharing.get(storage, ()))]
        return iter(
            [(key, each) for key, each in found if isinstance(each, Array) and each.storage == storage]
        )


class OuterNames(Journal[tuple[Scope, str], Value]):
    """Variables of scopes other than the present one; the scope holds the value, this what it was before."""

    def __setitem__(self, key: tuple[Scope, str], value: Value) -> None:
        if self._at != self._branches.depth:
            self._enter()
        scope, name = key
        if self._now is not None and key not in self._now:
            self._now[key] = scope.names.get(name, GONE)
        scope.names[name] = value

    def changes(self) -> dict[tuple[Scope, str], Value | Gone]:
        return {(scope, name): scope.names.get(name, GONE) for scope, name in self._changed()}

    def undo(self) -> None:
        for (scope, name), old in self._open.pop()[1].items():
            if not isinstance(old, Gone):
                scope.names[name] = old
            else:
                scope.names.pop(name, None)
        self._at = -1


_set = dict.__setitem__
_delete = dict.__delitem__
