"""One program as a Run: how it ended, its gradients beside finite differences, and what that says."""

from __future__ import annotations

from typing import Any

from ..execute.finite_differences import shown
from ..execute.frameworks import load
from ..execute.program import Focus, Program
from ..measure.judge import Judged
from ..measure.observe import Observed, Observer
from .symptoms import Symptom, symptom_of

SECONDS = 10.0
AMONG_EQUALS = "as one of two processes, of which the other holds the same numbers"


def measure(framework: str, program: Program, focus: Focus, device: str, seed: int) -> dict[str, Any]:
    """Execute a program several times in this process; see the contract of a Run."""
    observed = Observer(load(framework, device), program, focus, seed, SECONDS).observed()
    return as_run(observed, symptom_of(observed, focus), focus)


def as_run(observed: Observed, symptom: Symptom, focus: Focus) -> dict[str, Any]:
    problem = symptom.problem or observed.problem
    trace = observed.trace
    return {
        "end": "raised" if observed.problem is not None else "ran" if trace is not None else "unmeasured",
        "error": None if problem is None else problem.as_json(),
        "gradients": [_gradient(each) for each in observed.gradients],
        "training": {} if trace is None else _training(trace.events),
        "kept": observed.kept,
        "symptom": symptom.kind,
        "measured": symptom.measured,
        "about": "" if trace is None or symptom.gradient is not None else trace.focus.predicted.shows,
        "evidence": [*symptom.evidence, *_company(observed, symptom, focus)],
        "reason": symptom.reason,
        "hits": observed.hits,
        "cut_short": observed.cut_short,
    }


def _company(observed: Observed, symptom: Symptom, focus: Focus) -> list[str]:
    """What a reader has to know of the others where a program is made for several processes."""
    shows = symptom.evidence or symptom.problem is not None or observed.problem is not None
    return [AMONG_EQUALS] if shows and "two-processes" in focus.predicted.traits else []


def _gradient(judged: Judged) -> dict[str, Any]:
    asked, slope = judged.asked, judged.slope
    return {
        "source": asked.source,
        "row": asked.row,
        "asked_row": judged.ask_row,
        "found": None if slope is None else slope.found,
        "expected": None if slope is None else slope.expected,
        "expected_wide": None if slope is None else slope.secant,
        "symptom": judged.symptom,
        "used": judged.used,
        "elements": {
            "found": None if asked.found is None else shown(asked.found),
            "expected": list(judged.elements),
        },
        "reason": judged.reason,
    }


def _training(events: list[Any]) -> dict[str, Any]:
    return {"events": [[event.kind, event.row] for event in events[:32]]}
