"""`gradlint run` has the manners of `python`: exit codes, output, arguments, tracebacks, signals; and it reports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from gradlint.core.model import Finding, Position, Severity, Span
from gradlint.watch.inside.plan import FilePlan, Watched
from gradlint.watch.inside.probe import Gate, Probe
from gradlint.watch.inside.rewrite import rewritten
from gradlint.watch.judging import verdict
from gradlint.watch.summary import sparkline, summary

CUT = """\
import torch

w = torch.tensor([2.0], requires_grad=True)
loss = (w * 3).sum() + (w**2).sum().item()
loss.backward()
print(w.grad.item())
"""


def gradlint(folder: Path, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gradlint", "run", "--isolated", "--python", sys.executable, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, **more)  # type: ignore[call-overload,no-any-return]


def python(folder: Path, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=120, **more
    )


SELF_PORTRAIT = """\
import os, sys

def described():
    main = sys.modules["__main__"]
    spec = main.__spec__ and main.__spec__.name
    return [__name__, sys.argv, main.__file__, spec, main.__package__, os.getcwd(), sys.path[0], sys.stdin.read()]

if __name__ == "__main__":
    print(described())
    print("oops", file=sys.stderr)
    sys.exit(3)
"""


def test_a_script_sees_what_python_would_show_it(tmp_path: Path) -> None:
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "me.py").write_text(SELF_PORTRAIT)
    words = ("tools/me.py", "--epochs", "1", "-m", "x")
    ours, theirs = gradlint(tmp_path, "-q", *words, input="hello"), python(tmp_path, *words, input="hello")
    assert (ours.stdout, ours.returncode) == (theirs.stdout, theirs.returncode)
    assert "oops" in ours.stderr


def test_a_module_sees_what_python_would_show_it(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(SELF_PORTRAIT)
    words = ("-m", "pack", "--flag")
    ours, theirs = gradlint(tmp_path, "-q", *words, input=""), python(tmp_path, *words, input="")
    assert (ours.stdout, ours.returncode) == (theirs.stdout, theirs.returncode)


def test_a_missing_module_is_told_as_python_does(tmp_path: Path) -> None:
    ours, theirs = gradlint(tmp_path, "-q", "-m", "no_such"), python(tmp_path, "-m", "no_such")
    assert theirs.stderr in ours.stderr
    assert ours.returncode == theirs.returncode == 1


def test_tracebacks_stay_as_they_were_also_through_watched_lines(tmp_path: Path) -> None:
    (tmp_path / "stops.py").write_text(
        textwrap.dedent(
            """\
            import torch

            w = torch.ones(3, requires_grad=True)

            def step():
                w.exp_()

            def main():
                step()

            main()
            """
        )
    )
    ours, theirs = gradlint(tmp_path, "stops.py"), python(tmp_path, "stops.py")
    assert theirs.stderr in ours.stderr
    assert ours.returncode == theirs.returncode == 1
    assert "confirmed: the program raises RuntimeError here: a leaf Variable" in ours.stderr


def test_each_format_holds_the_verdict_and_goes_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "cut.py").write_text(CUT)
    done = gradlint(tmp_path, "--output-format", "sarif", "--output-file", "report.sarif", "cut.py")
    assert done.stdout == "3.0\n", done.stderr
    assert "confirmed" in (tmp_path / "report.sarif").read_text()
    assert "with your rights" in done.stderr
    assert done.returncode == 0


def test_fail_on_confirmed_gates_a_program_that_succeeds(tmp_path: Path) -> None:
    (tmp_path / "cut.py").write_text(CUT)
    done = gradlint(
        tmp_path, "-q", "--fail-on", "confirmed", "--output-format", "json", "--output-file", "-", "cut.py"
    )
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout.partition("\n")[2])
    assert (finding["code"], finding["verdict"]["kind"], finding["verdict"]["level"]) == (
        "GL104",
        "confirmed",
        "run",
    )


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupt_reaches_the_program_and_is_still_reported(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text(CUT + "import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    command = [sys.executable, "-m", "gradlint", "run", "--isolated", "--python", sys.executable, "long.py"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line == "ready\n":
            break
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert "confirmed" in errors
    assert process.returncode == -signal.SIGINT


def test_what_runs_no_flagged_line_is_not_reached(tmp_path: Path) -> None:
    body = textwrap.indent(CUT.partition("\n")[2], "    ")
    (tmp_path / "cut.py").write_text(
        f"import sys\nimport torch\nif len(sys.argv) > 1:\n{body}\nprint('done')\n"
    )
    done = gradlint(tmp_path, "cut.py")
    assert "not-reached: the line did not run" in done.stderr


# The rewriting.


def _watched(text: str, place: tuple[int, int, int, int]) -> FilePlan:
    return FilePlan("m.py", text, (Watched(0, "torch", "gradient", place),))


def test_only_the_flagged_statement_is_rewritten_and_lines_stay() -> None:
    text = "def f(x):\n    y = x + 1\n    z = y.item()\n    return z\n\ndef g(x):\n    return x\n"
    seen: list[tuple[str, str, object]] = []

    def take(finding: Watched, role: str, name: str, gate: Gate | None) -> Probe:
        return Probe(lambda value, count: seen.append((role, name, value)), gate)

    code = rewritten(_watched(text, (3, 8, 3, 16)), text.encode(), "m.py", take)
    plain = compile(text, "m.py", "exec")
    names: dict[str, object] = {}
    exec(code, names)

    class Tensor:
        def __add__(self, other: int) -> Tensor:
            return self

        def item(self) -> int:
            return 7

    assert names["f"](Tensor()) == 7  # type: ignore[operator]
    assert [(role, name) for role, name, _ in seen] == [
        ("entered", ""),
        ("cut", "self"),
        ("cut", "func"),
        ("cut", "result"),
        ("whole", "value"),
        ("leaves", ""),
    ]
    ours, theirs = code.co_consts, plain.co_consts
    functions = [[each for each in one if hasattr(each, "co_lines")] for one in (ours, theirs)]
    assert functions[0][1].co_code == functions[1][1].co_code, "the other function is untouched"
    rows = [{row for *_, row in each[0].co_lines() if row is not None} for each in functions]
    assert rows[0] == rows[1]


def test_a_line_in_a_loop_is_looked_at_ever_less_often_and_counted_each_time() -> None:
    text = "def f(x):\n    for _ in range(100):\n        y = x.item()\n    return y, list(locals())\n"
    probes: dict[tuple[str, str], Probe] = {}
    seen: list[str] = []

    def take(finding: Watched, role: str, name: str, gate: Gate | None) -> Probe:
        return probes.setdefault((role, name), Probe(lambda value, count: seen.append(name), gate))

    code = rewritten(_watched(text, (3, 12, 3, 20)), text.encode(), "m.py", take)
    names: dict[str, object] = {}
    exec(code, names)

    class Tensor:
        def item(self) -> int:
            return 7

    assert names["f"](Tensor()) == (7, ["x", "_", "y"]), "no name of ours"  # type: ignore[operator]
    assert seen.count("result") == 8 + 3, "the first eight, then 16, 32, 64"
    assert [probes["cut", "result"].count for _ in range(3)] == [100] * 3


def test_a_statement_that_makes_a_function_is_not_doubled() -> None:
    text = "f = lambda x: x.item()\n"
    gates: list[Gate | None] = []

    def take(finding: Watched, role: str, name: str, gate: Gate | None) -> Probe:
        gates.append(gate)
        return Probe(lambda value, count: None, gate)

    rewritten(_watched(text, (1, 14, 1, 22)), text.encode(), "m.py", take)
    assert gates and not any(gates)


def test_a_probe_that_was_pickled_only_hands_on() -> None:
    import pickle

    probe = pickle.loads(pickle.dumps(Probe(lambda value, count: None)))
    assert probe(5) == 5


def test_what_goes_wrong_while_watching_never_reaches_the_program() -> None:
    def broken(value: object, count: int) -> None:
        raise ValueError("ours")

    assert Probe(broken)(3) == 3


# Verdicts.


def _finding(code: str = "GL401", framework: str = "torch", message: str = "") -> Finding:
    span = Span(Position(3, 1), Position(3, 9))
    return Finding(code, "x", message, "m.py", span, Severity.ERROR, framework)  # type: ignore[arg-type]


def _facts(**more: object) -> dict[str, object]:
    return {
        "number": 0,
        "placed": True,
        "count": 4,
        "hits": [],
        "seen": {},
        "raised": [],
        "outcomes": [],
        **more,
    }


def _request(state: str, reached: bool, **more: object) -> dict[str, object]:
    source = {"name": "w", "shape": [2], "device": "cpu", "reached": reached, "known": True, "state": state}
    return {"asked": True, "lines": [], "sources": [source], "complete": True, **more}


def test_no_gradient_is_confirmed_only_if_the_source_passes_through_the_line() -> None:
    through = _facts(outcomes=[_request("none", False, entered=True, behind=True)])
    beside = _facts(outcomes=[_request("none", False, entered=True, behind=False)])
    assert verdict(_finding(), through).kind == "confirmed"
    assert verdict(_finding(), beside).kind == "inconclusive"


def test_a_gradient_by_another_path_is_no_proof_unless_the_loss_uses_the_number() -> None:
    seen = {"self": {"kind": "tensor", "grad": True}, "result": {"kind": "number"}}
    unused = _request("ok", True, entered=True, behind=True, used=False, seen=seen)
    used = _request("ok", True, entered=True, behind=True, used=True, seen=seen)
    assert verdict(_finding(), _facts(outcomes=[unused])).kind == "inconclusive"
    assert verdict(_finding(), _facts(outcomes=[used])).kind == "confirmed"


def test_a_gradient_through_the_line_refutes() -> None:
    seen = {
        "self": {"kind": "tensor", "grad": True},
        "result": {"kind": "tensor", "framework": "torch", "grad": True},
    }
    assert (
        verdict(_finding(), _facts(outcomes=[_request("ok", True, entered=True, seen=seen)])).kind
        == "refuted"
    )


def test_sometimes_is_not_always() -> None:
    mixed = [_request("none", False, behind=True), _request("ok", True, behind=True)]
    assert verdict(_finding(), _facts(outcomes=mixed)).kind == "inconclusive"


def test_a_number_in_tensorflow_refutes_nothing() -> None:
    seen = {"result": {"kind": "number"}}
    facts = _facts(outcomes=[_request("ok", True, seen=seen)])
    assert verdict(_finding("GL104", "tensorflow"), facts).kind == "inconclusive"


def test_an_exception_counts_only_if_the_rule_explains_it() -> None:
    explained = {
        "type": "RuntimeError",
        "message": "a leaf Variable that requires grad",
        "rows": [],
        "where": "cut",
    }
    other = {**explained, "message": "CUDA out of memory"}
    assert verdict(_finding("GL201"), _facts(raised=[explained])).kind == "confirmed"
    assert verdict(_finding("GL201"), _facts(raised=[other])).kind == "inconclusive"


def test_a_small_drawing_shows_the_rise_and_the_gap() -> None:
    assert sparkline([0.0, 1.0, None, 7.0]) == "▁▂×█"


def test_a_model_that_is_only_evaluated_is_not_reported() -> None:
    parameter = {
        "name": "w", "shape": [2], "dtype": "float32", "made": None, "gradient": "none", "held": False,
        "moved": None, "frozen": False, "looks": 3, "steps": 3,
    }  # fmt: skip
    teacher = {"name": "Teacher", "framework": "torch", "made": None, "parameters": [parameter]}
    student = {**teacher, "name": "Student", "parameters": [{**parameter, "held": True}]}
    said = list(summary({"training": {"models": [teacher, student], "requests": 3, "steps": 3}}))
    assert not any("Teacher" in line for line in said)
    assert any("Student: never received a gradient" in line for line in said)


def test_processes_are_left_alone_unless_they_are_followed(tmp_path: Path) -> None:
    (tmp_path / "child.py").write_text(CUT)
    (tmp_path / "parent.py").write_text(
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import child'], check=True)\n"
    )
    alone, followed = gradlint(tmp_path, "parent.py"), gradlint(tmp_path, "--follow", "parent.py")
    assert "not-reached: its module was not imported" in alone.stderr
    assert "confirmed" in followed.stderr
    assert alone.stdout == followed.stdout == "3.0\n"
