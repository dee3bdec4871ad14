"""Ctrl-C: what was found so far is reported, and the run ends as an interrupted one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gradlint.core.result import Result


class Interruption:
    """Whether Ctrl-C has ended the wait for results. A second one ends the run as usual."""

    def __init__(self) -> None:
        self.happened = False
        self.linted = 0

    def ending(self, results: Iterable[Result]) -> Iterator[Result]:
        """The results until the user has had enough."""
        for result in self._until(results):
            self.linted += 1
            yield result

    def falling_back(self, results: Iterable[Result], known: Sequence[Result]) -> Iterator[Result]:
        """The results, and when they end early what was known of the others before."""
        number = 0
        for result in self._until(results):
            number += 1
            yield result
        if self.happened:
            yield from known[number:]

    def _until(self, results: Iterable[Result]) -> Iterator[Result]:
        iterator = iter(results)
        while not self.happened:
            try:
                result = next(iterator)
            except StopIteration:
                return
            except KeyboardInterrupt:
                self.happened = True
                return
            yield result
