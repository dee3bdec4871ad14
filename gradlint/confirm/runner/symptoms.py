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
from .singular import Pushed

STAIRCASE = {"GL104", "GL105", "GL108", "GL302", "GL403", "GL405", "GL606", "GL704"}
"""Rules about functions that small steps do not change. Elsewhere a zero on level ground is right."""
OFF_PATH = {"GL311", "GL310", "GL309", "GL308", "GL305", "GL307"}
"""Rules about sources that the loss does not depend on: to be given nothing is what they foretell."""
RAISE_ONLY = {"GL201", "GL202", "GL203", "GL204", "GL205", "GL207", "GL406", "GL502", "GL506", "GL507"} | {
    "GL508",
    "GL509",
    "GL603",
}
ANY_SOURCE = {"GL206", "GL605", "GL802", "GL803"}
"""Rules about a step of the way: it spoils what lies behind it, not what the finding names."""
NOT_FINITE = {"GL701", "GL702", "GL703"}
BESIDE_ONLY = {"GL110", "GL208", "GL510", "GL705"}
"""Rules where what is written is differentiated correctly, and is not what was meant."""
STRUCTURAL = {"GL303", "GL308", "GL309", "GL310", "GL601", "GL602", "GL604", "GL607"}
"""Rules that show in what becomes of the gradients, and not in their numbers."""
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
    for look in (_by_the_step, _by_structure, _by_what_was_bound, _by_gradient):
        symptom = look(observed, focus)
        if symptom is not None:
            return symptom
    return _nothing_found(observed, focus)


def relevant(observed: Observed, focus: Focus) -> list[Judged]:
    """What the finding speaks of; all that was asked for, where it names nothing that was."""
    wanted = [each for each in observed.gradients if each.wanted]
    return observed.gradients if focus.code in ANY_SOURCE or not wanted else wanted


def _by_gradient(observed: Observed, focus: Focus) -> Symptom | None:
    if focus.code in RAISE_ONLY or focus.code in BESIDE_ONLY or focus.code == "GL607":
        return None
    if focus.code in NOT_FINITE:
        return _not_finite(observed, focus)
    for judged in relevant(observed, focus):
        kind: str | None = judged.symptom
        if judged.symptom == "unrelated" and focus.code in OFF_PATH:
            kind = "none" if judged.asked.found is None else "zero"
        elif judged.symptom == "zero" and judged.slope is not None and judged.slope.flat:
            kind = "zero" if focus.code in STAIRCASE else None
        elif judged.symptom == "nan":
            finite = judged.slope is not None and judged.slope.expected is not None
            kind = "nan" if finite else None
        if kind in {"none", "zero", "wrong", "nan"}:
            return Symptom(kind, tuple(numbers(judged)), judged)
    return None


def _not_finite(observed: Observed, focus: Focus) -> Symptom | None:
    """Any gradient that is not a number, of whatever call: that needs no finite differences."""
    assert observed.trace is not None
    for judged in relevant(observed, focus):
        if judged.symptom == "nan":
            return Symptom("nan", tuple(numbers(judged)), judged)
    made_there = structure.makes_nonfinite(observed.trace)
    for ask in observed.trace.asks:
        finite = focus.code == "GL703" or made_there or bool(np.isfinite(ask.target).all())
        for answer in ask.answers:
            if finite and answer.gradient is not None and not np.isfinite(answer.gradient).all():
                line = f"as written: in line {ask.row} the gradient of {answer.label} is not finite"
                return Symptom("nan", (line,))
    return None


def _by_the_step(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    if focus.code == "GL601":
        lines = list(training.old_gradients(observed.trace))
    elif focus.code == "GL602":
        lines = list(training.lost_gradients(observed.trace))
    elif focus.code == "GL607":
        lines = list(training.accumulated(observed.trace))
    else:
        return None
    return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:1])) if lines else None


def _by_structure(observed: Observed, focus: Focus) -> Symptom | None:
    assert observed.trace is not None
    trace = observed.trace
    if focus.code == "GL303":
        lines = list(structure.ignored_flags(trace))
        if lines:
            return Symptom("wrong", tuple(f"as written: {line}" for line in lines[:2]))
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


def _by_what_was_bound(observed: Observed, focus: Focus) -> Symptom | None:
    """A value and a gradient that were given each other's names; a value that was read only once."""
    assert observed.trace is not None
    if focus.code == "GL505":
        lines = list(structure.swapped(observed.trace))
        return Symptom("wrong", tuple(f"as written: {line}" for line in lines)) if lines else None
    if focus.code == "GL110" and observed.as_python:
        compiled, plainly = observed.as_python
        return Symptom("wrong", (f"as written: {compiled}", f"as plain Python, not compiled: {plainly}"))
    return None


