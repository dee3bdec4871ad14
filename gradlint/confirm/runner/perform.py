"""Reproduce one finding: the program itself first, then ever smaller parts of it."""

from __future__ import annotations

import ast
import importlib
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from . import beside
from .foretold import MENDED
from .frameworks import DeviceAbsent, Framework, load
from .look import look
from .measure import as_run
from .observe import Observed, Observer
from .program import Focus, Program, focus_of
from .remedy import at_the_edge, compared, made_sure, past_it, put_right
from .replay import replays
from .script import Script
from .singular import there
from .symptoms import Symptom

Job = dict[str, Any]
SHARE_OF_PROGRAM = 0.75
"""How much of the time the whole program may take, so that something is left for its parts."""
SHARE_OF_PACKAGE = 0.3
"""The same for a file inside a package, which is hardly ever a program."""
SHARE_AS_WRITTEN = 0.6
"""And how much of that without the fix."""


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


@dataclass(frozen=True)
class Tried:
    """What became of one reproduction."""

    written: dict[str, Any]
    after_fix: dict[str, Any] | None
    hits: int
    devices: tuple[str, ...]
    why_not: str
    """Why it does not answer the finding; empty if it does."""


def perform(job: Job) -> dict[str, Any]:
    """The report of one job; see the contract of a Report."""
    deadline = time.monotonic() + job["seconds"] * 0.9
    try:
        framework = load(job["framework"], job["device"])
        ast.parse(job["source"])
    except DeviceAbsent as absent:
        return _report(job, trouble=str(absent))
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
        if attempts and time.monotonic() > deadline - 0.05:
            attempts.append({"level": written.level, "why": "the time is up"})
            break
        left = deadline - time.monotonic()
        share = SHARE_OF_PACKAGE if job.get("package") else SHARE_OF_PROGRAM
        seconds = left * share if written.level == "program" else left
        tried = _try(framework, written, fixed, job, seconds)
        if best is None or (best[2].why_not and not tried.why_not):
            best = written, fixed, tried
        if not tried.why_not:
            break
        attempts.append({"level": written.level, "why": tried.why_not})
    if best is None:
        return _report(job, framework, attempts=attempts, trouble="there is nothing to execute")
    return _report(job, framework, *best, attempts=attempts)


def _reproductions(job: Job) -> Iterator[tuple[Reproduction, Reproduction | None]]:
    focus = _focus(job)
    fixed_focus = beside.followed(focus, job["source"], job["fixed"]) if job["fixed"] else focus
    program = Reproduction("program", _program(job, "source"), focus, script=job["source"])
    yield program, _whole_fixed(job, fixed_focus)
    yield from _slices(importlib.import_module(".slices", __package__), job)


def _whole_fixed(job: Job, focus: Focus) -> Reproduction | None:
    if not job["fixed"]:
        return None
    return Reproduction("program", _program(job, "fixed"), focus, script=job["fixed"])


def _slices(slices: Any, job: Job) -> Iterator[tuple[Reproduction, Reproduction | None]]:
    """The parts of the program, each beside the same part of the program with the fix."""
    for each in slices.reproductions(job):
        made_up = tuple(each.stubs), tuple(each.repairs), tuple(each.inputs)
        written = Reproduction(each.level, each.program, each.focus, *made_up, each.script)
        if each.fixed is None:
            yield written, None
        else:
            focus = each.fixed_focus or each.focus
            yield written, Reproduction(each.level, each.fixed, focus, *made_up, each.fixed_script)


def _focus(job: Job) -> Focus:
    focus = focus_of(job)
    return focus if focus.names else replace(focus, names=tuple(_named_there(job)))


def _named_there(job: Job) -> Iterator[str]:
    """What the flagged lines name, where the flow has no name for the source."""
    if job["enters"]:
        return
    rows = {row for first, _, last, _ in job["cut"] for row in range(first, last + 1)}
    for node in ast.walk(ast.parse(job["source"])):
        if isinstance(node, (ast.Name, ast.Attribute)) and node.lineno in rows:
            yield ast.unparse(node)


