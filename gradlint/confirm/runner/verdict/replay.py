"""What a file needs to know to show by itself, in a plain interpreter, what a run has shown here."""

from __future__ import annotations

import ast
import re
from typing import Any, Protocol

import numpy as np

from ..execute.errors import Problem
from ..execute.expectation import HELD, STEPPING
from ..execute.finite_differences import DOUBLE, direction, shown
from ..execute.program import Program
from ..execute.recorded_asks import Answer, Part, Trace
from ..execute.statement_numbers import number_at, number_of_binding
from ..measure.judge import Judged
from ..measure.observe import Observed
from ..measure.singular_points import Pushed
from ..measure.training_step import accumulated
from .beside import apart, furthest
from .operands import speaks_of_gradient
from .symptoms import Symptom

MOST_ALONG = 16

Record = dict[str, Any]


class Has(Protocol):
    """Anything that has a program to execute."""

    @property
    def program(self) -> Program: ...


def replays(
    written: tuple[Observed, Symptom],
    fixed: tuple[Observed | None, Symptom | None],
    programs: tuple[Has, Has],
    seed: int,
    pushed: Pushed | None = None,
) -> tuple[Record, Record]:
    """What to look at again in the program as written, and in the one with the fix."""
    try:
        return _both(written, fixed, programs, seed, pushed)
    except Exception as failed:  # a file that cannot be written must not cost the verdict
        return {"about": "nothing", "why": f"{type(failed).__name__}: {failed}"}, {}


def _both(
    written: tuple[Observed, Symptom],
    fixed: tuple[Observed | None, Symptom | None],
    programs: tuple[Has, Has],
    seed: int,
    pushed: Pushed | None,
) -> tuple[Record, Record]:
    observed, symptom = written
    after, cure = fixed
    ours = _replay(observed, symptom, programs[0].program, seed, pushed)
    if after is None or cure is None:
        return ours, {}
    theirs = _replay(after, cure, programs[1].program, seed, pushed)
    if ours.get("symptom") == "nan" and theirs.get("symptom") == "arrives":
        theirs["symptom"] = "nan"  # it has to be finite, and nothing else
    if theirs["about"] == "frozen":
        theirs["about"] = "nothing"  # what is drawn at random differs if nothing is compiled
    if ours["about"] == "sum":
        theirs.update({key: ours[key] for key in ("about", "step", "mean", "losses")})
    if ours["about"] == "nothing" and observed.trace is not None and after.trace is not None:
        _beside((observed, after), (ours, theirs), (programs[0].program, programs[1].program))
    return ours, theirs


def _replay(
    observed: Observed, symptom: Symptom, program: Program, seed: int, pushed: Pushed | None
) -> Record:
    """`about` names the kind of check; the rest is what that needs."""
    trace = observed.trace
    elsewhere = observed.problem if symptom.problem is None else None
    ends_at = None if elsewhere is None else _position(elsewhere, program)
    found: Record = {
        "about": "nothing",
        "seed": seed,
        "jacobians": trace is not None and trace.adds_up,
        **{mode: bool(trace and getattr(trace.adapter, f"_{mode}", False)) for mode in ("eager", "xla")},
        "left_out": _left_out(observed, symptom, program),
        "ends_at": ends_at,
        "stops": observed.cut_short or (elsewhere is not None and ends_at is None),
    }
    if symptom.problem is not None:
        return {**found, "about": "raises"}
    if trace is None:
        return found
    judged = symptom.gradient
    if judged is None and trace.focus.predicted.shows == "ignored-flag":
        judged = next((each for each in observed.gradients if each.wanted and each.symptom == "none"), None)
    if judged is not None:
        record = {**found, "about": "gradient", **_gradient(judged, trace, program, seed)}
        if symptom.kind == "right" and judged.symptom != "right":
            record["symptom"] = "arrives"  # nothing can be said about the numbers
        return record
    if pushed is not None:
        return {**found, **_pushed(trace, pushed, program)}
    return {**found, **_by_rule(observed, trace, program)}


def _beside(
    observed: tuple[Observed, Observed], records: tuple[Record, Record], programs: tuple[Program, Program]
) -> None:
    """Complete the records of two runs that show something only beside each other."""
    for each in apart(*observed):
        label, kind = each.label, each.kind
        numbers = furthest(each.ours, each.theirs)
        for record, run, program in zip(records, observed, programs, strict=True):
            assert run.trace is not None
            place = _first_ask(run.trace, label, each.time) if kind == "gradient" else None
            if place is not None:
                call, position, answer = place
                where = {"call": call, "position": position, "source": _source(answer.part, program)}
            else:
                where = _left(run.trace, label, program)
            record.update(about="beside", kind=kind, label=label, **numbers, **where)
        return


def _by_rule(observed: Observed, trace: Trace, program: Program) -> Record:
    shows, tree = trace.focus.predicted.shows, program.parsed()
    rows = frozenset(row for first, _, last, _ in trace.focus.cut for row in range(first, last + 1))
    if shows == "not-finite":
        return _not_finite(trace, program)
    if shows == "summed-gradients":
        return _summed(trace, tree, rows)
    if shows == "ignored-flag":
        return _registered(trace, tree, "flag")
    if shows in STEPPING:
        return {"about": "steps", "shows": shows}
    if shows == "kept-graph":
        return {"about": "kept", "statement": number_at(tree, rows), "steps": observed.kept}
    if shows in HELD:
        if trace.adapter.unregistered(trace) is None:
            return {}  # what was moved there cannot be moved from inside the file
        if any(not ask.answers for ask in trace.asks) and not trace.adapter.unregistered(trace):
            return {"about": "empty"}
        there = any(trace.focus.is_cut(row) for _, _, _, row in trace.owned)
        if shows == "made-anew" and type(trace.adapter).__name__ == "TensorFlow" and not there:
            return {"about": "loose"}
        if shows == "unregistered" or type(trace.adapter).__name__ != "Torch":
            return _registered(trace, tree)
        return {"about": "made" if shows == "made-anew" else "held"}
    if shows == "swapped":
        names = [name for name, _ in trace.objects if speaks_of_gradient(name)]
        place = {"statement": number_at(tree, rows), "name": names[0] if names else None}
        return {"about": "bound", **place}
    if shows == "frozen" and observed.as_python is not None:
        return {"about": "frozen", "eager": False, "instead": observed.as_python[1]}
    return {}


