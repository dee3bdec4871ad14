"""Find a plan whose script runs: change what an error blames, keep what gets further, within bounds."""

from __future__ import annotations

import heapq
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from ..execute.clock import spent
from ..execute.errors import problem_of, proves
from ..execute.program import Focus
from .inputs.plan import Plan
from .locate.setting import Setting
from .repairs.blame import failing_expression, suspects
from .repairs.by_branch import branch_repairs
from .repairs.by_environment import environment_repairs
from .repairs.by_kind import kind_repairs, other_makes
from .repairs.by_shape import other_ranks, shape_repairs
from .repairs.last_resorts import last_resorts
from .script.assemble import Written, write, write_needs
from .script.dialects import Dialect
from .script.try_script import Outcome, run

TRIES = 80
MOST = 4.0
"""Seconds of processor time that one search may take, however long its job may: more than its tries should need."""
ONE_TRY = 1.0
"""Seconds of processor time that a single run may take."""


@dataclass(frozen=True)
class Clock:
    """Ends a search by the time of the processor: on a busy machine it comes as far as on an idle one."""

    end: float

    @staticmethod
    def of(seconds: float) -> Clock:
        return Clock(spent() + min(seconds, MOST))

    @property
    def is_over(self) -> bool:
        return spent() > self.end


@dataclass(frozen=True)
class Goal:
    """What a run must reach to say something about the finding."""

    filename: str
    rows: frozenset[int]
    """The flagged rows."""
    focus: Focus


@dataclass
class Attempt:
    """A plan, its script, and how its run ended."""

    plan: Plan
    written: Written
    outcome: Outcome
    goal: Goal

    @property
    def is_gradient_error(self) -> bool:
        return (
            self.outcome.error is not None
            and problem_of(self.outcome.error, self.goal.filename).gradient_error
        )

    @property
    def is_hit(self) -> bool:
        return not self.goal.rows or self.outcome.hit(self.goal.filename, set(self.goal.rows)) > 0

    @property
    def is_done(self) -> bool:
        if not self.is_hit:
            return False
        return self.outcome.error is None or self.is_gradient_error or self.fails_as_predicted

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """How far it came: the flagged row counts for more than any number of others."""
        return (self.is_done, self.is_hit, self.outcome.progress)

    @property
    def fails_as_predicted(self) -> bool:
        error = self.outcome.error
        return error is not None and proves(problem_of(error, self.goal.filename), self.goal.focus)


def attempt(setting: Setting, plan: Plan, dialect: Dialect, goal: Goal, seconds: float = ONE_TRY) -> Attempt:
    written = write(setting, plan, dialect)
    outcome = run(written.tree, goal.filename, setting.text, setting.roots, seconds, setting.package)
    return Attempt(plan, written, outcome, goal)


def settle(setting: Setting, plan: Plan, dialect: Dialect, goal: Goal, clock: Clock) -> Plan:
    """A plan whose imports and definitions run. What they load stays loaded, so later tries are quick."""
    seen = {plan.key}
    while not clock.is_over:
        tree = write_needs(setting, plan, dialect)
        outcome = run(tree, goal.filename, setting.text, setting.roots, None, setting.package)
        if outcome.error is None:
            break
        repairs = environment_repairs(setting, plan, outcome, goal.filename)
        changed = next((one for one in repairs if one.key not in seen), None)
        if changed is None:
            break
        seen.add(changed.key)
        plan = changed
    return plan


def warm_up(framework: str) -> None:
    """The first optimizer of a process imports half of the framework, which is nobody's time but ours."""
    torch = sys.modules.get("torch")
    if framework == "torch" and torch is not None:
        torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)


def search(
    setting: Setting, plan: Plan, dialect: Dialect, goal: Goal, clock: Clock, tries: int = TRIES
) -> Attempt:
    """The attempt that came furthest."""
    plan = settle(setting, plan, dialect, goal, clock)
    order = itertools.count()
    seen = {plan.key}
    if any(spec.kind == "optimizer" for spec in plan.slots.values()):
        warm_up(setting.framework)
    best = attempt(setting, plan, dialect, goal)
    heap = [(_priority(best), next(order), best, _repairs(setting, best))]
    while heap and not best.is_done and tries > 0 and not clock.is_over:
        priority, _, parent, proposals = heapq.heappop(heap)
        changed = next((one for one in proposals if one.key not in seen), None)
        if changed is None:
            continue
        seen.add(changed.key)
        tries -= 1
        child = attempt(setting, changed, dialect, goal)
        heapq.heappush(heap, (priority, next(order), parent, proposals))
        if child.outcome.message != parent.outcome.message or child.rank > parent.rank:
            heapq.heappush(heap, (_priority(child), next(order), child, _repairs(setting, child)))
        if child.rank > best.rank:
            best = child
    return best


def _priority(one: Attempt) -> tuple[int, int, int]:
    return (-int(one.is_hit), -one.outcome.progress, len(one.plan.repairs))


def _repairs(setting: Setting, failed: Attempt) -> Iterator[Plan]:
    """All plans worth trying after a failure, the likeliest first."""
    plan, outcome, filename = failed.plan, failed.outcome, failed.goal.filename
    if outcome.error is None:
        yield from branch_repairs(setting, plan, failed.goal.rows)
        return
    frames = outcome.user_frames(filename)
    failing = failing_expression(setting.tree, frames[-1]) if frames else None
    blamed = suspects(setting, plan, outcome, filename)
    yield from environment_repairs(setting, plan, outcome, filename)
    if outcome.frames and (slot := failed.written.made.get(outcome.frames[0].row)):
        yield from other_makes(plan, slot)
    yield from shape_repairs(plan, blamed, outcome.message)
    yield from kind_repairs(setting, plan, blamed, outcome, failing)
    if not failed.is_hit:
        yield from branch_repairs(setting, plan, failed.goal.rows)
    yield from other_ranks(plan, blamed)
    yield from last_resorts(setting, plan, outcome, filename)