def _program(job: Job, which: str) -> Program:
    return Program(job[which], job["filename"], tolerant=job["kind"] != "python")


def _try(
    framework: Framework, written: Reproduction, fixed: Reproduction | None, job: Job, seconds: float
) -> Tried:
    until = time.monotonic() + seconds
    has_twin = fixed is not None or written.focus.foretold.shows in MENDED
    share = seconds * (SHARE_AS_WRITTEN if has_twin else 1.0)
    seen = look(framework, written.program, written.focus, job["seed"], share, has_twin)
    observed, symptom, push = seen.observed, seen.symptom, seen.push
    cure: Symptom | None = None
    after: Observed | None = None
    other = _twin(seen.framework, written, fixed, job["seed"], until - time.monotonic())
    if other is not None and (not seen.clean or needs_twin(symptom, written.focus)):
        focus = written.focus if fixed is None else fixed.focus
        broken = None if symptom.gradient is None else symptom.gradient.asked.source
        after = other.put_right(raised=symptom.kind == "raises", only=broken)
        symptom = compared(observed, symptom, after, written.focus)
        cure = put_right(after, symptom, focus)
        if fixed is not None and cure.kind != "right" and _stops_at_another(after, symptom, fixed, job):
            cure = past_it(after)
        if push is not None and cure.kind in {"right", "unknown"}:
            same = there(other, after, focus, push)
            cure = cure if same is None else at_the_edge(same, "after the fix")
    symptom = made_sure(seen.observer, observed, symptom, cure)
    devices = () if observed.trace is None else tuple(sorted(observed.trace.devices))
    ours, theirs = replays((observed, symptom), (after, cure), (written, fixed or written), job["seed"], push)
    return Tried(
        {**as_run(observed, symptom), "xla": seen.framework.xla, "replay": ours},
        None if after is None or cure is None else {**as_run(after, cure), "replay": theirs},
        seen.hits,
        devices,
        _why_not(observed, symptom, seen.hits),
    )


def _twin(
    framework: Framework, written: Reproduction, fixed: Reproduction | None, seed: int, seconds: float
) -> Observer | None:
    """The program put right: with the fix, or with the operands of the flagged expression mended as it runs."""
    if fixed is not None:
        return Observer(framework, fixed.program, fixed.focus, seed, seconds)
    if written.focus.foretold.shows in MENDED:
        return Observer(framework, written.program, written.focus, seed, seconds, mend=True)
    return None


def _stops_at_another(after: Observed, symptom: Symptom, fixed: Reproduction, job: Job) -> bool:
    """Where a file has several mistakes, the one that is mended gives way to the next."""
    problem = after.problem
    if symptom.kind != "raises" or problem is None or not after.hits:
        return False
    if any(fixed.focus.is_cut(row) or fixed.focus.is_asked(row) for row in problem.rows):
        return False
    known = {line.strip() for line in job.get("known", ())}
    lines = fixed.program.text.splitlines()
    return any(0 < row <= len(lines) and lines[row - 1].strip() in known for row in problem.rows)


def needs_twin(symptom: Symptom, focus: Focus) -> bool:
    return focus.foretold.beside and symptom.problem is None


def _why_not(observed: Observed, symptom: Symptom, hits: int) -> str:
    """Why a run says nothing about the finding."""
    if symptom.kind == "raises":
        return ""
    if symptom.kind == "unknown":
        if observed.problem is not None:
            return f"it stops in line {observed.problem.row}: {observed.problem.text()}"
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
        "script": None if written is None else written.script,
        "fixed_script": None if fixed is None else fixed.script,
        "device": job["device"] if framework is None else framework.device,
        "devices_seen": [] if tried is None else list(tried.devices),
        "versions": _versions(job["framework"]),
        "attempts": attempts or [],
        "executions": Script.executions,
        "unanswered": "" if tried is None else tried.why_not,
        "trouble": trouble,
    }


def _versions(framework: str) -> dict[str, str]:
    module = sys.modules.get(framework)
    found = {"python": platform.python_version()}
    if module is not None:
        found[framework] = str(getattr(module, "__version__", ""))
    return found
