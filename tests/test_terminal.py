"""What a user sees at the prompt: marks, counts, progress, and what is left after Ctrl-C or on a full disk."""

from __future__ import annotations

import errno
import itertools
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gradlint
from gradlint.cli.entry import main
from gradlint.cli.interruption import Interruption
from gradlint.core.result import Result
from gradlint.report.progress import Pace, worded
from tests.support.interrupting import hears_ctrl_c

ROOT = Path(gradlint.__file__).parent.parent
SAVED = "import torch\nw = torch.ones(3, requires_grad=True)\ny = w.sigmoid()\ny += 1\ny.sum().backward()\n"
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_what_fix_would_fix_is_marked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text(SAVED)
    (folder / "b.py").write_text(LEAF)
    assert main(["--output-format", "concise", "."]) == 1
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("a.py:4:1: GL203 [*] ")
    assert second.startswith("b.py:3:1: GL201 ") and "[*]" not in second
    assert rest == [
        "Found 2 errors in 2 files.",
        "2 files checked.",
        "[*] 1 fixable with --fix (1 more with --unsafe-fixes).",
    ]
    assert main(["a.py"]) == 1
    assert capsys.readouterr().out.startswith("error[GL203] [*] inplace-on-saved-tensor: ")


def test_verbose_shows_the_fix_as_a_difference(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text(SAVED)
    assert main(["a.py"]) == 1
    assert "y = y + 1" not in capsys.readouterr().out
    assert main(["-v", "a.py"]) == 1
    shown = capsys.readouterr().out
    assert " = fix: Compute a new tensor (--fix makes it)\n      - y += 1\n      + y = y + 1\n" in shown


def test_the_counts_are_honest(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text(LEAF)
    (folder / "b.py").write_text("import os\n")
    (folder / "c.py").write_text("import torch\n")
    for _ in ("cold", "from the cache"):
        assert main(["."]) == 1
        assert (
            "\nFound 1 error in 1 file.\n3 files checked, 1 without a framework.\n" in capsys.readouterr().out
        )
    assert main(["-v", "b.py", "c.py"]) == 0
    assert capsys.readouterr().out == (
        "All checks passed!\n2 files checked, 1 without a framework.\nwithout a framework: b.py\n"
    )


def test_what_the_baseline_hides_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text(LEAF)
    assert main(["--write-baseline", "known.json", "."]) == 0
    capsys.readouterr()
    assert main(["--baseline", "known.json", "."]) == 0
    assert capsys.readouterr().out == "All checks passed!\n1 file checked; 1 known finding in the baseline.\n"


def test_nothing_checked_is_not_called_passed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["."]) == 0
    assert capsys.readouterr().out == "Nothing checked: no files.\n"
    for name in ("a.py", "b.py"):
        (folder / name).write_text("import os\n")
    assert main(["."]) == 0
    assert capsys.readouterr().out == "Nothing checked: none of the 2 files imports a framework.\n"


def test_the_page_of_the_rule_is_named_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "b.py"):
        (folder / name).write_text(LEAF)
    assert main(["."]) == 1
    assert capsys.readouterr().out.count("explain: gradlint rule GL201\n") == 1
    assert main(["-q", "."]) == 1
    assert "explain:" not in capsys.readouterr().out


def test_short_options(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        main(["-V"])
    assert capsys.readouterr().out == f"gradlint {gradlint.__version__}\n"
    (folder / "a.py").write_text(LEAF)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["--no-color", "a.py"]) == 1
    assert "\x1b" not in capsys.readouterr().out


