"""Forged reports: whatever a hostile program sends, it costs its own verdict and nothing else."""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradlint import report
from gradlint.confirm import handwritten
from gradlint.confirm.answers import Answer
from gradlint.confirm.repro import save
from gradlint.confirm.supervisor import Settings, Supervisor
from gradlint.confirm.validity import LONGEST_TEXT, MOST_TEXTS, NOT_VALID, believed
from gradlint.confirm.verdicts import verdict_of
from gradlint.core.model import Finding, Label, Position, Severity, Span, Verdict
from gradlint.core.result import Result
from gradlint.report.screen import Screen
from gradlint.sources.python import python_unit

RUN = {
    "end": "ran", "error": {"type": "E", "message": "m", "text": "E: m", "row": 1}, "symptom": "raises",
    "evidence": ["as written: it raises"], "reason": "", "hits": 1, "replay": None,
}  # fmt: skip
REPORT = {
    "level": "program", "as_written": RUN, "after_fix": {**RUN, "symptom": "none"}, "hits": 1, "stub_calls": 0,
    "stubs": [], "repairs": [], "inputs": [], "script": "x = 1", "fixed_script": None, "device": "cpu",
    "devices_seen": ["cpu"], "versions": {"python": "3"},
    "attempts": [{"level": "slice", "why": "it raises"}], "executions": 3, "unanswered": "",
    "trouble": None, "made_up": "", "based": False, "others": [{"code": "GL402", "rows": [7]}], "hindered": False,
    "package": "", "roots": ["/project"],
}  # fmt: skip
PAIRS = {
    "level": "pair", "skipped": [], "trouble": None, "device": "cpu",
    "errors": [{"row": 1, "type": "E", "message": "m"}],
    "pairs": [
        {
            "forward": "f", "gradient": "f_grad", "kind": "function", "backend": "numpy", "verdict": "wrong",
            "row": 1, "range": [1, 2], "place": [1, 0, 1, 4], "found": [1.0], "expected": [2.0], "relative": 0.5,
            "inputs": {"x": "(2,)"}, "reason": "r", "note": "", "error": {"type": "E", "message": "m"},
            "checks": {"kept": {"broken": True, "evidence": "e"}}, "script": "x = 1", "guess": "sign", "input": "x",
        }
    ],
}  # fmt: skip
BAD: list[Any] = [
    None, True, -1, 0, 1 << 80, 0.5, float("nan"), float("inf"), "", "\x1b[2J\0", "x" * 3_000_000, [], [None], [[]],
    [1, 2], {}, {"a": 1}, [{}], {"": None}, ["x"] * 100_000, [-1, -5, 1 << 70, 2], [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
]  # fmt: skip
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if way:
        yield way
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*way, key))


