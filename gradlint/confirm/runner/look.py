"""One program looked at for one finding: as it is, at singular points, and past what its kernels hide."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from .frameworks import Framework
from .observe import Observed, Observer
from .program import Focus, Program
from .remedy import at_the_edge
from .singular import Pushed, pushed
from .symptoms import Symptom, needs_no_numbers, symptom_of

UNDER_XLA = "as written: seen under XLA (jit_compile=True); the CPU kernel hides it, it gives 0 for 0 * inf"

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
    until = time.monotonic() + seconds
    seen = _seen(framework, program, focus, seed, seconds, has_twin)
    if not (seen.clean and seen.hits and focus.foretold.shows == "not-finite"):
        return seen
    compiled: Look | None = None
    for look_closer in (_as_it_is, _at_singular_points):
        closer = look_closer(seen, focus)
        if closer.clean and "masked" in focus.foretold.traits and seen.observer.hides:
            left = until - time.monotonic()
            compiled = compiled or _seen(framework.under_xla(), program, focus, seed, left, has_twin)
            closer = _told(look_closer(compiled, focus))
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


def _as_it_is(seen: Look, focus: Focus) -> Look:
    return seen


def _at_singular_points(seen: Look, focus: Focus) -> Look:
    push = None if seen.observed.trace is None else pushed(seen.observer, seen.observed, focus)
    return seen if push is None else replace(seen, symptom=at_the_edge(push), push=push)


def _told(seen: Look) -> Look:
    evidence = (*seen.symptom.evidence, UNDER_XLA)
    return replace(seen, symptom=replace(seen.symptom, evidence=evidence))