class TestFullDisk:
    """One line, exit code 2, and nothing lost."""

    def full(self, *words: str, cwd: Path, output: str = "/dev/full") -> tuple[int, str]:
        with open(output, "wb") as stdout:
            done = subprocess.run(
                [sys.executable, "-m", "gradlint", *words],
                cwd=cwd,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        return done.returncode, done.stderr

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
    def test_standard_output(self, folder: Path) -> None:
        (folder / "a.py").write_text(LEAF)
        code, said = self.full("--no-cache", "a.py", cwd=folder)
        reason = os.strerror(errno.ENOSPC)
        assert (code, said) == (2, f"gradlint: error: standard output cannot be written: {reason}\n")

    @pytest.fixture
    def full_disk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", fails)

    @pytest.mark.usefixtures("full_disk")
    def test_a_report_that_cannot_be_written_is_shown(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "a.py").write_text(LEAF)
        (folder / "out.txt").write_text("the old report")
        words = ["--no-cache", "--output-format", "concise", "--output-file", "out.txt", "a.py"]
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out.startswith("a.py:3:1: GL201 ")
        assert err == (
            "gradlint: error: --output-file: cannot write out.txt: No space left on device; the report is above\n"
        )
        assert (folder / "out.txt").read_text() == "the old report"
        assert sorted(os.listdir(folder)) == ["a.py", "out.txt"]

    @pytest.mark.usefixtures("full_disk")
    def test_the_cache_costs_a_line_and_no_finding(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "a.py").write_text(LEAF)
        assert main(["--cache-dir", str(folder / "cache"), "a.py"]) == 1
        out, err = capsys.readouterr()
        assert "GL201" in out
        assert err == "gradlint: cache not written: No space left on device\n"

    @pytest.mark.usefixtures("full_disk")
    def test_a_fix_leaves_the_file_as_it_was(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "a.py").write_text(SAVED)
        assert main(["--no-cache", "--fix", "a.py"]) == 2
        assert capsys.readouterr().err == (
            "gradlint: error: a.py: cannot be written: No space left on device\n"
        )
        assert (folder / "a.py").read_text() == SAVED
        assert os.listdir(folder) == ["a.py"]


class TestCtrlC:
    def results(self, number: int) -> Iterator[Result]:
        for index in range(number):
            yield Result(f"{index}.py")
        raise KeyboardInterrupt

    def test_what_there_is_so_far_goes_on(self) -> None:
        interruption = Interruption()
        assert [result.path for result in interruption.ending(self.results(2))] == ["0.py", "1.py"]
        assert interruption.happened and interruption.linted == 2

    def test_what_was_not_executed_is_shown_without_a_verdict(self) -> None:
        known = [Result(f"{index}.py") for index in range(4)]
        interruption = Interruption()
        shown = list(interruption.falling_back(self.results(2), known))
        assert [result.path for result in shown] == ["0.py", "1.py", "2.py", "3.py"]

    def test_the_findings_so_far_are_shown(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(LEAF)
        for number in range(6):
            (tmp_path / f"b{number}.py").write_text("import torch\n" + "x = f(y)[0] + 1\n" * 20_000)
        # The signal comes when the second file is begun, however fast the machine is.
        program = (
            "import os, signal, sys\n"
            "from gradlint.engine import linting\n"
            "inner = linting.Engine.lint_source\n"
            "def lint(self, data, path):\n"
            "    if path.startswith('b'):\n"
            "        os.kill(os.getpid(), signal.SIGINT)\n"
            "    return inner(self, data, path)\n"
            "linting.Engine.lint_source = lint\n"
            "from gradlint.cli.entry import main\n"
            "sys.exit(main(sys.argv[1:]))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, "--jobs", "1", "--no-cache", "."],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=hears_ctrl_c,
        )
        assert done.returncode == 128 + signal.SIGINT
        assert "error[GL201]" in done.stdout
        assert "Found 1 error in 1 file." in done.stdout
        assert done.stderr == "gradlint: interrupted: 1 of 7 files checked\n"


class TestPace:
    def test_the_end_that_is_expected_hardly_moves(self) -> None:
        """Pieces of very different length: one in ten takes half of all the time."""
        pace, now, told = Pace(0.0), 0.0, []
        for done in range(1, 101):
            now += 5.5 if done % 10 == 0 else 0.5
            left = pace.left(done / 100, now)
            assert left is not None
            told.append(now + left)
        assert all(85 < end < 105 for end in told[20:])
        assert max(abs(a - b) for a, b in itertools.pairwise(told)) <= 10

    def test_before_anything_is_done_nothing_is_said(self) -> None:
        assert Pace(0.0).left(0.0, 3.0) is None
        assert worded(None) == ""

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [
            (3, "a few seconds left"),
            (44, "about 40 s left"),
            (130, "about 2 min left"),
            (9000, "about 2 h left"),
        ],
    )
    def test_it_is_told_in_round_numbers(self, seconds: float, text: str) -> None:
        assert worded(seconds) == text


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs termios.tcsetwinsize")
def test_executing_shows_its_progress_before_the_first_answer(tmp_path: Path) -> None:
    from tests.test_cli import on_terminal

    program = (
        "import time\nfrom gradlint.report.progress import Progress\n"
        "def slow():\n    time.sleep(0.4)\n    yield 1\n"
        "with Progress(1, wanted=True, label='executing', at_once=True) as progress:\n"
        "    for item in progress.watching(slow()):\n        progress.hide()\n        print('answer')\n"
    )
    code, shown = on_terminal(cwd=tmp_path, program=program)
    assert code == 0
    assert "executing" in shown[: shown.index("answer")]
    assert re.search(r"0/1", shown[: shown.index("answer")])
