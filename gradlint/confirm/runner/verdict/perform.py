"""Reproduce one finding: the program itself first, then ever smaller parts of it."""

from __future__ import annotations

import ast
import importlib
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..execute.clock import peak_mb, spent
from ..execute.expectation import PUT_RIGHT_AS_IT_RUNS
from ..execute.frameworks import DeviceAbsent, Framework, load
from ..execute.granting import hint
from ..execute.launch import Launch, imported_instead
from ..execute.program import Focus, Program, focus_of
from ..execute.script import Script
from ..measure.observe import Observed, Observer
from ..measure.singular_points import there
from . import beside
from .alone import alone
from .carried import level_term
from .fixed_twin import asks_in_vain, at_the_edge, at_the_same_call, compared, made_sure, past_it, put_right
from .idle import IDLE, unless_idle
from .look import look
from .ownership import made_up
from .partings import parted
from .replay import replays
from .run import as_run
from .symptoms import Symptom
from .terms import is_measured, may_lack_a_term, of_this_line, with_term
from .wording import in_users_words, users_words

Job = dict[str, Any]
SHARE_OF_PROGRAM = 0.75
"""How much of the time the whole program may take, so that something is left for its parts."""
SHARE_OF_MODULE = 0.3
"""The same for a module that is only imported, which is hardly ever a program."""
SHARE_AS_WRITTEN = 0.6
"""And how much of that without the fix."""
LEVELS = ("operation", "slice", "program")
"""What is executed, from the least of the user's code to all of it."""


@dataclass(frozen=True)
class Reproduction:
    """Something to execute in place of the finding's program, and how it came about."""

    level: str
    program: Program
    focus: Focus
    stubs: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    script: str | None = None
    made_up_leaf: bool = False
    """Whether the source of the gradient is an input of ours."""
    made_up_sources: tuple[str, ...] = ()
    based: bool = False
    """Whether other findings of the program are fixed in it, with and without the fix of this one."""
    fixed_before: tuple[tuple[str, str], ...] = ()
    """Which ones these are, and the file of those in another one: it counts if the program imports it."""


@dataclass(frozen=True)
class Tried:
    """What became of one reproduction."""

    written: dict[str, Any]
    after_fix: dict[str, Any] | None
    hits: int
    devices: tuple[str, ...]
    why_not: str
    """Why it does not answer the finding; empty if it does."""
    made_up: str = ""
    """Why it only illustrates the finding; empty if it proves it."""

    @property
    def is_settled(self) -> bool:
        """Whether it answers the finding, and the fix, if there is one, does what it should."""
        right = self.written["symptom"] == "right" or self.after_fix is None
        return not self.why_not and (right or self.after_fix["symptom"] in PUT_RIGHT)  # type: ignore[index]


PUT_RIGHT = frozenset({"right", "arrives"})
BROKEN_GRADIENTS = frozenset({"none", "zero", "wrong", "nan"})


def perform(job: Job) -> dict[str, Any]:
    """The report of one job; see the contract of a Report."""
    deadline = spent() + job["seconds"] * 0.9
    try:
        framework = load(job["framework"], job["device"])
        ast.parse(job["source"])
    except DeviceAbsent as absent:
        return {**_report(job, trouble=str(absent)), "hindered": True}
    except ImportError as missing:
        return _report(job, trouble=f"{job['framework']} cannot be imported: {missing}")
    except SyntaxError as wrong:
        return _report(job, trouble=f"the file is not valid Python: {wrong}")
    attempts: list[dict[str, str]] = []
    best: tuple[Reproduction, Reproduction | None, Tried] | None = None
    reproductions = _reproductions(job)
    while True:
        try:
            written, fixed = next(reproductions)
        except StopIteration:
            break
        except Exception as failed:  # what cannot be taken apart is told, and the program itself still counts
            attempts.append({"level": "slice", "why": f"{type(failed).__name__}: {failed}"})
            break
        if best is not None and not best[2].why_not and written.level != "program":
            break  # all of the program has answered, as far as it can
        if best is not None and written.level != "program" and _shown_by_the_whole(best[0], best[2]):
            break  # a part of it may lack what kept the rest from showing it, or what says that it does not matter
        if attempts and spent() > deadline - 0.05:
            attempts.append({"level": written.level, "why": "the time is up"})
            break
        left = deadline - spent()
        share = SHARE_OF_MODULE if job.get("run_as") == "import" else SHARE_OF_PROGRAM
        seconds = left * share if written.level == "program" else left
        tried = _try(framework, written, fixed, job, seconds)
        if written.based:
            counts = [line for line, path in written.fixed_before if not path or path in imported_instead]
            written = replace(written, repairs=tuple(counts))
        if best is None or _is_better(written.level, tried, best[0].level, best[2], written.based):
            best = written, fixed, tried
        if best[2].is_settled:
            break
        attempts.append({"level": written.level, "why": tried.why_not or "the fix does not put it right"})
    if best is None:
        return _report(job, framework, attempts=attempts, trouble="there is nothing to execute")
    return _report(job, framework, *best, attempts=attempts)


