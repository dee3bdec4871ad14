"""One program looked at for one finding: as it is, at singular points, and past what its kernels hide."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..execute.clock import spent
from ..execute.frameworks import Framework
from ..execute.program import Focus, Program
from ..measure.observe import Observed, Observer
from ..measure.singular_points import Pushed, pushed
from .fixed_twin import at_the_edge
from .symptoms import Symptom, is_unnamed, needs_no_numbers, shown_by, symptom_of
from .wording import numbers

UNDER_XLA = "as written: seen under XLA (jit_compile=True); the CPU kernel hides it, it gives 0 for 0 * inf"

MOST_LATER = 4
"""How many calls after the first are looked at."""
NOT_ALL = "the gradient is correct where it is first requested; later calls were not measured"
NOT_COMPILED = "the CPU kernel may hide what is not finite, and XLA, which would show it, cannot compile this"


@dataclass(frozen=True)
class Look:
    """What was seen, and how it was looked at: its counterpart with the fix is looked at in the same way."""

    framework: Framework
    observer: Observer
    observed: Observed
    symptom: Symptom
    hits: int
    push: Pushed | None = None

    @property
    def clean(self) -> bool:
        return self.symptom.kind in {"right", "unknown"}


def look(
    framework: Framework, program: Program, focus: Focus, seed: int, seconds: float, has_twin: bool = False
) -> Look:
    """As the program is executed; compiled by XLA where only that can show what the finding speaks of."""
    until = spent() + seconds
    seen = _at_later_calls(_seen(framework, program, focus, seed, seconds, has_twin), focus)
    if not (seen.clean and seen.hits and focus.predicted.shows == "not-finite"):
        return seen
    compiled: Look | None = None
    for look_closer in (_as_it_is, _at_singular_points):
        closer = look_closer(seen, focus)
        if closer.clean and "masked" in focus.predicted.traits and seen.observer.hides:
            left = until - spent()
            compiled = compiled or _seen(framework.under_xla(), program, focus, seed, left, has_twin)
            closer = _described(look_closer(compiled, focus))
        if closer.symptom.kind == "nan":
            return replace(closer, hits=seen.hits)
    if compiled is not None and compiled.observed.watched_problem is not None:
        return replace(seen, symptom=replace(seen.symptom, kind="unknown", reason=NOT_COMPILED))
    return seen


def _seen(
    framework: Framework, program: Program, focus: Focus, seed: int, seconds: float, has_twin: bool
) -> Look:
    observer = Observer(framework, program, focus, seed, seconds)
    observed = observer.observed(
        until={"none", "wrong"}, settled=lambda found: needs_no_numbers(found, focus), hasty=has_twin
    )
    raised_there = any(focus.is_cut(row) for problem in observed.problems() for row in problem.rows)
    hits = max(observed.hits, int(raised_there))
    return Look(framework, observer, observed, symptom_of(observed, focus), hits)


def _at_later_calls(seen: Look, focus: Focus) -> Look:
    """A gradient that is right where it is first asked for may be wrong where it is asked for again."""
    right = seen.symptom.gradient
    if seen.symptom.kind != "right" or right is None or focus.predicted.shows != "gradient":
        return seen
    calls = seen.observer.later(seen.observed, right)
    for ask, answer in calls[:MOST_LATER]:
        judged = seen.observer.judged(seen.observed, ask, answer)
        if (kind := shown_by(judged, focus)) in {"none", "zero", "wrong", "nan"}:
            found = Symptom(kind, tuple(numbers(judged)), judged, unnamed=is_unnamed(judged, focus))
            return replace(seen, symptom=found)
        if judged.symptom not in {"right", "unrelated"}:
            return replace(seen, symptom=replace(seen.symptom, kind="unknown", reason=NOT_ALL))
    if len(calls) > MOST_LATER:
        return replace(seen, symptom=replace(seen.symptom, kind="unknown", reason=NOT_ALL))
    return seen


def _as_it_is(seen: Look, focus: Focus) -> Look:
    return seen


def _at_singular_points(seen: Look, focus: Focus) -> Look:
    push = None if seen.observed.trace is None else pushed(seen.observer, seen.observed, focus)
    return seen if push is None else replace(seen, symptom=at_the_edge(push), push=push)


def _described(seen: Look) -> Look:
    evidence = (*seen.symptom.evidence, UNDER_XLA)
    return replace(seen, symptom=replace(seen.symptom, evidence=evidence))
