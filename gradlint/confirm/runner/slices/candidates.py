"""The reproductions of a finding, the most faithful first, each tried once before it is handed on."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..execute.clock import spent
from ..execute.launch import Launch, make_findable
from ..execute.program import Focus, Place, Program, focus_of
from .first_plan import first_plan
from .inputs.plan import Plan
from .inputs.recorded import with_recorded
from .locate.extract import extracted
from .locate.names import parameters, uses
from .locate.setting import Setting
from .locate.target import Target, first_row, target_at, target_named
from .script.dependence import depends
from .script.describe_inputs import described_inputs
from .script.dialects import Dialect, dialect_of
from .script.try_script import forget
from .search import ONE_TRY, Attempt, Clock, Goal, attempt, search

SHARE = 0.4
"""Of the time of a job, what may go into finding something that runs; the rest is for measuring it."""
LEVEL_SHARE = 0.45
LEAST = 0.3
UNRELATED = "the result does not depend on what is given"
"""Rules about what an earlier operation saved: without it, the flagged line is harmless."""


@dataclass(frozen=True)
class Candidate:
    """A script to measure, its fixed twin, and all that is made up in it."""

    level: str
    """slice or operation."""
    program: Program
    fixed: Program | None
    focus: Focus
    fixed_focus: Focus | None
    stubs: tuple[str, ...]
    repairs: tuple[str, ...]
    inputs: tuple[str, ...]
    script: str
    fixed_script: str | None
    trouble: str | None = None
    """What still stops it, if something does."""
    made_up_leaf: bool = False
    """Whether the source of the gradient is ours: nothing of what the finding names as its source is executed."""
    made_up_sources: tuple[str, ...] = ()
    """The sources in the script that are inputs of ours."""


def reproductions(job: dict[str, Any]) -> Iterator[Candidate]:
    """Candidates for `measure`, in the order in which they should be believed."""
    launch = Launch.of(job)
    forget(launch.roots)
    make_findable(launch)
    dialect = dialect_of(job["framework"])
    focus = focus_of(job)
    tree = ast.parse(job["source"])
    row = focus.cut[0][0] if focus.cut else 1
    target = target_at(tree, row)
    until = spent() + SHARE * job["seconds"]
    doubtful: list[Candidate] = []
    for level, chosen in _choices(target, focus):
        left = max(0.0, until - spent())
        made = _reproduced(level, job, dialect, focus, tree, chosen, LEVEL_SHARE * left + LEAST)
        if made is not None and made.trouble is None:
            yield made
        elif made is not None and made.trouble == UNRELATED:
            continue
        elif made is not None:
            doubtful.append(made)
    yield from doubtful


Choice = Callable[[ast.Module, Focus], list[Target]]
"""Finds the same piece in the text as written and in the fixed one; the first is meant, others are smaller."""


def _choices(target: Target, focus: Focus) -> Iterator[tuple[str, Choice]]:
    """What to put to the test, the most of the user's code first; each can be found again in the fixed text."""

    if target.function is None:
        yield "slice", lambda other, places: [target]
        return

    def whole(other: ast.Module, _: Focus) -> list[Target]:
        found = target_named(other, target.path)
        return [found] if found is not None else []

    def part(depth: int | None) -> Choice:
        def choose(other: ast.Module, places: Focus) -> list[Target]:
            around = target_named(other, target.path)
            if around is None:
                return []
            known = uses(*other.body).binds
            depths = [None] if depth is None else list(range(depth, -1, -1))
            made = [extracted(around, _rows(places), one, known) for one in depths]
            return [one for one in made if one is not None]

        return choose

    yield "slice", whole
    yield "slice", part(None)
    yield "operation", part(1)
    if "needs-producer" not in focus.predicted.traits:
        yield "operation", part(0)


def _rows(focus: Focus) -> frozenset[int]:
    return frozenset(row for first, _, last, _ in focus.cut for row in range(first, last + 1))


def _reproduced(
    level: str,
    job: dict[str, Any],
    dialect: Dialect,
    focus: Focus,
    tree: ast.Module,
    choose: Choice,
    seconds: float,
) -> Candidate | None:
    targets = choose(tree, focus)
    if not targets:
        return None
    target = targets[0]
    setting = _setting(job, job["source"], tree, target, focus)
    plan = first_plan(setting)
    if str(job.get("device", "")).startswith("mps"):
        plan = replace(plan, double=False)  # there is no double precision there
    found = _searched(setting, plan, dialect, _goal(job, focus), job.get("recorded") or {}, seconds)
    twin = _twin(job, setting, found, dialect, focus, choose, Clock.of(seconds / 2))
    if twin is not None and twin[0] is not found:
        found = twin[0]
    return _candidate(level, job, found, twin[1] if twin else None, focus, dialect, target)


def _searched(
    setting: Setting, plan: Plan, dialect: Dialect, goal: Goal, recorded: dict[str, Any], seconds: float
) -> Attempt:
    """With the inputs of a real run where there are some; with made-up ones if those do not lead to the line."""
    known = with_recorded(plan, setting, recorded)
    if known is not None:
        found = search(setting, known, dialect, goal, Clock.of(seconds / 2))
        if found.is_done:
            return found
    return search(setting, plan, dialect, goal, Clock.of(seconds))


def _setting(job: dict[str, Any], text: str, tree: ast.Module, target: Target, focus: Focus) -> Setting:
    roots = tuple(job.get("roots") or ())
    rows: frozenset[int] = frozenset()
    if target.function is None:
        rows = frozenset(one[0] for one in (*focus.cut, *focus.enters, *focus.asked))
    return Setting(text, tree, target, job["framework"], job.get("package") or "", roots, rows)


