"""Hand-written gradients are checked by executing them: nothing right is called wrong, and slips are found.

The files in `tests/pairs` are written like course, blog and library code. A comment on the line of each gradient
says what executing it must show: right, wrong (with the beginning of the guess), raises, surrogate or undecided.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gradlint.confirm.handwritten import judged, may_have_gradients, pairs_job
from gradlint.confirm.options import Options
from gradlint.confirm.outcomes import outcomes_of
from gradlint.core import catalog
from gradlint.core.model import Example, Severity
from gradlint.engine.findings import findings_in
from gradlint.sources.read import from_text
from gradlint.sources.unit import Unit
from tests.support.cases import case_files, case_name

HERE = Path(__file__).parent
FILES = sorted(path for path in (HERE / "pairs").glob("*.py"))
EXPECTED = re.compile(r"# (right|wrong|raises|surrogate|undecided)(?:: (.*))?$")
CODES = frozenset({"GL801", "GL802", "GL803", "GL804", "GL805"})
# As in runtime mode, the code runs in a process of its own, which imports nothing of gradlint but the runner.
CHILD = """
import importlib.util, json, sys
folder = sys.argv[1]
found = importlib.util.spec_from_file_location
spec = found("gradlint_runner", folder + "/__init__.py", submodule_search_locations=[folder])
module = importlib.util.module_from_spec(spec)
sys.modules["gradlint_runner"] = module
spec.loader.exec_module(module)
from gradlint_runner.pairs import check_pairs
report = check_pairs(json.load(sys.stdin))
assert not any(name == "gradlint" or name.startswith("gradlint.") for name in sys.modules)
print("\\n" + json.dumps(report))
"""
# Runs every script of a list and says how each ended.
SCRIPTS = """
import contextlib, io, json, sys
ends = []
for text in json.load(sys.stdin):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "repro.py", "exec"), {"__name__": "__main__"})
    except AssertionError as error:
        ends.append("assertion: " + str(error))
    except Exception as error:
        ends.append(type(error).__name__ + ": " + str(error))
    else:
        ends.append("passed")
print("\\n" + json.dumps(ends))
"""


@dataclass(frozen=True)
class Answer:
    """What the supervisor would give back."""

    report: dict[str, Any] | None
    end: str = "reported"
    reason: str = ""
    layers: dict[str, str] = field(default_factory=dict)
    wall_seconds: float = 0.1


def framework_of(text: str) -> str:
    for name in ("torch", "tensorflow", "jax"):
        if f"import {name}" in text:
            return name
    return "numpy"


def in_a_process(code: str, given: object, *arguments: str) -> Any:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        env=environment,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def checked(source: str, filename: str = "unit.py", seconds: float = 120.0) -> dict[str, Any]:
    framework = framework_of(source)
    if framework != "numpy":
        pytest.importorskip(framework)
    import gradlint.confirm.runner

    folder = os.path.dirname(gradlint.confirm.runner.__file__)
    job = {"framework": framework, "source": source, "filename": filename, "roots": [], "seconds": seconds}
    found: dict[str, Any] = in_a_process(CHILD, job, folder)
    return found


@cache
def report_of(path: Path) -> dict[str, Any]:
    return checked(path.read_text(), str(path))


def unit_of(text: str, path: str = "unit.py") -> Unit:
    return from_text(text.encode(), path, {})


# -- verdicts on pairs -----------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_gradient_gets_the_verdict_that_its_line_says(path: Path) -> None:
    entries = {entry["row"]: entry for entry in report_of(path)["pairs"]}
    seen: dict[str, str] = {}
    wanted: dict[str, str] = {}
    for row, line in enumerate(path.read_text().splitlines(), 1):
        expected = EXPECTED.search(line)
        if expected is None:
            continue
        entry = entries.pop(row, None)
        name = f"line {row}"
        verdict, guess = expected.groups()
        wanted[name] = verdict if guess is None else f"{verdict}: {guess}"
        seen[name] = "not checked" if entry is None else entry["verdict"]
        if guess is not None and entry is not None and entry["guess"].startswith(guess):
            seen[name] += f": {guess}"
    assert seen == wanted
    assert not entries, "gradients without an expectation"


def test_the_labelled_files_hold_enough_of_both_kinds() -> None:
    marks = [
        match[1] for path in FILES for match in map(EXPECTED.search, path.read_text().splitlines()) if match
    ]
    assert marks.count("right") >= 80
    assert marks.count("wrong") >= 60


def test_the_seed_document_is_verified() -> None:
    text = """