def forged(honest: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The report with each of its parts in turn replaced by everything that it should not be, or left out."""
    for way in places(honest):
        for bad in (*BAD, ...):
            made = copy.deepcopy(honest)
            inner: Any = made
            for key in way[:-1]:
                inner = inner[key]
            if bad is ...:
                del inner[way[-1]]
            else:
                inner[way[-1]] = bad
            yield made


def answer(made: dict[str, Any]) -> Answer:
    return believed(Answer("one", "reported", "complete", {"seccomp": "active: 9 steps"}, made))


def test_an_honest_report_is_believed() -> None:
    assert (answer(REPORT).end, answer(REPORT).report) == ("reported", REPORT)
    assert (answer(PAIRS).end, answer(PAIRS).report) == ("reported", PAIRS)


def test_a_report_of_any_other_form_costs_one_verdict_at_most() -> None:
    for made in (*forged(REPORT), {}, {"level": 1}, {"as_written": 3, "level": None, "trouble": None}):
        got = answer(made)
        verdict = verdict_of(got)
        assert got.end == "reported" or (verdict.kind, verdict.reason) == ("not-run", NOT_VALID)
        assert_bearable(verdict)


RECORDS = {
    "about": "gradient", "left_out": [2], "ends_at": 3, "seed": 0, "label": "w", "source": "w", "expected": 1.0,
    "found": [1.0], "elements": [1.0], "symptom": "none", "position": 0, "statement": 4, "step": 5, "mean": 1.0,
    "losses": 2, "slope": 1.0, "kind": "leaf", "size": 3, "stored": "w", "shows": "gradient", "double": True,
}  # fmt: skip


def test_a_forged_record_costs_one_saved_program_at_most(tmp_path: Path) -> None:
    place = Span(Position(1, 1), Position(1, 6))
    finding = Finding("GL401", "detached-loss", "cut", "a.py", place, Severity.ERROR, framework="torch")
    for about in ("gradient", "step", "sum", "kept", "raises", "nothing", "held"):
        for made in forged({**RECORDS, "about": about}):
            run = {**RUN, "symptom": "none", "replay": made}
            got = answer({**REPORT, "as_written": run, "after_fix": {**run, "symptom": "right"}})
            if got.report is not None:
                save(str(tmp_path / "saved"), finding, got.report)


def test_a_forged_report_about_gradients_by_hand_can_be_shown_in_every_format(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def f(x): return x\ndef f_grad(x): return 2\n")
    unit = python_unit(path.read_text(), str(path))
    for made in forged(PAIRS):
        findings = handwritten.judged((), unit, answer(made))
        for one in findings:
            assert one.verdict is not None
            assert_bearable(one.verdict)
        for name in ("full", "sarif", "rdjson") if findings else ():
            text = "".join(report.load(name)([Result(str(path), findings, unit=unit)], Screen()))
            assert len(text) < 100_000


def assert_bearable(verdict: Verdict) -> None:
    texts = [verdict.reason, *verdict.evidence, *verdict.stubs, *verdict.repairs, *verdict.inputs]
    texts += [verdict.level or "", verdict.device or ""]
    assert len(texts) <= 5 * MOST_TEXTS
    for text in texts:
        assert len(text) <= 2 * LONGEST_TEXT and not STEERING.search(text), text[:100]


@pytest.mark.parametrize("name", report.FORMATS)
def test_no_format_passes_on_what_steers_a_terminal(name: str, tmp_path: Path) -> None:
    steering = "\x1b]0;evil\x07\x00\x9b2J\u202e"
    span = Span(Position(1, 1), Position(1, 5))
    verdict = Verdict(
        "confirmed", steering, evidence=(steering,), stubs=(steering,), device=steering, level=steering
    )
    path = str(tmp_path / f"a{steering.replace(chr(0), '')}.py")
    finding = Finding(
        "GL104", "some-name", steering, path, span, Severity.ERROR, labels=(Label("cut", steering, span),),
        help=steering, verdict=verdict,
    )  # fmt: skip
    unit = python_unit("x = 1  # \x1b[2J\n", path)
    text = "".join(report.load(name)([Result(path, (finding,), unit=unit, failure=steering)], Screen()))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", text)


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is that of Linux")
def test_a_program_that_forges_its_report_does_not_stop_the_others() -> None:
    forging = """
import sys, os
frame = sys._getframe()
while "pen" not in frame.f_locals:
    frame = frame.f_back
frame.f_locals["pen"].report({"as_written": [3], "level": None, "trouble": None})
os._exit(0)
"""
    jobs = [
        {"id": "forged", "task": "code", "framework": "none", "source": forging},
        {"id": "honest", "task": "code", "framework": "none", "source": "print('hello')"},
    ]
    with Supervisor(Settings(sandbox="weak")) as supervisor:
        found = {one.job_id: one for one in supervisor.run(jobs)}
    assert (found["forged"].end, found["forged"].reason, found["forged"].report) == (
        "invalid",
        NOT_VALID,
        None,
    )
    assert found["honest"].end == "reported"