def _shown_by_the_whole(reproduction: Reproduction, tried: Tried) -> bool:
    """Whether all of the program has run and does not show what is measured at its own places, or shows that the
    gradient that is broken is one that no step of an optimizer uses."""
    whole = reproduction.level == "program" and tried.written["end"] == "ran" and tried.hits > 0
    broken = [each for each in tried.written["gradients"] if each["symptom"] in BROKEN_GRADIENTS]
    unused = bool(broken) and not any(each["used"] for each in broken)
    return whole and (bool(reproduction.focus.predicted.measures) or unused)


def further(level: str, tried: Tried) -> tuple[bool, bool, int, bool]:
    """How far an attempt got: an answer, numbers, how much of the program it was, and the flagged line."""
    measured = any(each["symptom"] != "unknown" for each in tried.written["gradients"])
    return not tried.why_not, measured, LEVELS.index(level), tried.hits > 0


def _is_better(level: str, tried: Tried, best_level: str, best: Tried, based: bool) -> bool:
    """What got further is better. With other findings fixed first it must settle the matter."""
    if based:
        broken = tried.written["symptom"] != "right"
        return tried.is_settled and (broken or bool(best.why_not))
    if best.why_not == IDLE and tried.written["symptom"] == "right":
        return False  # on inputs that were made up that says less
    return bool(best.why_not) and further(level, tried) > further(best_level, best)


def _reproductions(job: Job) -> Iterator[tuple[Reproduction, Reproduction | None]]:
    focus = _focus(job)
    modules = job.get("fixed_modules") or {}
    yield _whole(job, focus, job["source"]), _whole_fixed(job, focus, job["fixed"], modules)
    for base in job.get("bases") or ():
        yield from _based(job, focus, base)
    yield from _slices(importlib.import_module("..slices", __package__), job)


def _based(job: Job, focus: Focus, base: Job) -> Iterator[tuple[Reproduction, Reproduction | None]]:
    """The program with other findings fixed, in both texts or together with this one's fix."""
    source = base["source"]
    if not beside.survives(focus, job["source"], source):
        return
    when = "as well" if source == job["source"] and not base.get("modules") else "first"
    imported_instead.clear()
    fixed_before = tuple(
        (f"{one['code']} in {_named(one)} is fixed {when}", str(one.get("path", "")))
        for one in base["others"]
    )
    written = _whole(job, beside.followed(focus, job["source"], source), source, base.get("modules") or {})
    fixed = _whole_fixed(job, focus, base["fixed"], base.get("fixed_modules") or {})
    yield (
        replace(written, fixed_before=fixed_before, based=True),
        None if fixed is None else replace(fixed, fixed_before=fixed_before, based=True),
    )


def _named(other: Job) -> str:
    file = f"{other['file']}, " if other.get("file") else ""
    return f"{file}line {other['rows'][0]}"


def _whole(job: Job, focus: Focus, text: str, modules: dict[str, str] | None = None) -> Reproduction:
    program = Program(text, job["filename"], None, job["kind"] != "python", Launch.of(job), modules or {})
    # One file by itself is no reproduction of what shows with other modules than those on the disk.
    return Reproduction("program", program, focus, script=None if modules else text)


def _whole_fixed(job: Job, focus: Focus, text: str | None, modules: dict[str, str]) -> Reproduction | None:
    return None if not text else _whole(job, beside.followed(focus, job["source"], text), text, modules)


def _slices(slices: Any, job: Job) -> Iterator[tuple[Reproduction, Reproduction | None]]:
    """The parts of the program, each beside the same part of the program with the fix."""
    for each in slices.reproductions(job):
        made_up = tuple(each.stubs), tuple(each.repairs), tuple(each.inputs)
        ours = each.made_up_leaf, tuple(each.made_up_sources)
        written = Reproduction(each.level, each.program, each.focus, *made_up, each.script, *ours)
        if each.fixed is None:
            yield written, None
        else:
            focus = each.fixed_focus or each.focus
            yield written, Reproduction(each.level, each.fixed, focus, *made_up, each.fixed_script)


def _focus(job: Job) -> Focus:
    focus = replace(focus_of(job), inside=tuple(_inside(job)))
    return focus if focus.names else replace(focus, names=tuple(_named_there(job)))