def _goal(job: dict[str, Any], focus: Focus) -> Goal:
    return Goal(job["filename"], _rows(focus), focus)


def _twin(
    job: dict[str, Any],
    setting: Setting,
    found: Attempt,
    dialect: Dialect,
    focus: Focus,
    choose: Choice,
    clock: Clock,
) -> tuple[Attempt, Attempt] | None:
    """The fixed text under the same plan. What stops the twin is repaired too, and tried on the original again."""
    if not job.get("fixed"):
        return None
    try:
        tree = ast.parse(job["fixed"])
    except SyntaxError:
        return None
    places = shifted(focus, job["source"], job["fixed"])
    target = _fitting(choose(tree, places), found)
    if target is None:
        return None
    other = _setting(job, job["fixed"], tree, target, places)
    goal = _goal(job, places)
    fixed = attempt(other, found.plan, dialect, goal)
    if _fails_only_where_we_ask(fixed) and not _fails_only_where_we_ask(found) and found.is_done:
        # What raises before anybody asks is put right by a fix that does not raise, gradient or not.
        quiet = replace(found.plan, asking=False)
        again, calm = attempt(setting, quiet, dialect, found.goal), attempt(other, quiet, dialect, goal)
        if again.is_done and again.outcome.error is not None and calm.outcome.error is None:
            return again, calm
    if fixed.outcome.error is not None and found.is_done:
        better = search(other, found.plan, dialect, goal, clock)
        if better.outcome.error is None:
            again = attempt(setting, better.plan, dialect, found.goal)
            if again.is_done:
                return again, better
    return found, fixed


def _fitting(targets: list[Target], found: Attempt) -> Target | None:
    """The piece of the fixed text that takes no more than the inputs that there are."""
    given = set(found.plan.of("call"))
    for target in targets:
        if target.function is None or {arg.arg for arg in parameters(target.function)} <= given:
            return target
    return targets[0] if targets else None


def shifted(focus: Focus, old: str, new: str) -> Focus:
    """The places of a finding in a text in which lines were added or taken away."""
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    rows: dict[int, int] = {}
    for _, first, last, start, end in matcher.get_opcodes():
        for offset in range(last - first):
            rows[first + offset + 1] = min(start + offset, max(start, end - 1)) + 1

    def moved(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple((rows.get(a, a), b, rows.get(c, c), d) for a, b, c, d in places)

    return replace(focus, cut=moved(focus.cut), enters=moved(focus.enters), asked=moved(focus.asked))


def _candidate(
    level: str,
    job: dict[str, Any],
    found: Attempt,
    fixed: Attempt | None,
    focus: Focus,
    dialect: Dialect,
    target: Target,
) -> Candidate:
    stubs, inputs = described_inputs(found.plan, dialect)
    launch = Launch.of(job)
    trouble: str | None = None
    if not found.is_done:
        trouble = found.outcome.message or "the flagged line was not reached"
    elif fixed is not None and fixed.outcome.error is not None:
        trouble = f"with the fix: {fixed.outcome.message}"
    elif fixed is None and job["framework"] == "torch" and _fails_only_where_we_ask(found):
        if not depends(found.written, job["filename"], job["source"], launch, ONE_TRY):
            trouble = UNRELATED
    return Candidate(
        level=level,
        program=Program(job["source"], job["filename"], found.written.tree, launch=launch),
        fixed=Program(job["fixed"], job["filename"], fixed.written.tree, launch=launch) if fixed else None,
        focus=_asking(focus, found, target),
        fixed_focus=_asking(shifted(focus, job["source"], job["fixed"]), fixed, target) if fixed else None,
        stubs=tuple(stubs),
        repairs=found.plan.repairs,
        inputs=tuple(inputs),
        script=ast.unparse(found.written.tree) + "\n",
        fixed_script=ast.unparse(fixed.written.tree) + "\n" if fixed else None,
        trouble=trouble,
        made_up_leaf=level == "operation" or not _enters_by_itself(focus, found, target),
        made_up_sources=found.written.sources,
    )


def _enters_by_itself(focus: Focus, found: Attempt, target: Target) -> bool:
    """Whether a source that the finding names is made by statements of the user, and not given by us."""
    rows = {getattr(node, "lineno", 0) for node in ast.walk(found.written.tree)}
    function = target.function
    head = range(first_row(function), function.body[0].lineno) if function is not None else range(0)
    return any(place[0] in rows and place[0] not in head for place in focus.enters)


def _fails_only_where_we_ask(found: Attempt) -> bool:
    frames = [one for one in found.outcome.frames if one.filename == found.goal.filename]
    return found.outcome.error is not None and bool(frames) and frames[-1].row == found.written.asked_row


def _asking(focus: Focus, made: Attempt, target: Target) -> Focus:
    """The finding in the words of the script: its inputs are the sources, and it asks where we ask."""
    row = made.written.asked_row
    asked = (*focus.asked, (row, 0, row, 1)) if row else focus.asked
    function = target.function
    if function is None:
        return replace(focus, asked=asked)
    # An argument enters where it is made; inside the function its name holds a copy, which has no gradient.
    head = range(first_row(function), function.body[0].lineno)
    enters = tuple(place for place in focus.enters if place[0] not in head)
    own = {arg.arg for arg in parameters(function)}
    names = (
        *(name for name in focus.names if name.partition(".")[0] not in own - {"self"}),
        *made.written.sources,
    )
    return replace(focus, names=tuple(dict.fromkeys(names)), asked=asked, enters=enters)
