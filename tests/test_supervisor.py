"""Jobs in, answers out: whatever a program or a zygote does, every job is answered and nothing is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gradlint
from gradlint.confirm.capacity import processors, side_by_side
from gradlint.confirm.runner.process.watchdog import children
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.core.errors import GradlintError
from tests.support.interrupting import hears_ctrl_c

ROOT = Path(gradlint.__file__).parent.parent
QUICK = "print('hello')"
CRASH = "import ctypes\nctypes.string_at(0)\n"
SLEEP = "import time\ntime.sleep(60)\n"
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def job(name: str, source: str, framework: str = "none", **more: Any) -> dict[str, Any]:
    return {"id": name, "task": "code", "framework": framework, "source": source, **more}


def answers(settings: Settings, *jobs: dict[str, Any]) -> dict[str, Answer]:
    with Supervisor(settings) as supervisor:
        found = list(supervisor.run(jobs))
    assert len(found) == len(jobs)
    return {answer.job_id: answer for answer in found}


@pytest.fixture
def bare_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An interpreter with nothing but the standard library."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    return str(tmp_path / "bare" / "bin" / "python")


@pytest.fixture
def weak() -> Iterator[Settings]:
    """What runs anywhere: these tests are about processes, those of the sandbox are elsewhere."""
    yield Settings(seconds=5, sandbox="weak")


class TestAnswers:
    def test_a_program_that_runs_is_reported_with_what_it_printed(self, weak: Settings) -> None:
        answer = answers(weak, job("a", QUICK))["a"]
        assert (answer.end, answer.output, answer.fresh) == ("reported", "hello\n", False)
        assert answer.report is not None
        assert answer.report["as_written"] == {"end": "ran", "error": None}
        assert set(answer.layers) == {"namespaces", "limits", "landlock", "privileges", "seccomp"}
        assert all(state.startswith(("active: ", "absent: ")) for state in answer.layers.values())

    def test_an_exception_is_reported_with_its_row(self, weak: Settings) -> None:
        answer = answers(weak, job("a", "def f():\n    1 / 0\n\n\nf()\n", filename="some.py"))["a"]
        assert answer.report is not None
        error = answer.report["as_written"]["error"]
        assert (error["type"], error["row"]) == ("ZeroDivisionError", 2)

    def test_every_job_has_one_answer(self, weak: Settings) -> None:
        jobs = [job(str(number), f"print({number})") for number in range(30)]
        found = answers(weak, *jobs)
        assert {name: answer.output for name, answer in found.items()} == {
            str(number): f"{number}\n" for number in range(30)
        }

    def test_a_source_larger_than_any_pipe_arrives(self, weak: Settings) -> None:
        padding = "# " + "x" * (1 << 20) + "\n"
        assert answers(weak, job("a", padding + QUICK), job("b", padding + QUICK))["b"].output == "hello\n"

    def test_programs_run_side_by_side(self) -> None:
        started = time.monotonic()
        nap = "import time\ntime.sleep(1.5)\n"
        answers(Settings(sandbox="weak", at_once=4), *(job(str(number), nap) for number in range(4)))
        assert time.monotonic() - started < 5

    def test_folders_of_the_project_can_be_imported_from(self, weak: Settings, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text("value = 7\n")
        found = answers(weak, job("a", "import mine\nprint(mine.value)", roots=[str(tmp_path)]))
        assert found["a"].output == "7\n"

    def test_a_program_sees_neither_our_modules_nor_the_environment(
        self, weak: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MY_TOKEN", "secret")
        source = "import os, sys\nprint('MY_TOKEN' in os.environ, [p for p in sys.path if 'runner' in p])\n"
        source += "print(os.environ['HOME'] == os.getcwd() == os.environ['TMPDIR'])\n"
        assert answers(weak, job("a", source))["a"].output == "False []\nTrue\n"

    def test_what_nobody_waits_for_any_more_is_ended(self) -> None:
        with Supervisor(Settings(sandbox="weak", at_once=2)) as supervisor:
            for answer in supervisor.run([job("a", QUICK), job("b", SLEEP), job("c", SLEEP)]):
                assert answer.job_id == "a"
                break
            assert [answer.job_id for answer in supervisor.run([job("d", QUICK)])] == ["d"]

    def test_an_unknown_task_does_not_stop_the_others(self, weak: Settings) -> None:
        found = answers(weak, {**job("a", QUICK), "task": "dance"}, job("b", QUICK))
        assert (found["a"].end, found["b"].end) == ("setup", "reported")


class TestTrouble:
    def test_a_crash_is_tried_again_in_a_fresh_interpreter(self, weak: Settings) -> None:
        answer = answers(weak, job("a", CRASH))["a"]
        assert (answer.end, answer.reason, answer.fresh) == ("crashed", "ended by SIGSEGV", True)
        assert "Segmentation fault" in answer.output

    def test_what_crashes_only_after_a_fork_is_answered_by_a_fresh_interpreter(self, weak: Settings) -> None:
        source = (
            f"import sys\nif 'gradlint_runner.process.zygote' in sys.modules:\n"
            f"    {CRASH!r}\n    exec({CRASH!r})\n"
        )
        answer = answers(weak, job("a", source + QUICK))["a"]
        assert (answer.end, answer.fresh, answer.output) == ("reported", True, "hello\n")

    def test_a_child_that_hangs_without_working_is_tried_again(self) -> None:
        answer = answers(Settings(sandbox="weak", seconds=0.5), job("a", SLEEP))["a"]
        assert (answer.end, answer.fresh) == ("timeout", True)

    def test_an_absent_framework_is_said_of_every_job(self, bare_python: str) -> None:
        settings = Settings(python=bare_python, sandbox="weak")
        found = answers(settings, job("a", QUICK, "torch"), job("b", QUICK, "torch"), job("c", QUICK))
        assert {found[name].end for name in "ab"} == {"absent"}
        assert found["a"].reason == "torch is not installed"
        assert found["c"].end == "reported"

    def test_a_framework_that_cannot_be_imported_is_absent(self, bare_python: str, tmp_path: Path) -> None:
        packages = next((tmp_path / "bare").glob("lib/python*/site-packages"))
        (packages / "torch.py").write_text("raise OSError('libcudart.so: cannot open')\n")
        answer = answers(Settings(python=bare_python, sandbox="weak"), job("a", QUICK, "torch"))["a"]
        assert (answer.end, answer.reason) == (
            "absent",
            "importing torch failed: OSError: libcudart.so: cannot open",
        )

    def test_an_interpreter_that_dies_while_importing_is_tried_twice(
        self, bare_python: str, tmp_path: Path
    ) -> None:
        packages = next((tmp_path / "bare").glob("lib/python*/site-packages"))
        (packages / "jax.py").write_text("import os, sys\nprint('no way', file=sys.stderr)\nos._exit(3)\n")
        found = answers(
            Settings(python=bare_python, sandbox="weak"), job("a", QUICK, "jax"), job("b", QUICK, "jax")
        )
        assert {answer.end for answer in found.values()} == {"setup"}
        assert found["a"].reason == "the interpreter for jax died: no way"

    @needs_linux
    def test_a_zygote_that_is_killed_is_started_again(self) -> None:
        with Supervisor(Settings(sandbox="weak", at_once=1)) as supervisor:
            waiting = supervisor.run([job("a", QUICK), job("b", QUICK)])
            assert next(waiting).job_id == "a"
            for zygote in children(os.getpid()):
                os.kill(zygote, signal.SIGKILL)
            assert [(answer.job_id, answer.end) for answer in waiting] == [("b", "reported")]

    def test_strict_runs_nothing_without_enough_layers(self) -> None:
        answer = answers(Settings(layers=("limits",)), job("a", QUICK))["a"]
        assert (answer.end, answer.output, answer.report) == ("setup", "", None)
        assert answer.reason == "the sandbox is not strong enough: seccomp is absent (switched off)"

    def test_weak_says_what_is_absent(self) -> None:
        answer = answers(Settings(layers=("limits",), sandbox="weak"), job("a", QUICK))["a"]
        assert answer.end == "reported"
        assert answer.layers["seccomp"] == "absent: switched off"


class TestWithoutFork:
    @pytest.fixture(autouse=True)
    def no_fork(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(os, "fork")

    def test_every_job_has_an_interpreter_of_its_own(self, weak: Settings) -> None:
        found = answers(weak, job("a", QUICK), job("b", CRASH), job("c", "import os\nos._exit(0)"))
        assert [found[name].end for name in "abc"] == ["reported", "crashed", "exited"]
        assert found["a"].output == "hello\n"
        assert found["a"].fresh

    def test_the_clock_ends_what_takes_too_long(self) -> None:
        assert answers(Settings(sandbox="weak", seconds=0.5), job("a", SLEEP))["a"].end == "timeout"

    def test_an_absent_framework_is_said(self, bare_python: str) -> None:
        answer = answers(Settings(python=bare_python, sandbox="weak"), job("a", QUICK, "torch"))["a"]
        assert (answer.end, answer.reason) == ("absent", "torch is not installed")

    def test_strict_runs_nothing_without_enough_layers(self) -> None:
        answer = answers(Settings(layers=()), job("a", QUICK))["a"]
        assert (answer.end, answer.output) == ("setup", "")


class TestInterpreter:
    def test_one_that_does_not_exist_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(GradlintError, match="no such interpreter"):
            Supervisor(Settings(python=str(tmp_path / "python")))

    @pytest.mark.parametrize(
        ("prints", "complaint"),
        [("hello", "is not a Python interpreter"), ("[[3, 9], null]", "Python 3.9 is too old")],
    )
    def test_one_that_will_not_do_is_an_error(self, tmp_path: Path, prints: str, complaint: str) -> None:
        other = tmp_path / "other"
        other.write_text(f"#!/bin/sh\necho '{prints}'\n")
        other.chmod(0o755)
        with pytest.raises(GradlintError, match=complaint):
            Supervisor(Settings(python=str(other)))

    def test_one_that_cannot_be_started_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(GradlintError, match="cannot be started"):
            Supervisor(Settings(python=str(tmp_path)))

    def test_it_may_be_named_from_here_or_by_the_path(
        self, bare_python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PATH", os.path.dirname(bare_python))
        for name in ("bare/bin/python", "python"):
            settings = Settings(python=name, sandbox="weak")
            found = answers(settings, job("a", "import sys\nprint(sys.prefix)"))
            assert found["a"].output == f"{tmp_path / 'bare'}\n"

    def test_packages_of_the_user_are_found_although_home_is_another(
        self, bare_python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        base = tmp_path / "base"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = base / "lib" / version / "site-packages"
        packages.mkdir(parents=True)
        (packages / "torch.py").write_text("name = 'mine'\n")
        monkeypatch.setenv("PYTHONUSERBASE", str(base))
        # A virtual environment has no packages of the user, so ask the one that it was made from.
        python = os.path.realpath(bare_python)
        settings = Settings(python=python, sandbox="weak")
        found = answers(settings, job("a", "import torch\nprint(getattr(torch, 'name', ''))", "torch"))
        assert found["a"].output == "mine\n", found["a"]


@needs_linux
class TestEnd:
    """No process and no folder outlives the supervisor."""

    def test_after_an_error(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        others = set(children(os.getpid()))
        with pytest.raises(ZeroDivisionError), Supervisor(Settings(sandbox="weak")) as supervisor:
            for _ in supervisor.run([job("a", QUICK), job("b", SLEEP)]):
                assert set(children(os.getpid())) - others
                raise ZeroDivisionError
        assert not set(children(os.getpid())) - others
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_after_a_signal(self, number: signal.Signals, tmp_path: Path) -> None:
        program = (
            "from gradlint.confirm.supervisor import Settings, Supervisor\n"
            "with Supervisor(Settings(sandbox='weak', seconds=60)) as supervisor:\n"
            f"    jobs = [dict(id='a', task='code', framework='none', source={SLEEP!r})]\n"
            "    for _ in supervisor.run(jobs): pass\n"
        )
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
        host = subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment,
            stderr=subprocess.DEVNULL,
            preexec_fn=hears_ctrl_c,
        )
        try:
            family = wait_for(lambda: [child for zygote in children(host.pid) for child in children(zygote)])
            family += list(children(host.pid))
            host.send_signal(number)
            host.wait(20)
            wait_for(lambda: not any(map(is_alive, family)))
        finally:
            host.kill()
            host.wait()
        assert not list(tmp_path.iterdir())


def wait_for(condition: Any) -> Any:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if result := condition():
            return result
        time.sleep(0.05)
    raise TimeoutError


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


class TestCapacity:
    def test_at_least_one_and_at_most_as_many_as_processors(self) -> None:
        assert side_by_side(1 << 30) == 1
        assert side_by_side(1) == processors()
