"""Listens to the steps of torch optimizers: what they hold and move, and whether the gradients are the right ones."""

from __future__ import annotations

import math
import weakref
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..probe import quietly
from ..resting import Rest
from ..training import Series, is_sampled
from ..watches import MOST_OUTCOMES, Watching, due
from .graph import Graph
from .parameters import Parameters, gradient_state, norm
from .passes import Passes

if TYPE_CHECKING:
    from ..session import Session

_ALWAYS_LOOKED_AT = 200
"""So many steps are looked at one by one, then a few at a time."""
_ABOUT_STEPS = ("old-gradients", "lost-gradients", "summed-gradients")


class Steps:
    def __init__(self, session: Session, parameters: Parameters, rest: Rest) -> None:
        self._session = session
        self._rest = rest
        self._training = session.training
        self._parameters = parameters
        self._series: dict[int, Series] = {}
        self._at_step: dict[int, tuple[Any, int]] = {}
        """The gradients that the last step has used: the tensor and how often it had been written to."""
        self._given: dict[int, Any] = {}
        """The parameters that got a gradient since the last step, by identity."""
        self.watched = [one for one in session.watching.values() if one.finding.shows in _ABOUT_STEPS]
        """The findings about the order of steps: with them every step and every request is looked at."""
        self.last = ""
        """What came last, a request or a step."""
        self.passes = Passes()
        self._until_rest = _ALWAYS_LOOKED_AT
        self._is_late = False
        """Whether the gradients of the step that is being made come while it is made."""
        self._after_step: Any = None
        """The handle of the hook after the step that is being made, if that is looked at."""
        optimizer = import_module("torch.optim.optimizer")
        self._listen_afterwards: Any = optimizer.register_optimizer_step_post_hook
        self._hook: Any = optimizer.register_optimizer_step_pre_hook(self.step_begins)

    def listen(self, on: bool) -> None:
        """Steps may be going on: the hook keeps its place, and does nothing there."""
        self._hook.hooks_dict_ref()[self._hook.id] = self.step_begins if on else _NOTHING

    def gave(self, leaf: Any) -> None:
        """A request has been answered."""
        if leaf.grad is not None:
            self._given[id(leaf)] = weakref.ref(leaf)

    def finish(self) -> None:
        self._training.steps = sum(one.count for one in self._series.values())

    def step_begins(self, optimizer: Any, given: Any, named: Any) -> None:
        series = self._series.get(id(optimizer)) or self._new_series(optimizer)
        series.count += 1
        if self._after_step is not None:
            self._after_step.remove()
            self._after_step = None
        quietly(self.before_step, optimizer, _has_closure(given, named), series.count)
        self._until_rest -= 1
        if self._until_rest < 0 and not (self._after_step or self.watched or due):
            # After that each optimizer is looked at once or twice.
            self._until_rest = 2 * len(self._series)
            self._rest.begin()

    def _new_series(self, optimizer: Any) -> Series:
        series = self._training.series(id(optimizer), type(optimizer).__name__)
        self._series[id(optimizer)] = series
        return series

    def step_ends(self, optimizer: Any, given: Any, named: Any) -> None:
        quietly(self.after_step, optimizer)

    def before_step(self, optimizer: Any, has_closure: bool, count: int) -> None:
        self._training.steps = sum(one.count for one in self._series.values())
        self.last = "step"
        self._parameters.before_step(optimizer, count)
        # A closure asks for the gradients inside of the step: until then there are old ones, or none.
        self._is_late = has_closure
        if not has_closure:
            self._with_gradients(optimizer)
        if is_sampled(count):
            self._watch_flags(_parameters(optimizer))
        moves = is_sampled(count) and self._parameters.wait_for_moves
        if self._is_late or self.watched or self.passes.wanted or moves:
            self._after_step = self._listen_afterwards(self.step_ends)

    def _with_gradients(self, optimizer: Any) -> None:
        if self._parameters.wait_for_gradients:
            self._parameters.look_for_gradients()
        self._norm(optimizer)
        for one in self.watched:
            self._lost_gradients(one, _parameters(optimizer))

    def after_step(self, optimizer: Any) -> None:
        if self._is_late:
            self._is_late = False
            self._with_gradients(optimizer)
        if self._parameters.wait_for_moves:
            self._parameters.look_for_moves()
        if self.watched:
            for group in optimizer.param_groups:
                for each in group["params"]:
                    if each.grad is not None:
                        self._at_step[id(each)] = (weakref.ref(each.grad), each.grad._version)
            self._given.clear()
        if self.passes.wanted:
            self.passes.after_step()

    def _norm(self, optimizer: Any) -> None:
        series = self._session.training.series(id(optimizer), type(optimizer).__name__)
        if not series.wanted():
            return
        parameters = _parameters(optimizer)
        gradients = [each.grad for each in parameters if each.grad is not None]
        if not gradients:
            return
        value = norm(gradients)
        series.add(value)
        if not math.isfinite(value) and self._session.training.first_bad is None:
            bad = [each for each in parameters if gradient_state(each.grad) == "nonfinite"]
            names = [self._parameters.name(each) for each in bad[:4]]
            self._session.training.bad(
                "gradient", names=names, line=self._session.frames.line(), looked=len(series.values)
            )

    def old_gradients(self, one: Watching, graph: Graph, lines: list[Any]) -> None:
        """At a flagged `backward()`: are the gradients of the last step still there?"""
        if (
            one.finding.shows != "old-gradients"
            or not _is_at(one, lines)
            or len(one.outcomes) >= MOST_OUTCOMES
        ):
            return
        if not self._at_step:
            return
        stale = fresh = 0
        old = []
        for leaf in graph.leaves.values():
            reference, version = self._at_step.get(id(leaf), (None, 0))
            same = reference is not None and leaf.grad is not None and reference() is leaf.grad
            if same and leaf.grad._version == version and gradient_state(leaf.grad) != "zero":
                stale += 1
                old.append(leaf.grad)
            else:
                fresh += 1
        one.outcomes.append({"stale": stale, "fresh": fresh, "norm": norm(old) if old else 0.0})

    def _lost_gradients(self, one: Watching, parameters: list[Any]) -> None:
        """At a step: what of the gradients since the last step is there?"""
        if one.finding.shows != "lost-gradients" or len(one.outcomes) >= MOST_OUTCOMES:
            return
        given = [each for each in parameters if self._is_given(each)]
        empty = [each for each in parameters if gradient_state(each.grad) in ("none", "zero")]
        lost = [each for each in given if gradient_state(each.grad) in ("none", "zero")]
        one.outcomes.append(
            {
                "given": len(given),
                "lost": len(lost),
                "empty": len(empty),
                "parameters": len(parameters),
                "step": self._session.training.steps,
                "at": _is_at(one, self._session.frames.lines()),
            }
        )

    def _is_given(self, parameter: Any) -> bool:
        reference = self._given.get(id(parameter))
        return reference is not None and reference() is parameter

    def _watch_flags(self, parameters: list[Any]) -> None:
        for one in self._session.watching.values():
            if "_made" in one.notes:
                self._held(one, parameters)

    def _held(self, one: Watching, parameters: list[Any]) -> None:
        """Whether what a flagged statement made is listed by its module, and held by an optimizer."""
        made = [each for reference in one.notes["_made"] if (each := reference()) is not None]
        owner = one.notes["_owner"]() if "_owner" in one.notes else None
        listed = {id(each) for each in owner.parameters()} if owner is not None else set()
        one.notes["made"] = {
            "tensors": len(made),
            "shapes": [list(each.shape) for each in made[:4]],
            "held": sum(self._parameters.is_held(each) for each in made),
            "listed": sum(id(each) in listed for each in made),
            "with_gradient": sum(each.is_leaf and each.grad is not None for each in made),
            "owner": type(owner).__name__ if owner is not None else "",
            "steps": self._session.training.steps,
        }


_NOTHING: Any = memoryview(b"").__exit__
"""Takes three arguments and does nothing, without a line of Python."""


def _parameters(optimizer: Any) -> list[Any]:
    return [each for group in optimizer.param_groups for each in group["params"]]


def _has_closure(given: Any, named: Any) -> bool:
    return any(callable(each) for each in (*given[1:], *named.values()))


def _is_at(one: Watching, lines: list[Any]) -> bool:
    """Whether the flagged line itself is running."""
    first, _, last, _ = one.finding.cut
    return any(path == one.path and first <= row <= last for path, row in lines)