import numpy as np

def sigmoid(x):
    return 1 / (1 + np.exp(-x))

def sigmoid_grad(x):
    s = sigmoid(x)
    return s * (1 - s)

def matrix_multiply(A, B):
    return A @ B

def matrix_multiply_grad(dLdC, A, B):
    dLdA = dLdC @ B.T
    dLdB = A.T @ dLdC
    return dLdA, dLdB

A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[5.0, 6.0], [7.0, 8.0]])
print(matrix_multiply_grad(np.ones_like(A), A, B))
"""
    outcomes = outcomes_of(checked(text))
    assert [(each.gradient, each.verdict) for each in outcomes] == [
        ("sigmoid_grad", "right"),
        ("matrix_multiply_grad", "right"),
    ]
    assert all(each.relative is not None and each.relative < 1e-8 for each in outcomes)


def test_statements_that_need_the_world_are_left_out_and_listed() -> None:
    text = """
import numpy as np
import a_library_that_is_absent
data = np.load("no_such_file.npy")
def cube(x):
    return x ** 3
def cube_grad(x):
    return 3 * x ** 2
cube(data)
"""
    report = checked(text)
    assert [entry["verdict"] for entry in report["pairs"]] == ["right"]
    assert [each.split(":")[0] for each in report["skipped"]] == ["line 3", "line 4", "line 9"]


def test_the_calls_of_the_program_decide_which_shapes_are_meant() -> None:
    text = """
import numpy as np
def mse(p, t):
    return np.mean((p - t) ** 2)
def mse_grad(p, t):
    return 2 * (p - t) / len(p)
{}
"""
    alone, matrix = checked(text.format("")), checked(text.format("mse(np.ones((5, 3)), np.zeros((5, 3)))"))
    assert [entry["verdict"] for entry in (*alone["pairs"], *matrix["pairs"])] == ["right", "wrong"]


def test_a_program_that_never_ends_is_cut_short() -> None:
    text = """
import numpy as np
def cube(x):
    return x ** 3
def cube_grad(x):
    return 3 * x
while True:
    pass
"""
    report = checked(text, seconds=6.0)
    assert [entry["verdict"] for entry in report["pairs"]] == ["wrong"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_saved_script_of_a_wrong_gradient_fails_by_itself(path: Path) -> None:
    broken = [entry for entry in report_of(path)["pairs"] if entry["verdict"] in ("wrong", "raises")]
    if not broken:
        pytest.skip("all of it is right")
    assert all(entry["script"] for entry in broken)
    ends = in_a_process(SCRIPTS, [entry["script"] for entry in broken])
    for entry, end in zip(broken, ends, strict=True):
        if entry["verdict"] == "wrong":
            assert end.startswith("assertion: "), (entry["forward"], end)
        else:
            assert end != "passed", entry["forward"]


# -- findings --------------------------------------------------------------------------------


def test_a_file_without_gradients_of_its_own_costs_no_job() -> None:
    text = "import torch\n\ndef train(model, data):\n    return model(data).sum()\n"
    assert not may_have_gradients(text)
    assert pairs_job(unit_of(text), Options()) is None


def test_a_wrong_pair_becomes_an_error_at_the_line_that_computes_it() -> None:
    text = """
import numpy as np

def scaled(x, w):
    return (x * w).sum()

def scaled_grad(x, w):
    dx = w
    dw = -x
    return dx, dw