def _registered(trace: Trace, tree: ast.Module, about: str = "registered") -> Record:
    """Where something was made an attribute: on the flagged line, if that does it."""
    for _, name, _, row in trace.owned_there():
        number = number_of_binding(tree, name, row)
        if number is not None:
            return {"about": about, "name": name, "statement": number}
    return {}


def _not_finite(trace: Trace, program: Program) -> Record:
    for call, ask in enumerate(trace.asks):
        for position, answer in enumerate(ask.answers):
            if answer.gradient is not None and not np.isfinite(answer.gradient).all():
                place = {"call": call, "position": position, "source": _source(answer.part, program)}
                return {
                    "about": "gradient",
                    "label": answer.label,
                    "symptom": "nan",
                    "expected": None,
                    **place,
                }
    return {}


def _summed(trace: Trace, tree: ast.Module, rows: frozenset[int]) -> Record:
    """The first step or line that uses the sum over several losses, and what the mean would have been."""
    for found in accumulated(trace):
        place = {
            "step": found.step,
            "name": found.name,
            "tail": found.tail,
            "statement": number_at(tree, rows),
        }
        return {"about": "sum", **place, "losses": found.losses, "mean": shown(found.numbers / found.losses)}
    return {}


def _gradient(judged: Judged, trace: Trace, program: Program, seed: int) -> Record:
    asked, slope = judged.asked, judged.slope
    call, position, answer = _place(trace, judged.ask, asked.source)
    size = int(asked.value.size)
    return {
        "label": asked.source,
        "call": call,
        "position": position,
        "source": _source(None if answer is None else answer.part, program),
        "symptom": judged.symptom,
        "size": size,
        "found": None if asked.found is None else shown(asked.found),
        "elements": list(judged.elements),
        "along": direction(size, seed).tolist() if 1 < size <= MOST_ALONG else None,
        "slope": None if slope is None else slope.found,
        "expected": None if slope is None else slope.expected,
        "wide": slope.secant if slope is not None and slope.flat else None,
        "noise": 0.0 if slope is None else slope.noise,
        "relative": judged.precision.relative,
        "double": judged.precision is DOUBLE,
    }


def _place(trace: Trace, ask: int, label: str) -> tuple[int, int, Answer | None]:
    answers = trace.asks[ask].answers if ask < len(trace.asks) else ()
    for position, answer in enumerate(answers):
        if answer.label == label:
            return _call(trace, ask, label), position, answer
    return ask, 0, None


def _call(trace: Trace, ask: int, label: str) -> int:
    """Which call it was; a function that is listened to by its name counts its own."""
    function = label.partition(":")[0]
    if type(trace.adapter).__name__ != "NumPy":
        return ask
    return sum(
        any(each.label.partition(":")[0] == function for each in one.answers) for one in trace.asks[:ask]
    )


def _first_ask(trace: Trace, label: str, time: int = 0) -> tuple[int, int, Answer] | None:
    """The first call that gives something to a source, or the one so many times later."""
    for number, ask in enumerate(trace.asks):
        for position, answer in enumerate(ask.answers):
            if answer.label == label and answer.gradient is not None:
                if time == 0:
                    return number, position, answer
                time -= 1
    return None


def _pushed(trace: Trace, pushed: Pushed, program: Program) -> Record:
    place = _first_ask(trace, pushed.label)
    if place is None:
        return {}
    call, position, answer = place
    return {
        "about": "pushed",
        "label": pushed.label,
        "point": pushed.point,
        "call": call,
        "position": position,
        "source": _source(answer.part, program),
    }


def _source(part: Part | None, program: Program) -> Record | None:
    """Where in the program a source is bound, and how it is reached from what is bound there."""
    if part is None or part.binding < 0:
        return None
    statement = number_of_binding(program.parsed(), part.name, part.row)
    return {"name": part.name, "tail": part.label.removeprefix(part.name), "statement": statement}


def _left(trace: Trace, label: str, program: Program) -> Record:
    """How to get at a number that the program leaves behind."""
    if found := re.fullmatch(r"(\w+) leaf (\d+)", label):
        return {"call": None, "leaf": [found[1], int(found[2])], "source": None}
    plain = label.removesuffix(".grad")
    part = next((each for each in trace.all_parts() if each.label == plain), None)
    return {"call": None, "leaf": None, "source": _source(part, program), "stored": plain != label}


def _left_out(observed: Observed, symptom: Symptom, program: Program) -> list[int]:
    """Statements of a document that raised and have nothing to do with the finding."""
    found: list[int] = []
    for problem in observed.skipped:
        if problem is symptom.problem:
            break  # the program ends there
        position = _position(problem, program)
        if position is not None:
            found.append(position)
    return found


def _position(problem: Problem, program: Program) -> int | None:
    """Which statement at the top of the program an exception came out of."""
    for position, statement in enumerate(program.parsed().body):
        if problem.rows and statement.lineno <= problem.rows[0] <= (statement.end_lineno or statement.lineno):
            return position
    return None