def _named_there(job: Job) -> Iterator[str]:
    """What the flagged expression names, where the flow has no name for the source."""
    if job["enters"] or job.get("away"):
        return
    places = job["cut"]
    if "off-path" in job["predicted"]["traits"]:  # nothing stands between it and the call: the line names it
        places = [[first, 0, last, 1 << 16] for first, _, last, _ in places]
    for node in ast.walk(ast.parse(job["source"])):
        if isinstance(node, (ast.Name, ast.Attribute)) and any(_is_in(node, place) for place in places):
            yield ast.unparse(node)
        if isinstance(node, ast.arg) and any(first <= node.lineno <= last for first, _, last, _ in places):
            yield node.arg
        if isinstance(node, ast.Assign):
            for target, value in _bindings(node):
                if any(_is_in(value, place) for place in job["cut"]):
                    yield ast.unparse(target)


def _bindings(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is bound to what: in `a, b = f(), g()` each to its own."""
    for target in node.targets:
        yield target, node.value
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            if len(target.elts) == len(node.value.elts):
                yield from zip(target.elts, node.value.elts, strict=True)


def _inside(job: Job) -> Iterator[str]:
    """The names that the flagged expression reads."""
    for node in ast.walk(ast.parse(job["source"])):
        if isinstance(node, ast.Name) and any(_is_in(node, place) for place in job["cut"]):
            yield node.id


def _is_in(node: ast.expr, place: list[int]) -> bool:
    first, column, last, end = place
    begins, ends = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return (first, column) <= begins and ends <= (last, end)


def _try(
    framework: Framework, written: Reproduction, fixed: Reproduction | None, job: Job, seconds: float
) -> Tried:
    until = spent() + seconds
    has_twin = fixed is not None or written.focus.predicted.shows in PUT_RIGHT_AS_IT_RUNS
    share = seconds * (SHARE_AS_WRITTEN if has_twin else 1.0)
    seen = look(framework, written.program, written.focus, job["seed"], share, has_twin)
    observed, symptom, push = seen.observed, seen.symptom, seen.push
    cure: Symptom | None = None
    after: Observed | None = None
    in_vain = False
    other = _twin(seen.framework, written, fixed, job["seed"], until - spent())
    if other is None:
        symptom = alone(seen, symptom, written.focus, written.program.text)
    elif not seen.clean or needs_twin(symptom, written.focus) or may_lack_a_term(seen):
        focus = written.focus if fixed is None else fixed.focus
        broken = None if symptom.gradient is None else symptom.gradient.asked.source
        caught = symptom.problem is not None and symptom.problem in observed.caught
        after = other.put_right(raised=symptom.kind == "raises", only=broken, caught=caught)
        at_the_same_call(other, after, observed, symptom)
        symptom = compared(observed, symptom, after, written.focus)
        cure = put_right(after, symptom, focus, observed)
        if symptom.kind == "raises" and fixed is not None and cure.kind != "right":
            stop = _stops_at_another(after, fixed, job)
            cure = past_it(after, stop) if stop else cure
        if symptom.kind in {"right", "unknown"} and may_lack_a_term(seen):
            symptom, cure = with_term(seen, other, after, symptom, cure)
        elif symptom.kind == "wrong" and cure.kind == "wrong" and is_measured(seen):
            symptom, cure = of_this_line(seen, other, after) or (symptom, cure)
        if symptom.kind in {"right", "unknown"} or cure.kind not in PUT_RIGHT:
            found = parted((seen.observer, other), (observed, after), written.focus)
            symptom, cure, push = (symptom, cure, push) if found is None else (*found, None)
        if push is not None and cure.kind in {"right", "unknown"}:
            same = there(other, after, focus, push)
            cure = cure if same is None else at_the_edge(same, "after the fix")
        in_vain = asks_in_vain(after, symptom, written.focus, focus)
        if in_vain or (job.get("is_sketch") and _cannot_run(after, cure)):
            symptom, after, cure = alone(seen, seen.symptom, written.focus, written.program.text), None, None
    may_step = written.level == "program" and "level-term" in written.focus.predicted.traits
    if may_step and symptom.kind in {"right", "unknown"}:
        if line := level_term(seen.observer, observed, written.focus):
            symptom, after, cure = Symptom("zero", (f"as written: {line}",), measured=True), None, None
    symptom = made_sure(seen.observer, observed, symptom, cure)
    if written.level == "program":
        symptom = unless_idle(seen.observer, observed, symptom, written.focus)
    devices = () if observed.trace is None else tuple(sorted(observed.trace.devices))
    ours, theirs = replays((observed, symptom), (after, cure), (written, fixed or written), job["seed"], push)
    return Tried(
        {
            **users_words(as_run(observed, symptom, written.focus), job["source"]),
            "xla": seen.framework.xla,
            "in_vain": in_vain,
            "replay": ours,
        },
        None
        if after is None or cure is None
        else {**users_words(as_run(after, cure, written.focus), job["source"]), "replay": theirs},
        seen.hits,
        devices,
        _with_hint(in_users_words(_why_not(observed, symptom, seen.hits), job["source"]), observed, job),
        made_up(
            written.level,
            written.program,
            focus_of(job),
            symptom,
            bool(written.inputs or written.stubs),
            _is_bare(written),
        ),
    )


def _with_hint(why: str, observed: Observed, job: Job) -> str:
    """Where a limit stopped the run, what would grant it more."""
    late = observed.cut_short or (observed.trace is not None and observed.trace.late)
    said = "; ".join(f"{each.type}: {each.message}" for each in observed.problems())
    needs = hint(job, said, late, peak_mb()) if why else ""
    return why if not needs else needs if late else f"{why}; {needs}"


def _is_bare(written: Reproduction) -> bool:
    return any("without its constructor" in each for each in written.stubs)


def _cannot_run(after: Observed, cure: Symptom) -> bool:
    """Whether the program with the fix stops at something that has nothing to do with gradients.

    Of a fix that is only a sketch, that says no more than that it has to be worked out.
    """
    problem = after.problem
    return cure.kind == "unknown" and problem is not None and problem.evidence and not problem.gradient_error


def _twin(
    framework: Framework, written: Reproduction, fixed: Reproduction | None, seed: int, seconds: float
) -> Observer | None:
    """The program put right: with the fix, or with the operands of the flagged expression fixed as it runs."""
    if fixed is not None:
        return Observer(framework, fixed.program, fixed.focus, seed, seconds)
    if written.focus.predicted.shows in PUT_RIGHT_AS_IT_RUNS:
        return Observer(framework, written.program, written.focus, seed, seconds, repair=True)
    return None


def _stops_at_another(after: Observed, fixed: Reproduction, job: Job) -> str:
    """Where a file has several mistakes, the one that is fixed gives way to the next: what that one is called."""
    problem = after.problem
    if fixed.level != "program" or problem is None or not after.hits:
        return ""
    if any(fixed.focus.is_cut(row) for row in problem.rows):
        return ""
    rows = beside.rows_between(job["source"], fixed.program.text)
    for one in job.get("others", ()):
        if {rows.get(row, row) for row in one["rows"]} & set(problem.rows):
            return f"{one['code']}"
    return ""


def needs_twin(symptom: Symptom, focus: Focus) -> bool:
    return focus.predicted.beside and symptom.problem is None


def _why_not(observed: Observed, symptom: Symptom, hits: int) -> str:
    """Why a run says nothing about the finding."""
    if symptom.kind == "raises":
        return ""
    if symptom.kind == "unknown":
        if observed.problem is not None:
            place = f"at line {observed.problem.row}" if observed.problem.row else "before its first line"
            return f"the program stops {place}: {observed.problem.text()}"
        return symptom.reason or "no opinion"
    if not hits:
        return "the flagged line is not executed"
    return ""


def _report(
    job: Job,
    framework: Framework | None = None,
    written: Reproduction | None = None,
    fixed: Reproduction | None = None,
    tried: Tried | None = None,
    attempts: list[dict[str, str]] | None = None,
    trouble: str | None = None,
) -> dict[str, Any]:
    return {
        "level": None if written is None else written.level,
        "as_written": None if tried is None else tried.written,
        "after_fix": None if tried is None else tried.after_fix,
        "hits": 0 if tried is None else tried.hits,
        "stub_calls": 0 if written is None else len(written.stubs),
        "stubs": [] if written is None else list(written.stubs),
        "repairs": [] if written is None else list(written.repairs),
        "inputs": [] if written is None else list(written.inputs),
        "made_up_leaf": written is not None and written.made_up_leaf,
        "made_up_sources": [] if written is None else list(written.made_up_sources),
        "script": None if written is None else written.script,
        "fixed_script": None if fixed is None else fixed.script,
        "package": job.get("package") or "",
        "roots": list(job.get("roots") or ()),
        "device": job["device"] if framework is None else framework.device,
        "devices_seen": [] if tried is None else list(tried.devices),
        "versions": _versions(job["framework"]),
        "attempts": attempts or [],
        "executions": Script.executions,
        "unanswered": "" if tried is None else tried.why_not,
        "made_up": "" if tried is None else tried.made_up,
        "based": written is not None and written.based,
        "removed": bool(job.get("removed")),
        "others": job.get("others") or [],
        "trouble": trouble,
    }


def _versions(framework: str) -> dict[str, str]:
    module = sys.modules.get(framework)
    found = {"python": platform.python_version()}
    if module is not None:
        found[framework] = str(getattr(module, "__version__", ""))
    return found
