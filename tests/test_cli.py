"""The command as users, editors and shells see it."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import gradlint
from gradlint.cli.entry import main
from gradlint.report import FORMATS
from tests import standin
from tests.support.fresh import printed
from tests.support.interrupting import hears_ctrl_c

ROOT = Path(gradlint.__file__).parent.parent
CUT = "import torch\nx = CUT\n"
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the stand-in for the detectors."""
    standin.install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def command(*words: str, cwd: Path, **options: object) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "gradlint", *words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


class TestExitCodes:
    def test_zero_if_there_is_nothing(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text("import torch\n")
        assert main(["a.py"]) == 0
        assert capsys.readouterr() == ("All checks passed!\n", "")

    def test_one_if_there_are_findings(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text(CUT)
        assert main(["a.py"]) == 1
        out = capsys.readouterr().out
        assert out.endswith("\nFound 1 error in 1 file.\nexplain: gradlint rule GL401\n")

    def test_zero_for_findings_on_request(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text(CUT)
        assert main(["--exit-zero", "a.py"]) == 0
        assert "GL401" in capsys.readouterr().out

    def test_an_empty_folder_is_clean(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([]) == 0
        assert "no Python files" in capsys.readouterr().err

    @pytest.mark.parametrize("options", [[], ["--exit-zero"]])
    def test_two_if_a_file_could_not_be_checked_and_the_others_are(
        self, project: Path, capsys: pytest.CaptureFixture[str], options: list[str]
    ) -> None:
        (project / "a.py").write_text("import torch\nBOOM\n")
        (project / "b.py").write_text(CUT)
        assert main([*options, "."]) == 2
        out, err = capsys.readouterr()
        assert "b.py:2:5" in out
        assert "\nFound 1 error in 1 file. 1 file could not be checked.\n1 file checked.\n" in out
        assert err.startswith("gradlint: a.py: internal error, please report it: KeyError: 'boom'")
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            (["missing.py"], "no such file or folder: missing.py"),
            (["--selct", "GL101"], "unknown option --selct (did you mean --select?)"),
            (["--output-formt=json"], "unknown option --output-formt=json (did you mean --output-format?)"),
            (["--output-format", "jsn"], "found 'jsn' (did you mean json?)"),
            (["--select"], "--select: expected one argument"),
            (["--select", "GL1O1"], "unknown rule 'GL1O1' (did you mean GL101?)"),
            (["--ignore", "inplace-leaf"], "(did you mean inplace-on-leaf?)"),
            (["--color", "alway"], "(did you mean always?)"),
            (["--extension", "txt"], "--extension: expected a pair such as txt:markdown, found 'txt'"),
            (["--per-file-ignores", "GL101"], "--per-file-ignores: expected a pair"),
            (["--config", "none.toml"], "none.toml"),
            (["--config", "a.toml", "--isolated"], "exclude each other"),
            (["chekc", "a.py"], "no such file or folder: chekc (did you mean the command check?)"),
            (["-q", "rule", "GL101"], "no such file or folder: rule (the command has to come first)"),
            (["-", "a.py"], "cannot be mixed"),
            (["rule"], "name one or more rules, or use --all"),
            (["rule", "GL101", "--all"], "name one or more rules, or use --all"),
            (["rule", "GL1O1"], "unknown rule 'GL1O1' (did you mean GL101?)"),
            (["rule", "--al"], "unknown option --al (did you mean --all?)"),
        ],
    )
    def test_two_and_one_line_for_what_the_user_can_fix(
        self, project: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
    ) -> None:
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("gradlint: error: ")
        assert complaint in err
        assert err.count("\n") == 1

    def test_two_for_a_configuration_that_is_wrong(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "a.py").write_text(CUT)
        (project / "pyproject.toml").write_text('[tool.gradlint]\nselct = ["GL101"]\n')
        assert main([]) == 2
        assert "pyproject.toml: selct: unknown key (did you mean select?)" in capsys.readouterr().err

    def test_two_for_a_defect_of_our_own(
        self, project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("gradlint.cli.commands.check.discover", lambda *_: 1 / 0)
        assert main([]) == 2
        assert "ZeroDivisionError" in capsys.readouterr().err


class TestPaths:
    def test_the_working_directory_is_the_default(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "inner").mkdir()
        (project / "inner" / "a.py").write_text(CUT)
        assert main(["-q", "--output-format", "concise"]) == 1
        assert capsys.readouterr().out == "inner/a.py:2:5: GL401 the gradient is cut\n"

    def test_check_can_be_said_or_left_out(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text(CUT)
        assert main(["a.py"]) == main(["check", "a.py"]) == 1
        first, second = capsys.readouterr().out.split("explain: gradlint rule GL401\n")[:2]
        assert first == second

    def test_options_may_stand_anywhere(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for name in ("a.py", "b.py", "-c.py"):
            (project / name).write_text(CUT)
        assert main(["a.py", "-q", "b.py", "--output-format=concise", "--", "-c.py"]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert [line.partition(":")[0] for line in lines] == ["-c.py", "a.py", "b.py"]

    @pytest.mark.parametrize("name", ["check", "rule"])
    def test_a_folder_called_like_a_command_can_be_linted(
        self, project: Path, capsys: pytest.CaptureFixture[str], name: str
    ) -> None:
        (project / name).mkdir()
        (project / name / "a.py").write_text(CUT)
        for words in ([f"./{name}"], ["check", name]):
            assert main([*words, "-q", "--output-format", "concise"]) == 1
            assert capsys.readouterr().out == f"{name}/a.py:2:5: GL401 the gradient is cut\n"

    def test_files_can_be_listed(self, project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        for name in ("b.py", "a.py", "n.ipynb", "t.txt"):
            (project / name).write_text("{}")
        assert main(["--show-files", "--extension", "txt:markdown"]) == 0
        assert capfdbinary.readouterr().out == b"a.py\nb.py\nn.ipynb\nt.txt\n"

    def test_excludes_hold_for_named_files_only_by_force(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "a.py").write_text(CUT)
        assert main(["a.py", "--exclude", "a.py", "-q"]) == 1
        capsys.readouterr()
        assert main(["a.py", "--exclude", "a.py", "--force-exclude", "-q"]) == 0
        assert capsys.readouterr() == ("", "")


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "code"),
        [
            (["--select", "GL1,GL401"], 1),
            (["--select", "GL1", "--select", "GL2"], 0),
            (["--select", "GL1", "--extend-select", "detached-loss"], 1),
            (["--ignore", "GL4"], 0),
            (["--per-file-ignores", "a.py:GL401"], 0),
            (["--per-file-ignores", "b.py:GL401,a.*:GL101"], 1),
            (["--extend-exclude", "a.py"], 0),
            (["--no-fix", "--force-exclude"], 1),
        ],
    )
    def test_the_command_line_decides(self, project: Path, options: list[str], code: int) -> None:
        (project / "a.py").write_text(CUT)
        assert main([*options, "-q", "."]) == code

    def test_configuration_files_count_unless_isolated(self, project: Path) -> None:
        (project / "a.py").write_text(CUT)
        (project / "gradlint.toml").write_text('ignore = ["GL401"]\n')
        (project / "other.toml").write_text('select = ["GL401"]\n')
        assert main(["-q"]) == 0
        assert main(["-q", "--isolated"]) == 1
        assert main(["-q", "--config", "other.toml"]) == 1

    def test_the_format_can_be_configured(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text(CUT)
        (project / "gradlint.toml").write_text('output-format = "json-lines"\n')
        assert main([]) == 1
        assert json.loads(capsys.readouterr().out)["code"] == "GL401"

    def test_a_format_that_does_not_exist_is_refused(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "gradlint.toml").write_text('output-format = "sarf"\n')
        assert main(["."]) == 2
        assert "found 'sarf' (did you mean sarif?)" in capsys.readouterr().err

    def test_settings_can_be_shown(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "gradlint.toml").write_text('select = ["GL1"]\nseverity = { GL101 = "warning" }\n')
        assert main(["--show-settings", "--ignore", "GL102"]) == 0
        shown = dict(line.split(" = ", 1) for line in capsys.readouterr().out.splitlines())
        assert json.loads(shown["configuration"]) == str(project / "gradlint.toml")
        assert {"GL101", "GL103"} <= set(json.loads(shown["rules"]))
        assert not {"GL102", "GL201"} & set(json.loads(shown["rules"]))
        assert json.loads(shown["severity"]) == {"GL101": "warning"}

    def test_statistics_count(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "a.py").write_text(CUT * 2)
        assert main(["--statistics"]) == 1
        assert capsys.readouterr().out == "2  GL401  detached-loss\nFound 2 errors in 1 file.\n"
        assert main(["--statistics", "--output-format", "json"]) == 1
        assert json.loads(capsys.readouterr().out)[0]["count"] == 2

    @pytest.mark.parametrize("name", ["json", "json-lines"])
    def test_for_programs_there_is_nothing_but_data(
        self, project: Path, capsys: pytest.CaptureFixture[str], name: str
    ) -> None:
        (project / "a.py").write_text(CUT)
        assert main(["--output-format", name]) == 1
        out, err = capsys.readouterr()
        assert err == ""
        assert json.loads(out)

    def test_quiet_is_findings_and_nothing_else(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["-q"]) == 0
        assert capsys.readouterr() == ("", "")


class TestStandardInput:
    def test_what_an_editor_sends(self, project: Path) -> None:
        words = "check --force-exclude --quiet --stdin-filename pkg/a.py --no-fix --output-format json -"
        done = command(*words.split(), cwd=project, input=LEAF)
        assert (done.returncode, done.stderr) == (1, "")
        (entry,) = json.loads(done.stdout)
        assert (entry["code"], entry["location"]["row"]) == ("GL201", 3)
        assert entry["filename"] == str(project / "pkg" / "a.py")

    def test_the_name_tells_the_kind(self, project: Path) -> None:
        document = f"# Title\n\n```python\n{LEAF}```\n"
        done = command("--stdin-filename", "a.md", "--output-format", "concise", cwd=project, input=document)
        assert done.stdout.startswith("a.md:6:1: GL201 ")
        assert done.returncode == 1

    def test_without_a_name_it_is_python(self, project: Path) -> None:
        done = command("-", "-q", "--output-format", "concise", cwd=project, input=LEAF)
        assert done.stdout.startswith("-:3:1: GL201 ")

    @pytest.mark.parametrize("name", ["build/a.py", "a.pyi"])
    def test_what_is_left_out_is_left_out_here_too(self, project: Path, name: str) -> None:
        done = command("-q", "--force-exclude", "--stdin-filename", name, "-", cwd=project, input=LEAF)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def test_the_settings_of_its_folder_count(self, project: Path) -> None:
        (project / "inner").mkdir()
        (project / "inner" / "gradlint.toml").write_text('ignore = ["GL201"]\n')
        done = command("-q", "--stdin-filename", "inner/a.py", "-", cwd=project, input=LEAF)
        assert (done.returncode, done.stdout) == (0, "")


class TestRule:
    def test_a_page_by_code_or_name(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rule", "GL201"]) == main(["rule", "inplace-on-leaf"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("# inplace-on-leaf (GL201)\n")
        assert out[: len(out) // 2] == out[len(out) // 2 :]

    def test_all_rules_one_line_each(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rule", "--all"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines == sorted(lines)
        assert any(re.match(r"GL201  error    inplace-on-leaf +In-place", line) for line in lines)

    def test_all_rules_as_data(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rule", "--all", "--output-format", "json"]) == 0
        rules = {rule["code"]: rule for rule in json.loads(capsys.readouterr().out)}
        assert rules["GL201"]["examples"][0]["outcome"] == "raises"
        assert rules["GL201"]["severity"] == "error"

    def test_one_rule_as_data(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rule", "GL201", "--output-format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["name"] == "inplace-on-leaf"


class TestHelp:
    @pytest.mark.parametrize(
        "words",
        [
            *(["--help"], ["check", "-h"], ["help"], ["help", "help"], ["rule", "--help"], ["help", "rule"]),
            *(
                ["help", "clean"],
                ["clean", "-h"],
                ["help", "server"],
                ["server", "--help"],
                ["help", "confirm"],
            ),
        ],
    )
    def test_help_is_printed(self, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith("usage: gradlint ")

    def test_the_formats_are_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["--help"])
        assert ", ".join(FORMATS) in " ".join(capsys.readouterr().out.split())

    def test_the_version_is_that_of_the_project(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["--version"])
        assert capsys.readouterr().out == f"gradlint {gradlint.__version__}\n"
        assert f'\nversion = "{gradlint.__version__}"\n' in (ROOT / "pyproject.toml").read_text("utf-8")


class TestStartUp:
    """What a run has not to pay for, told by the modules that it imports."""

    def imported(self, cwd: Path, *words: str) -> set[str]:
        program = (
            "import sys\nfrom gradlint.cli.entry import main\n"
            "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
            "print('\\n' + ' '.join(sys.modules))"
        )
        return set(printed(program, *words, cwd=cwd).splitlines()[-1].split())

    HEAVY = frozenset(
        {"libcst", "rich", "tomllib", "tomli", "markdown_it", "pathspec", "torch", "numpy", "jax"}
    )

    @pytest.mark.parametrize(
        "words", [["--version"], ["--help"], ["rule", "--help"], ["--selct"], ["nothing.py"]]
    )
    def test_a_short_answer_needs_nothing(self, tmp_path: Path, words: list[str]) -> None:
        assert not self.imported(tmp_path, *words) & (self.HEAVY | {"json"})

    def test_files_without_framework_need_no_parser(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("import os\n")
        (tmp_path / "b.md").write_text("# Title\n\n```python\nx = 1\n```\n")
        (tmp_path / "c.ipynb").write_text("{}")
        assert not self.imported(tmp_path, ".") & self.HEAVY

    def test_a_whole_package_without_framework_needs_no_parser(self, tmp_path: Path) -> None:
        folder = os.path.dirname(pytest.__file__)
        inner = os.path.join(os.path.dirname(folder), "_pytest")
        assert not self.imported(tmp_path, folder, inner) & {"libcst", "rich"}

    def test_a_rule_page_in_a_pipe_needs_no_parser(self, tmp_path: Path) -> None:
        assert not self.imported(tmp_path, "rule", "GL201") & {"libcst", "rich"}

    def test_findings_in_a_pipe_need_no_rich_and_no_framework(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(LEAF)
        assert not self.imported(tmp_path, "a.py") & {"rich", "torch", "tensorflow", "jax", "numpy"}


class TestShell:
    def test_a_reader_that_has_enough_is_no_error(self, tmp_path: Path) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "gradlint", "rule", "--all", "--output-format", "json"],
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (141, b"")

    def test_ctrl_c_ends_quietly(self, tmp_path: Path) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "gradlint", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=hears_ctrl_c,
        )
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (130, b"", b"")

    @pytest.mark.parametrize("delay", [0.5, 1.0, 1.5])
    def test_also_in_the_middle_of_the_analysis(self, tmp_path: Path, delay: float) -> None:
        for number in range(10):
            (tmp_path / f"a{number}.py").write_text("import torch\n" + "x = f(y)[0] + 1\n" * 20_000)
        process = subprocess.Popen(
            [sys.executable, "-m", "gradlint", "."],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=hears_ctrl_c,
        )
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        # If a dataclass was just being made, Python ends itself with SIGINT, which a shell calls 130 as well.
        assert process.returncode in (130, -signal.SIGINT)
        assert out == b""
        assert re.fullmatch(rb"(gradlint: interrupted: \d+ of 10 files checked\n)?", err)

    def test_an_output_that_knows_only_ascii(self, tmp_path: Path) -> None:
        (tmp_path / "ä.py").write_text(LEAF.replace("x.exp_()", "x.exp_()  # über"), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "gradlint", "."],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1
        assert b"--> ?.py:3:1" in done.stdout
        assert b"# ?ber" in done.stdout


def on_terminal(
    *words: str, cwd: Path, width: int = 80, program: str = "", extra: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """The command on a terminal of this width, and what appears on it."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, width))
    environment = {
        **{
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
        },
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        **(extra or {}),
    }
    start = ["-c", program] if program else ["-m", "gradlint"]
    process = subprocess.Popen(
        [sys.executable, *start, *words], stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment
    )
    os.close(slave)
    pieces = []
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(master)
    return process.wait(timeout=60), b"".join(pieces).decode().replace("\r\n", "\n")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs termios.tcsetwinsize")
class TestTerminal:
    def test_findings_are_in_colour(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(LEAF)
        code, shown = on_terminal("a.py", cwd=tmp_path)
        assert code == 1
        assert "\x1b[1;31merror[GL201]\x1b[0m" in shown

    @pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_unless_the_user_does_not_want_it(self, tmp_path: Path, extra: dict[str, str]) -> None:
        (tmp_path / "a.py").write_text(LEAF)
        assert "\x1b" not in on_terminal("a.py", cwd=tmp_path, extra=extra)[1]
        assert "\x1b" not in on_terminal("a.py", "--color", "never", cwd=tmp_path)[1]

    def test_long_lines_are_cut_to_the_width(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(LEAF.replace("x.exp_()", f"{'y = 1; ' * 40}x.exp_(){'; y = 1' * 40}"))
        _, shown = on_terminal("--color", "never", "a.py", cwd=tmp_path, width=60)
        source, mark = re.findall(r"^(3 \| .*)\n(  \| .*)$", shown, re.MULTILINE)[0]
        assert len(source) <= 60
        assert source[mark.index("^") :].startswith("x.exp_()")

    def test_a_rule_page_fits_the_width(self, tmp_path: Path) -> None:
        code, shown = on_terminal("rule", "GL101", cwd=tmp_path, width=70)
        assert code == 0
        plain = re.sub(r"\x1b\[[\d;]*m|\x1b\]8;.*?\x1b\\", "", shown)
        assert max(map(len, plain.splitlines())) <= 70
        assert "numpy-call-on-gradient" in plain

    def test_a_long_run_shows_its_progress_and_cleans_up(self, tmp_path: Path) -> None:
        for number in range(3):
            (tmp_path / f"a{number}.py").write_text(LEAF)
        program = (
            "import sys, gradlint.report.progress; gradlint.report.progress._PATIENCE = 0\n"
            "from gradlint.cli.entry import main; sys.exit(main())"
        )
        code, shown = on_terminal("--output-format", "concise", cwd=tmp_path, program=program)
        assert code == 1
        assert "linting" in shown
        assert shown.count("GL201") == 3
        assert "Found 3 errors in 3 files." in shown[-200:]

    def test_a_short_one_does_not(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("import os\n")
        assert on_terminal("a.py", cwd=tmp_path) == (0, "Nothing checked: the file imports no framework.\n")


def test_a_rule_is_found_by_the_error_message_that_led_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--search", "modified by  an INPLACE operation"]) == 0
    assert "GL203" in capsys.readouterr().out
    assert main(["rule", "--search", "my printer has no paper"]) == 2
    assert "no rule found for" in capsys.readouterr().err
