# ruff: noqa: F401, F811 (fixtures of another module are named again by whoever asks for them)
"""Folders that are laid out to stop, mislead or take over a run: each is tried as root and as an ordinary user."""

from __future__ import annotations

import os
import py_compile
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gradlint.confirm.runner.process.sandbox import LAYERS
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.core.files import read_plain
from gradlint.sources import git
from tests.support.ordinary_user import run_as_user
from tests.test_layouts import LEAF, MARK, home, job_in, opens, project, trap

NAMES = (
    "pyproject.toml gradlint.toml .gradlint.toml .gitignore setup.cfg pytest.ini tox.ini setup.py requirements.txt "
    "environment.yml helper.py kit/__init__.py loose.ipynb notes.md .env .venv/pyvenv.cfg conftest.py"
).split()
"""What is looked for beside a program."""
PROGRAM = "import helper, kit\nfrom kit import part\nimport tensorflow as tf\n" + LEAF
TWO_FILES = "import torch\n\n\ndef f(w):\n    y = w.exp()\n    y.add_(1)\n    return y.sum()\n\n\n"


def gradlint(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A run as a user starts it; what takes longer than a minute waits for something."""
    command = [sys.executable, "-I", "-m", "gradlint", "--no-cache", *words]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **more}, capture_output=True, check=False, timeout=60
    )


def made(path: Path, kind: str) -> None:
    path.parent.mkdir(exist_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "socket":
        before = Path.cwd()
        os.chdir(path.parent)  # the name of a socket may not be long
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path.name)
        finally:
            os.chdir(before)
    else:
        path.mkdir()


class TestWhatIsNoFile:
    """A pipe keeps its reader waiting, a device never ends."""

    @pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder"])
    def test_it_is_passed_over_whatever_its_name(self, tmp_path: Path, kind: str) -> None:
        for name in NAMES:
            made(tmp_path / name, kind)
        (tmp_path / "a.py").write_text(PROGRAM)
        assert b"GL201" in gradlint(tmp_path, ".").stdout
        assert b"GL201" in gradlint(tmp_path, "a.py").stdout

    @pytest.mark.parametrize("kind", ["pipe", "device"])
    def test_a_fix_that_looks_for_callers_passes_it_over(self, tmp_path: Path, kind: str) -> None:
        (tmp_path / "a.py").write_text(f"{TWO_FILES}w = torch.ones(3, requires_grad=True)\nf(w).backward()\n")
        made(tmp_path / "b.py", kind)
        assert gradlint(tmp_path, "--fix", "a.py").returncode == 0
        assert "y = y.add(1)" in (tmp_path / "a.py").read_text()

    def test_git_is_not_waited_for_without_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
        os.mkfifo(tmp_path / ".gitignore")
        monkeypatch.setattr(git, "PATIENCE", 0.5)
        assert git.files(str(tmp_path)) is None

    def test_a_repository_that_is_a_pipe_is_none(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / ".git")
        (tmp_path / "a.py").write_text(LEAF)
        assert b"GL201" in gradlint(tmp_path, ".").stdout

    @pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
    def test_reading_one_is_an_error_at_once(self, tmp_path: Path, kind: str) -> None:
        made(tmp_path / "x", kind)
        with pytest.raises(OSError):
            read_plain(str(tmp_path / "x"))


class TestSizes:
    @pytest.mark.parametrize("name", [".gitignore", "setup.cfg", "requirements.txt", "helper.py", "notes.md"])
    def test_a_file_with_a_hole_is_not_read_into_memory(self, tmp_path: Path, name: str) -> None:
        with open(tmp_path / name, "wb") as file:
            file.truncate(1 << 36)
        (tmp_path / "a.py").write_text(PROGRAM)
        assert b"GL201" in gradlint(tmp_path, "a.py").stdout

    def test_a_configuration_of_that_size_is_an_error_in_one_line(self, tmp_path: Path) -> None:
        with open(tmp_path / "gradlint.toml", "wb") as file:
            file.truncate(1 << 36)
        (tmp_path / "a.py").write_text(LEAF)
        done = gradlint(tmp_path, "a.py")
        assert done.returncode == 2
        assert done.stderr == b"gradlint: error: gradlint.toml: cannot be read: larger than 16 MB\n"

    def test_folders_that_lead_into_themselves_end(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text(LEAF)
        (tmp_path / "self").symlink_to(".")
        (tmp_path / "up").symlink_to("..")
        deep = tmp_path
        for _ in range(60):
            deep = deep / "d"
            deep.mkdir()
        (deep / "again").symlink_to(tmp_path)
        done = gradlint(tmp_path, "--output-format", "concise", ".")
        assert done.stdout.count(b"GL201") == 1


class TestNames:
    FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit", "rdjson", "html")

    def test_no_format_obeys_a_name(self, tmp_path: Path) -> None:
        for name in ("a\x1b]0;x\x07.py", "b\r\nc\x9b2J.py"):
            (tmp_path / name).write_text(LEAF)
        for each in self.FORMATS:
            done = gradlint(tmp_path, "--output-format", each, ".")
            assert done.returncode == 1, done.stderr
            shown = done.stdout + done.stderr
            assert not any(sign in shown for sign in (b"\x1b", b"\x07", b"\xc2\x9b", b"\r")), each

    def test_a_difference_quotes_it_as_git_does(self, tmp_path: Path) -> None:
        (tmp_path / "a\x1b]0;x\x07.py").write_text(
            f"{TWO_FILES}f(torch.ones(3, requires_grad=True)).backward()\n"
        )
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
        done = gradlint(tmp_path, "--diff", ".")
        assert b"\x1b" not in done.stdout and b'--- "a/a\\033]0;x\\007.py"' in done.stdout
        subprocess.run(["git", "apply"], cwd=tmp_path, input=done.stdout, check=True)
        assert "y = y.add(1)" in (tmp_path / "a\x1b]0;x\x07.py").read_text()


class TestTraps:
    """Code of the repository outside of the sandbox."""

    @pytest.fixture
    def evil(self, tmp_path: Path, trap: Path) -> Path:
        folder = project(tmp_path / "evil")
        code = MARK.format(str(trap))
        one_line = f"import pathlib; pathlib.Path({str(trap)!r}).write_text('')"
        (folder / "evil.pth").write_text(f"{one_line}\n")
        (folder / ".env").write_text(f"PYTHONPATH=.\nPYTHONSTARTUP=start.py\nLD_PRELOAD={folder}/x.so\n")
        for name in ("start", "conftest", "plugin", "sitecustomize", "usercustomize"):
            (folder / f"{name}.py").write_text(code)
        (folder / "evil.egg-info").mkdir()
        (folder / "evil.egg-info" / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1\n")
        points = "".join(
            f"[{group}]\nevil = plugin\n" for group in ("gradlint", "pytest11", "console_scripts")
        )
        (folder / "evil.egg-info" / "entry_points.txt").write_text(points)
        (folder / "pyproject.toml").write_text('[project.entry-points."gradlint"]\nevil = "plugin"\n')
        (folder / "source.txt").write_text(code)
        for name in ("json", "typing", "numpy", "ctypes", "gradlint_runner"):
            for where in (f"{name}.pyc", f"__pycache__/{name}.{sys.implementation.cache_tag}.pyc"):
                py_compile.compile(
                    str(folder / "source.txt"),
                    str(folder / where),
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                )
        (folder / "a.py").write_text(
            "import numpy as np\n\n\ndef f(x):\n    return x**2\n\n\ndef f_grad(x):\n    return 3 * x\n"
        )
        return folder

    @pytest.mark.parametrize(
        "variables",
        [
            {},
            {"PYTHONPATH": ".", "PYTHONSTARTUP": "start.py", "PYTHONUSERBASE": "."},
            {
                "PYTHONWARNINGS": "ignore::plugin.Evil",
                "PYTHONBREAKPOINT": "plugin.f",
                "PYTHONPYCACHEPREFIX": ".",
            },
            {
                "PYTHONPLATLIBDIR": ".",
                "PYTHONINSPECT": "1",
                "PYTHONEXECUTABLE": "./start.py",
                "PYTHONHOME": "",
            },
        ],
    )
    def test_nothing_in_the_folder_or_the_environment_is_run(
        self,
        evil: Path,
        trap: Path,
        variables: dict[str, str],
    ) -> None:
        given = {name: str(evil) if value == "." else value for name, value in variables.items()}
        done = gradlint(evil, "--confirm", "a.py", **given)
        assert b"Traceback" not in done.stderr, done.stderr
        assert not trap.exists()


class TestData:
    """Files that a project holds in name only."""

    def ended(self, path: Path, source: str) -> Answer:
        with Supervisor(Settings(seconds=10, layers=LAYERS)) as supervisor:
            (answer,) = supervisor.run([job_in(path, source)])
        if answer.end == "setup":
            pytest.skip("this kernel has too few layers")
        return answer

    @pytest.mark.parametrize("steps", [1, 12, 60])
    def test_a_chain_of_links_opens_nothing_at_its_end(self, home: Path, steps: int) -> None:
        root = project(home / "work")
        last = home / ".ssh" / "id_rsa"
        for number in range(steps):
            (root / f"data{number}.csv").symlink_to(last)
            last = root / f"data{number}.csv"
        answer = self.ended(root / "a.py", opens(last))
        assert answer.report is not None and answer.report["as_written"]["end"] == "raised"
        assert "private key" not in str(answer)

    def test_a_folder_of_data_that_lies_elsewhere_is_not_opened(self, home: Path) -> None:
        root = project(home / "work")
        (root / "data").symlink_to("../.ssh")
        (root / "package").mkdir()
        (root / "package" / "__init__.py").symlink_to(home / ".ssh" / "id_rsa")
        for place in (root / "data" / "id_rsa", root / "package" / "__init__.py"):
            assert "private key" not in str(self.ended(root / "a.py", "import package\n" + opens(place)))

    def test_what_lies_in_the_project_is_read(self, home: Path) -> None:
        root = project(home / "work")
        (root / "real.csv").write_text("1,2")
        (root / "data.csv").symlink_to("real.csv")
        assert self.ended(root / "a.py", opens(root / "data.csv")).output == "1,2\n"

    def test_a_compiled_module_beside_another_source_stays_inside(self, home: Path, trap: Path) -> None:
        root = project(home / "work")
        (root / "evil.txt").write_text(
            f"try:\n    open({str(trap)!r}, 'w')\nexcept OSError:\n    pass\nvalue = 1\n"
        )
        cached = root / "__pycache__" / f"helper.{sys.implementation.cache_tag}.pyc"
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(root / "evil.txt"), str(cached), invalidation_mode=mode)
        (root / "helper.py").write_text("value = 2\n")
        self.ended(root / "a.py", "import helper\nprint(helper.value)\n")
        assert not trap.exists()


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="these tests already run as an ordinary user"
)
def test_it_holds_for_an_ordinary_user_as_well() -> None:
    done = run_as_user("tests/test_hostile_layouts.py")
    if done is None:
        pytest.skip("no namespace to enter, or no way to become another user")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
