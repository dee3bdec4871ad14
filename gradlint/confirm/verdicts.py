"""From what a child reported to a verdict: the rules by which a finding counts as proven, or as refuted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from gradlint.core.model import Verdict, VerdictKind

SCAFFOLD = 1_000_000
"""Rows from here on were added to the user's program; see the runner."""
BROKEN = frozenset({"raises", "none", "zero", "wrong", "nan", "leak"})
_CALLED = {
    "raises": "the program raises",
    "none": "the gradient is None",
    "zero": "the gradient is zero",
    "wrong": "the gradient is wrong",
    "nan": "the gradient is not finite",
    "leak": "the graph is kept alive",
}
_HAPPENS = {
    "unregistered": ("the model does not list these weights", "it does"),
    "made-anew": ("the weights are made anew each time", "they are kept"),
    "not-stepped": ("no optimizer holds these weights", "one does"),
    "old-gradients": ("the step uses gradients of earlier steps", "it uses only its own"),
    "lost-gradients": ("the step does not use the gradients of its loss", "it does"),
    "summed-gradients": ("the step uses a sum of gradients", "it uses their mean"),
}
"""What becomes of weights and gradients, where it is not the gradient that is wrong; and what the fix does about it."""
_NOT_RUN = {
    "timeout": "the time limit was reached",
    "memory": "the memory limit was reached",
    "disk": "the disk limit was reached",
    "crashed": "the process crashed",
    "exited": "the program ended the process",
    "flooded": "the program wrote too much",
    "setup": "the sandbox could not be set up",
    "absent": "the framework is absent",
}

_GIVEN = re.compile(r"\bgiven_(\w+)")
_SUBJECT = re.compile(r"\bsubject\b(?=[.\[])")

Line = Callable[[int], str]
"""How to name a row of the unit: `line 12`, `cell 3, line 2`."""