"""
    unit = unit_of(text)
    findings = judged([], unit, Answer(checked(text)))
    (finding,) = findings
    assert (finding.code, finding.severity, finding.span.start.row) == ("GL804", Severity.ERROR, 9)
    assert finding.verdict is not None
    assert (finding.verdict.kind, finding.verdict.level) == ("confirmed", "pair")
    assert "sign error" in finding.message
    assert any("central differences" in line for line in finding.verdict.evidence)


def marked_rows(text: str, mark: str) -> set[int]:
    return {row for row, line in enumerate(text.splitlines(), 1) if re.search(mark, line)}


def wrong_rows(text: str) -> list[range]:
    """The functions whose gradient was executed and found wrong."""
    return [
        range(one["range"][0], one["range"][1] + 1)
        for one in checked(text)["pairs"]
        if one["verdict"] == "wrong"
    ]


LABELLED = [path for path in case_files() if "# HAZARD GL804" in path.read_text()]


@pytest.mark.parametrize("path", LABELLED, ids=case_name)
def test_a_case_with_a_wrong_gradient_is_found_by_executing_it(path: Path) -> None:
    text = path.read_text()
    found = wrong_rows(text)
    for row in marked_rows(text, "# HAZARD GL804"):
        assert any(row in rows for rows in found), row


@pytest.mark.parametrize("example", catalog.rule("GL804").examples)
def test_the_examples_of_the_rule_are_told_apart_by_executing_them(example: Example) -> None:
    (row,) = marked_rows(example.bad, "# GL804$")
    (found,) = wrong_rows(example.bad)
    assert row in found
    assert wrong_rows(example.good) == []


STATIC = {
    "GL801": """
import torch
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * k
    @staticmethod
    def backward(ctx, g):
        return g * ctx.k
Scale.apply(torch.ones(2, requires_grad=True), 3.0).sum().backward()
""",
    "GL802": """
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x
Square.apply(torch.ones(2, requires_grad=True)).sum().backward()
""",
    "GL803": """
import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * x
    @staticmethod
    def backward(ctx, g):
        return 2 * ctx.x * g
Square.apply(torch.ones(2, requires_grad=True)).sum().backward()
""",
    "GL805": """
import numpy as np
def numeric_grad(f, w, h=1e-4):
    g = np.zeros_like(w)
    for i in range(w.size):
        up = w
        down = w
        up[i] += h
        down[i] -= h
        g[i] = (f(up) - f(down)) / (2 * h)
    return g
""",
}


@pytest.mark.parametrize("code", STATIC)
def test_a_finding_of_the_static_rules_is_confirmed_by_numbers(code: str) -> None:
    text = STATIC[code]
    unit = unit_of(text)
    found = [one for one in findings_in(unit, CODES) if one.code == code]
    assert found
    after = judged(found, unit, Answer(checked(text)))
    assert [one.code for one in after] == [code] * len(found)
    verdict = after[0].verdict
    assert verdict is not None
    assert verdict.kind == "confirmed"
    assert verdict.evidence
    assert after[0].severity is found[0].severity


def test_a_finding_on_a_pair_that_is_right_is_refuted() -> None:
    text = STATIC["GL802"]
    unit = unit_of(text)
    found = list(findings_in(unit, frozenset({"GL802"})))
    report = checked(text.replace("return 2 * x", "return 2 * x * g"))
    (after,) = judged(found, unit, Answer(report))
    assert after.verdict is not None
    assert after.verdict.kind == "refuted"


def test_what_was_not_executed_leaves_the_findings_alone() -> None:
    unit = unit_of(STATIC["GL802"])
    found = tuple(findings_in(unit, frozenset({"GL802"})))
    assert judged(found, unit, Answer(None, "timeout", "not finished after 10 s")) == found


@pytest.mark.parametrize(
    "report",
    [
        {},
        {"pairs": "many"},
        {"pairs": [1, None, {"row": "2"}, {"row": 2, "verdict": "perfect", "backend": "numpy"}]},
        {"pairs": [{"row": 2, "verdict": "wrong", "backend": "abacus"}]},
    ],
)
def test_a_report_of_another_form_says_nothing(report: dict[str, Any]) -> None:
    assert outcomes_of(report) == ()


def test_a_suppressing_verdict_cannot_be_smuggled_in() -> None:
    """A report may lie about numbers, but only in the fields that are shown as evidence."""
    entry = {
        "row": 5,
        "range": [5, 6],
        "verdict": "right",
        "backend": "numpy",
        "relative": float("nan"),
        "found": ["x"],
    }
    (outcome,) = outcomes_of({"pairs": [entry]})
    assert (outcome.relative, outcome.found, outcome.place) == (None, (), None)
