"""A gradient that lacks a part, where the flagged line stands in the training loop: differences over a whole pass.

There is no function to run again. But between the step of an optimizer and the next request for gradients lies one
forward pass, in which no parameter moves: copies of the program go from there to there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .differences import Asking, move, source_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..watches import Watching

_MOST_TRIES = 3
"""In a loop with several optimizers not every step is followed by the flagged line."""


class Passes:
    """The questions that wait for the end of a step."""

    def __init__(self) -> None:
        self._waiting: list[Passing] = []

    @property
    def wanted(self) -> bool:
        return bool(self._waiting)

    def consider(self, watching: Watching) -> None:
        """A request that the flagged line took part in has been answered."""
        if watching.finding.shows != "gradient" or _is_told(watching):
            return
        question: Passing = watching.notes.setdefault("_passing", Passing(watching))
        if question.is_open and question not in self._waiting and question.is_due():
            self._waiting.append(question)

    def after_step(self) -> None:
        for question in self._waiting:
            question.ask()
            if question.enter is not None:
                # This is a copy, which goes on from here.
                question.enter()
                return
        self._waiting = [each for each in self._waiting if each.is_open]


class Passing(Asking):
    """The question about one finding, to be asked again until it is answered."""

    def __init__(self, watching: Watching) -> None:
        super().__init__(watching)
        self._tries = 0

    def ask(self) -> None:
        super().ask()
        self._tries += 1
        self.is_open = self._tries < _MOST_TRIES and not _is_told(self._watching)

    def _begin(self, tell: Any, sources: list[Any], step: float, held: Any) -> None:
        watching = self._watching
        before = watching.count

        def enter() -> None:
            self.enter = None
            move(sources, step, held, watching)
            _stop_at_request(answer)

        def answer(loss: Any) -> None:
            if watching.count > before:
                tell(source_record(loss, sources if not step else None))

        self.enter = enter


def _is_told(watching: Watching) -> bool:
    """Differences contradict the gradient: of a single function they may not, because the parameters come before it."""
    known = watching.notes.get("differences")
    return known is not None and abs(known["moved"][-1] - known["gradient"]) > 20 * known["noise"]


def _stop_at_request(leave: Callable[[Any], None]) -> None:
    """Another step before the request would move parameters, and answer another question."""
    import torch
    from torch.optim import optimizer

    requested: Any = torch.autograd.backward

    def backward(tensors: Any, *given: Any, **named: Any) -> None:
        leave(tensors)
        requested(tensors, *given, **named)

    torch.autograd.backward = backward
    optimizer.register_optimizer_step_pre_hook(lambda *given: os._exit(0))
