"""What a run says about one finding: the symptom that its rule speaks of, with the numbers that show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from . import beside, structure, training
from .differences import Array
from .errors import Problem, proves
from .observe import Judged, Observed
from .program import Focus

STAIRCASE = {"GL104", "GL105", "GL108", "GL302", "GL403", "GL405", "GL606", "GL704"}
"""Rules about functions that small steps do not change. Elsewhere a zero on level ground is right."""
OFF_PATH = {"GL311", "GL310", "GL309", "GL308", "GL305", "GL307"}
"""Rules about sources that the loss does not depend on: to be given nothing is what they foretell."""
RAISE_ONLY = {"GL201", "GL202", "GL203", "GL204", "GL205", "GL207", "GL406", "GL502", "GL506", "GL507"} | {
    "GL508",
    "GL509",
    "GL603",
}
NOT_FINITE = {"GL701", "GL702", "GL703"}
BESIDE_ONLY = {"GL110", "GL208", "GL510", "GL607", "GL705"}
"""Rules where what is written is differentiated correctly, and is not what was meant."""
BESIDE = BESIDE_ONLY | {"GL505", "GL311", "GL309"}


@dataclass(frozen=True)
class Symptom:
    kind: str
    evidence: tuple[str, ...] = ()
    gradient: Judged | None = None
    problem: Problem | None = None
    reason: str = ""


def symptom_of(observed: Observed, focus: Focus) -> Symptom:
    for problem in observed.problems():
        if proves(problem, focus):
            return Symptom("raises", problem=problem)
    if observed.trace is None:
        return Symptom("unknown", reason=observed.reason or "nothing was measured")
    for symptom in (_by_gradient(observed, focus), _by_the_step(observed, focus), _by_structure(observed, focus)):
        if symptom is not None:
            return symptom
    return _nothing_found(observed, focus)


def relevant(observed: Observed) -> list[Judged]:
    """What the finding speaks of; all that was asked for, where it names nothing that was."""
    wanted = [each for each in observed.gradients if each.wanted]
    return wanted or observed.gradients


def _by_gradient(observed: Observed, focus: Focus) -> Symptom | None:
    if focus.code in RAISE_ONLY or focus.code in BESIDE_ONLY:
        return None
    for judged in relevant(observed):
        kind: str | None = judged.symptom
        if judged.symptom == "unrelated" and focus.code in OFF_PATH:
            kind = "none" if judged.asked.found is None else "zero"
        elif judged.symptom == "zero" and judged.slope is not None and judged.slope.flat:
            kind = "zero" if focus.code in STAIRCASE else None
        elif judged.symptom == "nan":
            finite = judged.slope is not None and judged.slope.expected is not None
            kind = "nan" if finite or focus.code in NOT_FINITE else None
        elif focus.code in NOT_FINITE:
            kind = None
        if kind in {"none", "zero", "wrong", "nan"}:
            return Symptom(kind, tuple(numbers(judged)), judged)
    return None


def _by_the_step(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    if focus.code == "GL601":
        lines = list(training.old_gradients(observed.trace))
    elif focus.code == "GL602":
        lines = list(training.lost_gradients(observed.trace))
    else:
        return None
    return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:2])) if lines else None


def _by_structure(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    trace = observed.trace
    if focus.code == "GL604" and observed.kept:
        return Symptom("leak", (f"as written: {observed.kept} steps of the graph are kept alive",))
    if focus.code in {"GL308", "GL309", "GL310"}:
        lines = trace.adapter.unregistered(trace)
        if lines:
            return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:3]))
    if focus.code in {"GL310", "GL309", "GL308"} and any(not ask.answers for ask in trace.asks):
        row = next(ask.row for ask in trace.asks if not ask.answers)
        return Symptom("none", (f"as written: in line {row} gradients are asked for an empty list",))
    return None


def _nothing_found(observed: Observed, focus: Focus) -> Symptom:
    if observed.problem is not None:
        return Symptom("unknown", problem=observed.problem, reason="the program raised something else")
    if focus.code in RAISE_ONLY or focus.code in {"GL601", "GL602", "GL604"}:
        return Symptom("right", ("as written: it runs to its end",))
    if focus.code in BESIDE_ONLY:
        return Symptom("unknown", tuple(facts_of(observed, focus)), reason="only a comparison with the fix can tell")
    judged = relevant(observed)
    if not judged:
        return Symptom("unknown", reason=observed.reason or "the program asks for no gradient that could be measured")
    doubtful = [each for each in judged if each.symptom not in {"right", "unrelated"}]
    if doubtful:
        reason = doubtful[0].reason or f"{doubtful[0].asked.source}: no reliable finite difference"
        if doubtful[0].symptom == "zero":
            reason = f"{doubtful[0].asked.source}: the function is level there"
        return Symptom("unknown", tuple(numbers(doubtful[0])), doubtful[0], reason=reason)
    return Symptom("right", tuple(numbers(judged[0])), judged[0])


def compared(written: Observed, symptom: Symptom, fixed: Observed, focus: Focus) -> Symptom:
    """What shows only beside the program with the fix: it computes something else."""
    if focus.code not in BESIDE or symptom.kind not in {"unknown", "right"} or symptom.problem is not None:
        return symptom
    facts = list(facts_of(written, focus))
    if focus.code == "GL510" and not facts:
        return replace(symptom, kind="right", evidence=("as written: nothing is broadcast there",))
    if focus.code == "GL607" and written.trace is not None and training.accumulated(written.trace) < 2:
        return symptom
    lines = list(beside.differences(written, fixed))
    if not lines:
        return replace(symptom, reason="the fix changes no gradient and nothing that is trained")
    return Symptom("wrong", (*facts[:1], *lines[:2]))


def put_right(fixed: Observed, written: Symptom, focus: Focus) -> Symptom:
    """What the program with the fix shows about what was broken in the program as written."""
    own = symptom_of(fixed, focus)
    broken = written.gradient
    if broken is not None:
        same = [each for each in fixed.gradients if each.asked.source == broken.asked.source]
        if same and same[0].symptom == "right":
            return Symptom("right", (next(numbers(same[0], "after the fix")),), same[0])
    if own.kind == "right" or (focus.code in BESIDE_ONLY and own.kind == "unknown"):
        return _judged_after(fixed, own)
    if own.kind == "unknown" and fixed.problem is None and written.kind == "raises" and not fixed.gradients:
        return Symptom("right", ("after the fix: it runs to its end",))
    lines = tuple(line.replace("as written", "after the fix") for line in own.evidence)
    return replace(own, evidence=lines)


def _judged_after(fixed: Observed, own: Symptom) -> Symptom:
    """Right if none of its gradients is broken."""
    broken = [each for each in fixed.gradients if each.symptom in {"none", "wrong", "nan"}]
    if broken:
        return Symptom(broken[0].symptom, tuple(numbers(broken[0], "after the fix")), broken[0])
    lines = tuple(line.replace("as written", "after the fix") for line in own.evidence[:1])
    return Symptom("right", lines, own.gradient)


def facts_of(observed: Observed, focus: Focus) -> Iterator[str]:
    """What can be seen at the flagged expression, for rules that need more than a gradient."""
    assert observed.trace is not None
    if focus.code == "GL510":
        yield from (f"as written: {line}" for line in structure.broadcasts(observed.trace))
    elif focus.code == "GL705":
        yield from (f"as written: {line}" for line in structure.activations(observed.trace))
    elif focus.code == "GL607":
        yield f"as written: {training.accumulated(observed.trace)} losses are summed up before a step"


def numbers(judged: Judged, prefix: str = "as written") -> Iterator[str]:
    """One line for the gradient found, one for finite differences."""
    asked, slope = judged.asked, judged.slope
    what = f"the gradient of {asked.source}"
    if asked.found is None:
        yield f"{prefix}: {what} is None"
    else:
        yield f"{prefix}: {what} is {_shown(asked.found, judged)}"
    if slope is None:
        return
    if slope.secant is not None and slope.flat:
        yield f"finite differences: 0 for small steps, {slope.secant:.4g} over a finite range"
    elif slope.expected is not None:
        elements = list(judged.elements)
        yield f"finite differences: {_listed(elements) if elements else f'{slope.expected:.4f}'}"
    elif not slope.depends:
        yield f"finite differences: the loss does not depend on {asked.source}"


def _shown(found: Array, judged: Judged) -> str:
    if found.size <= 4 or judged.slope is None or judged.slope.found is None:
        return _listed([float(each) for each in found.ravel()[:4]])
    if not found.any():
        return "0 in every element"
    if not np.isfinite(found).all():
        return f"not finite in {int((~np.isfinite(found)).sum())} of {found.size} elements"
    return f"{judged.slope.found:.4f} along a fixed direction"


def _listed(values: list[float]) -> str:
    if len(values) == 1:
        return f"{values[0]:.4f}"
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


__all__ = ["BESIDE", "Symptom", "compared", "facts_of", "numbers", "put_right", "relevant", "symptom_of"]
