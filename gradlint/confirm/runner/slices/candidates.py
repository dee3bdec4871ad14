"""The reproductions of a finding, the most faithful first, each tried once before it is handed on."""

from __future__ import annotations

import ast
import difflib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..program import Focus, Place, Program
from .assemble import Setting
from .dialects import Dialect, dialect_of
from .extract import extracted
from .first_plan import first_plan
from .inputs_told import told
from .names import parameters, uses
from .search import Attempt, Clock, Goal, attempt, search
from .target import Target, first_row, target_at, target_named

SHARE = 0.6
"""Of the time of a job, what may go into finding something that runs; the rest is for measuring it."""
LEVEL_SHARE = 0.5
LEAST = 0.3
NEEDS_PRODUCER = frozenset({"GL203", "GL204", "GL206", "GL603"})
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


def reproductions(job: dict[str, Any]) -> Iterator[Candidate]:
    """Candidates for `measure`, in the order in which they should be believed."""
    dialect = dialect_of(job["framework"])
    focus = focus_of(job)
    tree = ast.parse(job["source"])
    row = focus.cut[0][0] if focus.cut else 1
    target = target_at(tree, row)
    until = time.monotonic() + SHARE * job["seconds"]
    doubtful: list[Candidate] = []
    for level, chosen in _choices(target, focus):
        left = max(0.0, until - time.monotonic())
        made = _reproduced(level, job, dialect, focus, tree, chosen, LEVEL_SHARE * left + LEAST)
        if made is not None and made.trouble is None:
            yield made
        elif made is not None:
            doubtful.append(made)
    yield from doubtful


Choice = Callable[[ast.Module, Focus], Target | None]


def _choices(target: Target, focus: Focus) -> Iterator[tuple[str, Choice]]:
    """What to put to the test, the most of the user's code first; each can be found again in the fixed text."""

    if target.function is None:
        yield "slice", lambda other, places: target
        return

    def whole(other: ast.Module, _: Focus) -> Target | None:
        return target_named(other, target.path)

    def part(depth: int | None) -> Choice:
        def choose(other: ast.Module, places: Focus) -> Target | None:
            around = target_named(other, target.path)
            known = uses(*other.body).binds
            return extracted(around, _rows(places), depth, known) if around else None

        return choose

    yield "slice", whole
    yield "slice", part(None)
    yield "operation", part(1)
    if focus.code not in NEEDS_PRODUCER:
        yield "operation", part(0)


def _rows(focus: Focus) -> frozenset[int]:
    return frozenset(row for first, _, last, _ in focus.cut for row in range(first, last + 1))


def focus_of(job: dict[str, Any]) -> Focus:
    def places(name: str) -> tuple[Place, ...]:
        return tuple((one[0], one[1], one[2], one[3]) for one in job.get(name) or [])

    return Focus(job["code"], places("cut"), places("enters"), places("asked"), tuple(job.get("names") or ()))


def _reproduced(
    level: str,
    job: dict[str, Any],
    dialect: Dialect,
    focus: Focus,
    tree: ast.Module,
    choose: Choice,
    seconds: float,
) -> Candidate | None:
    target = choose(tree, focus)
    if target is None:
        return None
    setting = _setting(job, job["source"], tree, target, focus)
    found = search(setting, first_plan(setting), dialect, _goal(job, focus), Clock.of(seconds))
    twin = _twin(job, setting, found, dialect, focus, choose, Clock.of(seconds / 2))
    if twin is not None and twin[0] is not found:
        found = twin[0]
    return _candidate(level, job, found, twin[1] if twin else None, focus, dialect, target)


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
    target = choose(tree, places)
    if target is None:
        return None
    other = _setting(job, job["fixed"], tree, target, places)
    goal = _goal(job, places)
    fixed = attempt(other, found.plan, dialect, goal)
    if fixed.outcome.error is not None and found.is_done:
        better = search(other, found.plan, dialect, goal, clock)
        if better.outcome.error is None:
            again = attempt(setting, better.plan, dialect, found.goal)
            if again.is_done:
                return again, better
    return found, fixed


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
    level: str, job: dict[str, Any], found: Attempt, fixed: Attempt | None, focus: Focus, dialect: Dialect, target: Target
) -> Candidate:
    stubs, inputs = told(found.plan, dialect)
    trouble = None
    if not found.is_done:
        trouble = found.outcome.message or "the flagged line was not reached"
    elif fixed is not None and fixed.outcome.error is not None:
        trouble = f"with the fix: {fixed.outcome.message}"
    return Candidate(
        level=level,
        program=Program(job["source"], job["filename"], found.written.tree),
        fixed=Program(job["fixed"], job["filename"], fixed.written.tree) if fixed else None,
        focus=_asking(focus, found, target),
        fixed_focus=_asking(shifted(focus, job["source"], job["fixed"]), fixed, target) if fixed else None,
        stubs=tuple(stubs),
        repairs=found.plan.repairs,
        inputs=tuple(inputs),
        script=ast.unparse(found.written.tree) + "\n",
        fixed_script=ast.unparse(fixed.written.tree) + "\n" if fixed else None,
        trouble=trouble,
    )


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
    names = (*(name for name in focus.names if name.partition(".")[0] not in own - {"self"}), *made.written.sources)
    return replace(focus, names=tuple(dict.fromkeys(names)), asked=asked, enters=enters)
