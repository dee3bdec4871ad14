"""Lints many files: what is known from the cache first, the rest in this process or in several.

The results come in the order of the paths, and are the same byte for byte, whatever is cached and however
many processes there are.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import accumulate, repeat
from typing import TYPE_CHECKING

from gradlint.core.files import read_bytes
from gradlint.core.garbage import own_process
from gradlint.core.result import Result
from gradlint.core.selectors import Rules
from gradlint.engine.config import Configuration, Settings
from gradlint.engine.linting import Engine

if TYPE_CHECKING:
    from gradlint.engine.cache import Cache

PAYS = 250_000
"""Bytes to parse from which a second process is worth its start."""
_LARGEST_TASK = 200_000
_TASKS_PER_PROCESS = 12
"""So that no process waits long for the last one."""


class Run:
    """One run of the linter over many files."""

    def __init__(
        self,
        configuration: Configuration,
        rules: Rules,
        jobs: int | None = None,
        cache_folder: str | None = None,
        cached: bool = True,
        notice: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._configuration = configuration
        self._rules = rules
        self._engine = Engine(configuration, rules)
        self._jobs = jobs or usable_cpus()
        self._cache_folder = cache_folder
        self._cached = cached
        self._notice = notice
        self._caches: dict[int, tuple[Settings, Cache]] = {}
        self._folders: dict[str, tuple[Settings, str]] = {}
        self._done: list[int] = []
        """How much there is to parse up to each file; empty where nobody had to find out."""

    def part(self, number: int) -> float:
        """How much of the work is done, from 0 to 1, when there are results for so many files."""
        if not self._done or not self._done[-1]:
            return 0.0
        return self._done[min(number, len(self._done)) - 1] / self._done[-1] if number else 0.0

    def results(self, paths: Sequence[str]) -> Iterator[Result]:
        """One result per path, in their order."""
        fresh = self._linted((), ())
        try:
            known: list[Result | None] = [self._known(path) for path in paths]
            waiting = [path for path, result in zip(paths, known) if result is None]
            sizes = self._sizes(waiting)
            self._weigh(known, sizes)
            fresh = self._linted(waiting, sizes)
            for result in known:
                yield result if result is not None else self._kept(next(fresh))
        finally:
            # Whoever leaves early does not leave processes behind.
            fresh.close()
            for _, cache in self._caches.values():
                cache.save()

    def _known(self, path: str) -> Result | None:
        """The result, if it can be told without parsing."""
        if self._cached:
            from gradlint.engine.cache import with_unit

            folder, separator, name = path.rpartition(os.sep)
            settings, lead = self._folder(folder + separator)
            result = self._cache(settings).result(path, lead + name)
            if result is not None:
                return with_unit(result, settings)
        return None

    def _folder(self, folder: str) -> tuple[Settings, str]:
        """The settings for the files of a folder, and what stands before their names in an absolute path."""
        known = self._folders.get(folder)
        if known is None:
            absolute = os.path.abspath(folder)
            known = self._configuration.settings_in(absolute), os.path.join(absolute, "")
            self._folders[folder] = known
        return known

    def _kept(self, result: Result) -> Result:
        if self._cached:
            self._cache(self._configuration.settings_for(result.path)).keep(result)
        return result

    def _cache(self, settings: Settings) -> Cache:
        """The cache for the files that share these settings."""
        known = self._caches.get(id(settings))
        if known is None:
            from gradlint.engine.cache import FOLDER, Cache, key_of, why_not

            selected, explicit = self._engine.selected(settings)
            folder = self._cache_folder or os.path.join(settings.root, FOLDER)
            key = key_of(settings, selected, explicit)
            if problem := why_not(folder, is_named=self._cache_folder is not None):
                self._notice(f"cache not used: {problem}")
                key = None
            known = (settings, Cache(folder, key, self._notice))
            self._caches[id(settings)] = known
        return known[1]

    def _sizes(self, paths: Sequence[str]) -> Sequence[int]:
        """What there is to parse of each file, where that decides whether processes are started."""
        return [_cost(self._engine, path) for path in paths] if self._jobs > 1 and len(paths) > 1 else []

    def _weigh(self, known: Sequence[Result | None], sizes: Sequence[int]) -> None:
        """What is known already is no work at all."""
        left = iter(sizes) if sizes else repeat(1)
        self._done = list(accumulate(0 if result is not None else next(left) for result in known))

    def _linted(self, paths: Sequence[str], sizes: Sequence[int]) -> Generator[Result, None, None]:
        if not sizes or sum(sizes) < PAYS:
            yield from self._engine.lint(paths)
        else:
            yield from self._in_processes(_tasks(paths, sizes, self._jobs))

    def _in_processes(self, tasks: Sequence[Sequence[str]]) -> Iterator[Result]:
        import multiprocessing

        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context(method)
        number = min(self._jobs, len(tasks))
        with context.Pool(number, _begin, (self._configuration, self._rules), maxtasksperchild=64) as pool:
            for results in pool.imap(_lint, tasks):
                yield from results


_engine: Engine | None = None


def _begin(configuration: Configuration, rules: Rules) -> None:
    """What each process does first. Ctrl-C is the parent's to handle, who ends us."""
    global _engine
    own_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _engine = Engine(configuration, rules)


def _lint(paths: Sequence[str]) -> list[Result]:
    assert _engine is not None
    return list(_engine.lint(paths))


def _cost(engine: Engine, path: str) -> int:
    """The bytes that have to be parsed; a file that names no framework costs next to nothing."""
    try:
        data = read_bytes(path)
    except OSError:
        return 0
    return len(data) if engine.needs_parsing(data, path) else 0


def _tasks(paths: Sequence[str], sizes: Sequence[int], jobs: int) -> list[list[str]]:
    """Neighbouring files together, because they import the same modules, in portions of even size."""
    portion = min(_LARGEST_TASK, sum(sizes) // (jobs * _TASKS_PER_PROCESS) + 1)
    tasks: list[list[str]] = [[]]
    filled = 0
    for path, size in zip(paths, sizes):
        if filled and filled + size > portion:
            tasks.append([])
            filled = 0
        tasks[-1].append(path)
        filled += size
    return tasks


def usable_cpus() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