def _nothing_found(observed: Observed, focus: Focus) -> Symptom:
    if observed.problem is not None:
        return Symptom("unknown", problem=observed.problem, reason="the program raised something else")
    if observed.cut_short and not observed.gradients:
        return Symptom("unknown", reason="the program takes too long")
    if focus.code in RAISE_ONLY or focus.code in {"GL601", "GL602", "GL604", "GL607"}:
        return Symptom("right", ("as written: it runs to its end",))
    if focus.code in BESIDE_ONLY:
        facts = tuple(dict.fromkeys(facts_of(observed, focus)))
        return Symptom("unknown", facts, reason="only a comparison with the fix can tell")
    judged = relevant(observed, focus)
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
    lines = list(beside.differences(written, fixed))
    if not lines:
        return replace(symptom, reason="the fix changes no gradient and nothing that is trained")
    return Symptom("wrong", (*facts[:1], *lines[:2]))


def put_right(fixed: Observed, written: Symptom, focus: Focus) -> Symptom:
    """What the program with the fix shows about what was broken in the program as written."""
    own = symptom_of(fixed, focus)
    if focus.code == "GL110" and own.kind == "wrong":
        own = Symptom("right")  # a random number differs between a compiled program and plain Python
    broken = written.gradient
    if broken is not None:
        same = [each for each in fixed.gradients if each.asked.source == broken.asked.source]
        if same and (same[0].symptom == "right" or (_is_level(broken) and _arrives(same[0]))):
            return Symptom("right", (next(numbers(same[0], "after the fix")),), same[0])
        if same and broken.symptom in {"none", "zero", "unrelated"} and _arrives(same[0]):
            return Symptom("arrives", (next(numbers(same[0], "after the fix")),), same[0])
    if written.kind == "raises":
        return _no_longer_raises(fixed, own)
    if focus.code == "GL607" and own.kind == "wrong" and own.evidence != written.evidence:
        return Symptom("right", tuple(line.replace("as written", "after the fix") for line in own.evidence))
    if broken is None and focus.code in STRUCTURAL:
        if _by_the_step(fixed, focus) is None and _by_structure(fixed, focus) is None:
            lines = own.evidence[:1] if own.gradient is not None else ("after the fix: it runs to its end",)
            return Symptom("right", tuple(line.replace("as written", "after the fix") for line in lines))
    if own.kind == "right" or (focus.code in BESIDE_ONLY and own.kind == "unknown"):
        return _judged_after(fixed, own)
    lines = tuple(line.replace("as written", "after the fix") for line in own.evidence)
    return replace(own, evidence=lines)


def _is_level(judged: Judged) -> bool:
    """A staircase: no derivative agrees with finite differences, and a surrogate is all that can be had."""
    return judged.slope is not None and judged.slope.flat and judged.slope.depends


def _arrives(judged: Judged) -> bool:
    found = judged.asked.found
    return found is not None and bool(found.any()) and bool(np.isfinite(found).all())


def _no_longer_raises(fixed: Observed, own: Symptom) -> Symptom:
    """What raised is right when it runs and gradients arrive; what the user stops elsewhere is not judged."""
    if own.kind == "raises" or (fixed.problem is not None and fixed.problem.gradient_error):
        return replace(own, kind="raises", problem=own.problem or fixed.problem)
    if fixed.problem is not None and fixed.problem.evidence and not fixed.gradients:
        return replace(own, kind="unknown", problem=fixed.problem, reason="it raises something else")
    asked = [each for each in fixed.gradients if each.trained]
    right = [each for each in asked if each.symptom == "right"]
    arrived = right or [each for each in asked if each.symptom in {"wrong", "unknown"} and each.asked.found is not None]
    if arrived:
        return Symptom("right", (next(numbers(arrived[0], "after the fix")),), arrived[0])
    if asked and all(each.symptom in {"none", "nan"} for each in asked):
        return Symptom(asked[0].symptom, tuple(numbers(asked[0], "after the fix")), asked[0])
    return Symptom("right", ("after the fix: it runs to its end",))


def at_the_edge(push: Pushed, prefix: str = "as written") -> Symptom:
    """What a source that was pushed to a singular point shows."""
    assert push.gradient is not None
    first = ", ".join(f"{number:.4g}" for number in push.gradient.ravel()[:3])
    more = ", ..." if push.gradient.size > 3 else ""
    line = f"{prefix}: with {push.label} moved to {push.point} its gradient is [{first}{more}]"
    return Symptom("right" if push.finite else "nan", (line,))


def _judged_after(fixed: Observed, own: Symptom) -> Symptom:
    """Right if none of its gradients is broken."""
    broken = [each for each in fixed.gradients if each.trained and each.symptom in {"none", "wrong", "nan"}]
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
    if not np.isfinite(found).all() and found.size > 4:
        return f"not finite in {int((~np.isfinite(found)).sum())} of {found.size} elements"
    if found.size > 4 and not found.any():
        return "0 in every element"
    if found.size == 1 or (found.size <= 4 and (judged.elements or judged.slope is None)):
        return _listed([float(each) for each in found.ravel()])
    if judged.slope is None or judged.slope.found is None:
        return _listed([float(each) for each in found.ravel()[:4]])
    return f"{judged.slope.found:.4f} along a fixed direction"


def _listed(values: list[float]) -> str:
    if len(values) == 1:
        return f"{values[0]:.4f}"
    return f"[{', '.join(f'{value:.4f}' for value in values)}]"


__all__ = ["BESIDE", "NOT_FINITE", "Symptom", "at_the_edge", "compared", "facts_of", "numbers", "put_right", "relevant", "symptom_of"]