class Answer(Protocol):
    """What the supervisor knows about a job that has ended."""

    @property
    def end(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def layers(self) -> dict[str, str]: ...
    @property
    def report(self) -> dict[str, Any] | None: ...
    @property
    def wall_seconds(self) -> float: ...


def verdict_of(answer: Answer, line: Line | None = None) -> Verdict:
    """The verdict on the finding that a job was about."""
    isolation = tuple(answer.layers.items())
    if answer.end != "reported" or answer.report is None:
        reason = answer.reason or _NOT_RUN.get(answer.end, answer.end)
        return Verdict("not-run", reason, isolation=isolation, seconds=answer.wall_seconds)
    return verdict_of_report(answer.report, line, isolation, answer.wall_seconds)


def verdict_of_report(
    report: dict[str, Any],
    line: Line | None = None,
    isolation: tuple[tuple[str, str], ...] = (),
    seconds: float = 0.0,
) -> Verdict:
    kind, reason = _decided(report, line or _line)
    called = _as_written if report.get("level") in ("slice", "operation") else str
    if report.get("removed"):
        called = _without_it
    return Verdict(
        kind=kind,
        reason=called(reason),
        level=report.get("level"),
        device=report.get("device"),
        isolation=isolation,
        evidence=() if kind == "not-run" else tuple(map(called, _evidence(report, line or _line))),
        stubs=tuple(report.get("stubs", ())),
        repairs=tuple(report.get("repairs", ())),
        inputs=tuple(report.get("inputs", ())),
        attempts=tuple((str(one["level"]), str(one["why"])) for one in report.get("attempts", ())),
        seconds=seconds,
    )


def _without_it(text: str) -> str:
    """What was compared with is no fix: the flagged line was left out."""
    said = _as_written(text).replace("after the fix", "without this line")
    return said.replace("with the fix", "without this line").replace("than the fix", "than without this line")


def _as_written(text: str) -> str:
    """The names of the user instead of those that a reproduction gives to arguments and to the object of a method."""
    return _GIVEN.sub(r"\1", _SUBJECT.sub("self", text))


def _decided(report: dict[str, Any], line: Line) -> tuple[VerdictKind, str]:
    run = report.get("as_written")
    if report.get("trouble"):
        return "not-run", str(report["trouble"])
    if not run:
        return "not-run", "nothing was executed"
    if report.get("unanswered"):
        return _unanswered(report, run)
    if elsewhere := _elsewhere(report):
        return "inconclusive", elsewhere
    symptom = run.get("symptom", "unknown")
    if symptom in BROKEN:
        return _broken(report, symptom, line)
    if symptom == "right":
        return _clean(report)
    return "inconclusive", run.get("reason") or "no reliable number"


def _broken(report: dict[str, Any], symptom: str, line: Line) -> tuple[VerdictKind, str]:
    after = report.get("after_fix")
    run = report["as_written"]
    if run.get("measured") and (after is None or after.get("symptom") == "right"):
        gone = ", and gone with the fix" if after is not None else ""
        return _shown(report, f"measured when this program runs{gone}")
    what = _CALLED[symptom] + (" under XLA" if run.get("xla") else "")
    put_right = "freed" if symptom == "leak" else "correct"
    happens = _HAPPENS.get(str(run.get("about"))) if symptom == "wrong" else None
    if happens is not None:
        what = happens[0]
    if after is None:
        why = (
            "the fix alone makes this call raise" if run.get("in_vain") else "there is no fix to compare with"
        )
        return _shown(report, f"{what} ({why})")
    if after.get("symptom") == "right":
        if symptom == "raises":
            return _shown(report, f"{what}; with the fix it no longer does")
        cured = f"it is {put_right}" if happens is None else happens[1]
        return _shown(report, f"{what}; with the fix {cured}")
    if after.get("symptom") == "arrives":
        return _shown(report, f"{what}; with the fix it arrives")
    if after.get("symptom") in BROKEN:
        if other := _another(report, line):
            return (
                "inconclusive",
                f"another bug in this program ({other}) breaks the gradient as well; fix that first",
            )
        still = (
            "the program still raises"
            if after["symptom"] == "raises"
            else f"{_CALLED[after['symptom']]} as well"
        )
        return "inconclusive", f"{what}, but with the fix {still}"
    why = after.get("reason") or "no reliable number"
    return "inconclusive", f"{what}, but the program with the fix gives no answer: {why}"


def _shown(report: dict[str, Any], what: str) -> tuple[VerdictKind, str]:
    """A symptom of values that we made up shows what the line does, and proves nothing about the program."""
    if why := report.get("made_up"):
        return "illustrated", f"{what}; {why}"
    if report.get("based"):
        return "confirmed", f"{what} ({'; '.join(report.get('repairs', ()))})"
    return "confirmed", what


def _another(report: dict[str, Any], line: Line) -> str:
    """What else is reported in the program, where it may be to blame: the nearest to where it stops, or the first."""
    own = (report["as_written"].get("error") or {}).get("row")
    others = [one for one in report.get("others") or () if one.get("rows") and own not in one["rows"]]
    if not others:
        return ""
    error = (report.get("after_fix") or {}).get("error") or {}
    row = error.get("row") or 0
    chosen = next((one for one in others if row in one["rows"]), others[0])
    return f"{chosen['code']}, {line(chosen['rows'][0])}"


def _clean(report: dict[str, Any]) -> tuple[VerdictKind, str]:
    if report.get("level") != "program" or report.get("stub_calls") or report.get("stubs"):
        return "not-reproduced", "not reproduced with synthetic inputs; this does not rule it out"
    if not report.get("hits"):
        return "inconclusive", "the flagged line was not executed"
    if report.get("based"):
        return "inconclusive", "the gradient is correct once the other findings are fixed; run it again then"
    return "refuted", "the gradient is correct when this program runs"


def _unanswered(report: dict[str, Any], run: dict[str, Any]) -> tuple[VerdictKind, str]:
    """Nothing that was executed has an answer: did it run at all?"""
    why = str(report["unanswered"])
    if run.get("end") == "raised" or not report.get("hits"):
        return "not-run", why
    return "inconclusive", why


def _elsewhere(report: dict[str, Any]) -> str:
    """A tensor that stayed on another device than the one that was asked for proves nothing about it."""
    wanted = str(report.get("device") or "cpu").partition(":")[0]
    seen = [str(each).lower() for each in report.get("devices_seen", ())]
    family = {"cuda": ("cuda", "gpu"), "tpu": ("tpu",), "mps": ("mps",), "xpu": ("xpu",)}.get(wanted, ())
    if family and seen and not any(name in each for each in seen for name in family):
        return f"the tensors were on {', '.join(seen)}, not on {wanted}"
    return ""


def _evidence(report: dict[str, Any], line: Line) -> list[str]:
    run, after = report["as_written"], report.get("after_fix")
    found: list[str] = []
    if run.get("symptom") == "raises" and run.get("error"):
        error = run["error"]
        where = f" {_place(error['row'], line)}" if error.get("row") else ""
        kind, _, message = str(error.get("text", "")).partition(": ")
        found.append(f"as written: {kind}{where}: {message}" if message else f"as written: {kind}{where}")
    found += [str(each) for each in run.get("evidence", ())]
    if after is not None:
        after_lines = [str(each) for each in after.get("evidence", ())]
        if not after_lines and after.get("symptom") == "right":
            after_lines = ["after the fix: the program runs to the end"]
        if after.get("symptom") not in {"right", "arrives", *BROKEN} and after.get("error"):
            after_lines = [f"after the fix: {after['error']['text']}"]
        found += [each for each in after_lines if each not in found and each.startswith("after the fix")]
    return found


def _place(row: int, line: Line) -> str:
    """Rows of our own scaffolding mean nothing to the reader: that is where a reproduction asks for the gradient."""
    return f"at {line(row)}" if row < SCAFFOLD else "where the gradient is requested"


def _line(row: int) -> str:
    return f"line {row}"
