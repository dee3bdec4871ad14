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
from tests.test_layouts import LEAF, MARK, home, job_in, opens, project, ran, trap

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
        for name in ("torch", "encodings", "site-packages/torch", "lib/python3/json"):
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text(code)
        (folder / "libcst").mkdir()
        (folder / "libcst" / "matchers.py").write_text(code)
        (folder / "pyvenv.cfg").write_text(f"home = {folder}\ninclude-system-site-packages = true\n")
        (folder / "python._pth").write_text(".\nimport site\n")
        (folder / "gradlint-record.json").write_text('{"version": 1, "calls": ' + "[" * 100_000)
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
            {
                "BROWSER": "./start.py",
                "PAGER": "./start.py",
                "EDITOR": "./start.py",
                "GIT_SSH_COMMAND": "./start.py",
            },
            {"GIT_DIR": ".", "GIT_EXEC_PATH": ".", "GIT_CONFIG_GLOBAL": "./.env", "XDG_CONFIG_HOME": "."},
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

    def test_a_package_with_the_name_of_the_framework_changes_no_verdict(
        self, evil: Path, trap: Path, tmp_path: Path
    ) -> None:
        for folder in (evil, project(tmp_path / "plain")):
            (folder / "a.py").write_text(LEAF)
        shown = [gradlint(folder, "--confirm", "a.py").stdout for folder in (evil, tmp_path / "plain")]
        assert b"confirmed" in shown[0] and shown[0].count(b"confirmed") == shown[1].count(b"confirmed")
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


class TestWhatTheHostHolds:
    """The whole way from the host, as it is started by a shell, a pytest or a job runner that leaves things open."""

    LISTED = """
import os, stat
for file in range(4096):
    try:
        kind = os.fstat(file).st_mode
    except OSError:
        continue
    print(file, "pipe" if stat.S_ISFIFO(kind) else "other" if file > 2 else "ours")
"""

    @pytest.mark.parametrize("framework", ["none", "numpy", "torch", "jax"])
    def test_no_open_file_reaches_a_program(self, home: Path, framework: str) -> None:
        root = project(home / "work")
        secret = home / ".ssh" / "id_rsa"
        held = [
            os.open(secret, os.O_RDWR),
            *os.pipe(),
            os.open(home, os.O_RDONLY),
            os.open(root, os.O_RDONLY),
        ]
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"\0gradlint-{os.getpid()}-{framework}")
            listener.listen()
            try:
                for file in (*held, listener.fileno()):
                    os.set_inheritable(file, True)
                answer = ran({**job_in(root / "a.py", self.LISTED), "framework": framework})
            finally:
                for file in held:
                    os.close(file)
        kinds = [line.split()[1] for line in answer.output.splitlines()]
        assert sorted(kinds) == ["ours", "ours", "ours", "pipe"], answer

    @pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET])
    def test_nobody_comes_to_a_listener_by_its_abstract_name(self, home: Path, kind: int) -> None:
        root = project(home / "work")
        name = f"gradlint-{os.getpid()}-{kind}"
        source = f"""
import ctypes, socket
address = "\\0{name}"
for attempt in (
    lambda: socket.socket(socket.AF_UNIX, {int(kind)}).connect(address),
    lambda: socket.socketpair(socket.AF_UNIX, {int(kind)})[0].connect(address),
    lambda: socket.socketpair(socket.AF_UNIX, {int(kind)})[0].sendto(b"x", address),
    lambda: socket.socketpair(socket.AF_UNIX, {int(kind)})[0].sendmsg([b"x"], [], 0, address),
):
    try:
        attempt()
        print("breached")
    except OSError as error:
        print(type(error).__name__)
"""
        with socket.socket(socket.AF_UNIX, kind) as listener:
            listener.bind(f"\0{name}")
            if kind != socket.SOCK_DGRAM:
                listener.listen()
            listener.setblocking(False)
            answer = ran(job_in(root / "a.py", source))
            with pytest.raises(BlockingIOError):
                listener.recv(1) if kind == socket.SOCK_DGRAM else listener.accept()
        assert "breached" not in answer.output and answer.output.count("\n") == 4, answer

    def test_nothing_about_a_file_of_the_user_is_changed(self, home: Path) -> None:
        root = project(home / "work")
        (root / "data.csv").write_text("1,2")
        places = [root, root / "data.csv", root / "pyproject.toml", home, home / ".ssh" / "id_rsa"]
        source = f"""
import os
for place in {[str(place) for place in places]!r}:
    for attempt in (
        lambda: os.chmod(place, 0),
        lambda: os.chmod(place, 0, dir_fd=os.open("/", os.O_PATH)),
        lambda: os.fchmod(os.open(place, os.O_RDONLY), 0),
        lambda: os.chmod(f"/proc/self/fd/{{os.open(place, os.O_PATH)}}", 0o777),
        lambda: os.chown(place, os.getuid(), os.getgid()),
        lambda: os.fchown(os.open(place, os.O_RDONLY), -1, -1),
        lambda: os.utime(place, (0, 0)),
        lambda: os.utime(os.open(place, os.O_RDONLY), (0, 0)),
        lambda: os.setxattr(place, "user.mine", b"x"),
        lambda: os.truncate(place, 0),
        lambda: os.open(place, os.O_RDONLY | os.O_TRUNC),
        lambda: os.open(place, os.O_WRONLY | os.O_APPEND),
        lambda: os.rename(place, place + "x"),
        lambda: os.link(place, "mine"),
        lambda: os.symlink("/", place + "y"),
        lambda: os.mkfifo(place + "z"),
        lambda: os.unlink(place),
        lambda: os.rmdir(place),
    ):
        try:
            attempt()
            print("breached", place)
        except OSError:
            pass
"""

        def records() -> list[object]:
            return [
                (str(each), about.st_mode, about.st_uid, about.st_mtime_ns, about.st_ctime_ns, about.st_nlink)
                for each in sorted([home, *home.rglob("*")])
                for about in [each.lstat()]
            ]

        before = records()
        answer = ran(job_in(root / "a.py", source))
        assert answer.end == "reported" and "breached" not in answer.output, answer
        assert records() == before

    def test_no_output_of_the_host_can_be_written_to(self, tmp_path: Path) -> None:
        """Nor can its standard input be read: what the user types is for the host."""
        writes = """
import os, torch
said = os.read(0, 100)
for place in ("/dev/tty", "/dev/stdin", "/proc/self/fd/0", "/dev/console", "/dev/pts/0"):
    try:
        os.write(os.open(place, os.O_WRONLY), b"breached")
    except OSError:
        pass
for file in range(256):
    try:
        os.write(file, b"breached\\n" + said)
    except OSError:
        pass
"""
        folder = project(tmp_path / "work")
        (folder / "a.py").write_text(writes + LEAF)
        command = [sys.executable, "-I", "-m", "gradlint", "--no-cache", "--confirm", "a.py"]
        with open(tmp_path / "log", "wb") as log:
            os.set_inheritable(log.fileno(), True)
            done = subprocess.run(
                command, cwd=folder, input=b"a password\n", capture_output=True, timeout=60, close_fds=False
            )  # fmt: skip
        shown = done.stdout + done.stderr
        assert b"GL201" in shown and b"Traceback" not in shown
        assert b"breached\n" not in shown and b"password" not in shown
        assert (tmp_path / "log").read_bytes() == b""


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="these tests already run as an ordinary user"
)
def test_it_holds_for_an_ordinary_user_as_well() -> None:
    done = run_as_user("tests/test_hostile_layouts.py")
    if done is None:
        pytest.skip("no namespace to enter, or no way to become another user")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
