"""What a hostile repository or environment is laid out to do: code outside of the sandbox, files within its reach."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from gradlint.confirm import interpreter
from gradlint.confirm.extras import extras
from gradlint.confirm.reach import project_root, reach_of
from gradlint.confirm.repro.files import free_stem, marker
from gradlint.confirm.runner.process.sandbox import LAYERS
from gradlint.confirm.runner.process.sandbox.never import never_whole
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.core.executables import located
from gradlint.engine.changes import Changes
from gradlint.sources import git
from tests.support.ordinary_user import run_as_user

LEAF = "import torch\nx = torch.zeros(3, requires_grad=True)\nx += 1\nx.sum().backward()\n"
MARK = "import os, pathlib\npathlib.Path({!r}).write_text(os.getcwd())\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with a private key, and a project in it."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "id_rsa").write_text("the private key")
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that exists once somebody has fallen into the trap."""
    return tmp_path / "trapped"


def project(folder: Path, marked: bool = True) -> Path:
    folder.mkdir(parents=True)
    if marked:
        (folder / "pyproject.toml").write_text("")
    return folder


def job_in(path: Path, source: str, **more: Any) -> dict[str, Any]:
    """The job for a program in this file, with the reach that runtime mode gives it."""
    reach_of.cache_clear()
    reach = reach_of(str(path), source)
    return {
        "id": "one", "task": "code", "framework": "none", "source": source, "filename": str(path),
        "package": reach.package, "roots": list(reach.search), "readable": list(reach.readable),
        "modules": dict(reach.modules), **more,
    }  # fmt: skip


def ran(job: dict[str, Any], **how: Any) -> Answer:
    """How it ends, which is the same under every choice of layers that is strong enough."""
    answers = []
    for without in (None, "namespaces", "landlock"):
        layers = tuple(layer for layer in LAYERS if layer != without)
        with Supervisor(Settings(seconds=10, layers=layers, **how)) as supervisor:
            answers += supervisor.run([job])
    answers = [answer for answer in answers if answer.end != "setup"]
    if not answers:
        pytest.skip("this kernel has too few layers")
    assert len({(answer.end, answer.report is not None) for answer in answers}) == 1, answers
    assert "private key" not in str(answers)
    return answers[0]


def opens(path: Path) -> str:
    return f"print(open({str(path)!r}).read())\n"


class TestReach:
    """What of the user's files a program may read."""

    def test_a_project_is_read_up_to_its_root(self, home: Path) -> None:
        root = project(home / "work")
        (root / "deep").mkdir()
        reach = reach_of(str(root / "deep" / "a.py"))
        assert reach.search == reach.readable == (str(root / "deep"), str(root))

    def test_a_link_for_sources_that_leads_out_of_the_project_is_not_followed(self, home: Path) -> None:
        root = project(home / "work")
        (root / "src").symlink_to("../..")
        assert reach_of(str(root / "a.py")).readable == (str(root),)
        answer = ran(job_in(root / "a.py", opens(root / "src" / "home" / ".ssh" / "id_rsa")))
        assert answer.report is not None and answer.report["as_written"]["end"] == "raised"
        assert "private key" not in str(answer)

    def test_a_package_at_the_root_opens_nothing_above_it_and_can_be_imported(self, home: Path) -> None:
        root = project(home / "work")
        (root / "__init__.py").write_text("value = 7\n")
        (root / "other.py").write_text("more = 8\n")
        reach = reach_of(str(root / "a.py"))
        assert (reach.package, reach.readable) == ("work", (str(root),))
        source = "import work.other\nprint(work.value, work.other.more)\n"
        assert ran(job_in(root / "a.py", source)).output == "7 8\n"
        answer = ran(job_in(root / "a.py", opens(home / ".ssh" / "id_rsa")))
        assert "private key" not in str(answer)

    @pytest.mark.parametrize("mark", [".git", "pyproject.toml", "setup.py", "__init__.py"])
    def test_a_home_that_looks_like_a_project_is_none(self, home: Path, mark: str) -> None:
        (home / mark).write_text("")
        (home / "sub").mkdir()
        assert project_root(str(home / "sub")) is None
        for path in (home / "a.py", home / "sub" / "a.py"):
            readable = reach_of(str(path)).readable
            assert not any(str(home).startswith(place) for place in readable)

    def test_a_lone_program_is_given_what_it_imports_from_its_folder_and_no_more(self, home: Path) -> None:
        (home / "helper.py").write_text("import second\nvalue = second.value\n")
        (home / "second.py").write_text("value = 7\n")
        (home / "kit").mkdir()
        (home / "kit" / "__init__.py").write_text("from . import inner\n")
        (home / "kit" / "inner.py").write_text("value = 8\n")
        (home / "loose").mkdir()
        (home / "loose" / "part.py").write_text("value = 9\n")
        (home / "letter.txt").write_text("dear diary")
        source = (
            "import helper, kit\nfrom loose import part\nprint(helper.value, kit.inner.value, part.value)\n"
        )
        (home / "a.py").write_text(source)
        names = {os.path.relpath(place, home) for place in reach_of(str(home / "a.py"), source).readable}
        assert names == {"a.py", "helper.py", "second.py", "kit", os.path.join("loose", "part.py")}
        assert ran(job_in(home / "a.py", source)).output == "7 8 9\n"
        for hidden in (home / "letter.txt", home / ".ssh" / "id_rsa"):
            answer = ran(job_in(home / "a.py", opens(hidden)))
            assert answer.report is not None and answer.report["as_written"]["end"] == "raised"

    def test_a_module_that_is_a_link_to_something_else_is_not_opened(self, home: Path) -> None:
        folder = project(home / "download", marked=False)
        (folder / "key.py").symlink_to(home / ".ssh" / "id_rsa")
        (folder / "keys").symlink_to(home / ".ssh")
        reach = reach_of(str(folder / "a.py"), "import key, keys\nfrom keys import id_rsa\n")
        assert not any(".ssh" in os.path.realpath(place) for place in reach.readable)

    def test_a_file_reached_through_a_link_has_the_reach_of_where_it_lies(self, home: Path) -> None:
        root = project(home / "work")
        (home / "a.py").write_text("")
        (root / "up").symlink_to(home)
        assert reach_of(str(root / "up" / "a.py")).readable == (str(home / "a.py"),)

    @pytest.mark.parametrize("folder", ["/", "/tmp", "/home", "/usr", "/var/tmp"])
    def test_what_everybody_shares_is_never_opened_as_a_whole(self, folder: str) -> None:
        if os.path.isdir(folder):
            assert never_whole(folder, [])

    def test_a_search_path_through_the_home_folder_opens_nothing(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PYTHONPATH", str(home))
        root = project(home / "work")
        answer = ran(job_in(root / "a.py", opens(home / ".ssh" / "id_rsa")))
        assert "private key" not in str(answer)

    def test_an_interpreter_whose_prefix_is_the_home_folder_does_not_open_it(self, home: Path) -> None:
        venv.create(home, with_pip=False, symlinks=True)
        root = project(home / "work")
        python = str(home / "bin" / "python")
        assert ran(job_in(root / "a.py", "import decimal\nprint('fine')\n"), python=python).output == "fine\n"
        answer = ran(job_in(root / "a.py", opens(home / ".ssh" / "id_rsa")), python=python)
        assert "private key" not in str(answer)


class TestSearchPaths:
    """Code of the linted folder or of PYTHONPATH in a process that is not locked down."""

    MODULES = (
        "json",
        "site",
        "typing",
        "numpy",
        "einops",
        "gradlint_runner",
        "sitecustomize",
        "usercustomize",
    )

    @pytest.fixture
    def traps(self, tmp_path: Path, trap: Path) -> Path:
        folder = project(tmp_path / "evil")
        for name in self.MODULES:
            (folder / f"{name}.py").write_text(MARK.format(str(trap)))
        return folder

    @pytest.mark.parametrize("variable", ["", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE"])
    def test_no_helper_imports_from_the_folder_that_is_linted(
        self, traps: Path, trap: Path, monkeypatch: pytest.MonkeyPatch, variable: str
    ) -> None:
        monkeypatch.chdir(traps)
        if variable:
            value = {"PYTHONSTARTUP": "json.py", "PYTHONUSERBASE": "."}.get(variable, str(traps))
            monkeypatch.setenv(variable, value)
        source = "import torch.optim, einops  # keras optax flax torchvision\n"
        answer = ran({**job_in(traps / "a.py", "print('hello')\n" + f"# {source}"), "roots": []})
        assert answer.output == "hello\n", answer
        assert not trap.exists()

    def test_what_runs_without_a_fork_is_as_alone(
        self, traps: Path, trap: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(traps)
        monkeypatch.setenv("PYTHONPATH", str(traps))
        monkeypatch.delattr(os, "fork")
        answers = ran(job_in(traps / "a.py", "print('hello')\n"), sandbox="weak")
        assert answers.output == "hello\n" and not trap.exists()

    def test_inside_the_sandbox_a_program_finds_what_the_search_path_names(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        library = project(tmp_path / "library")
        (library / "mine.py").write_text("value = 7\n")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(library), "", "."]))
        root = project(tmp_path / "work")
        assert ran(job_in(root / "a.py", "import mine\nprint(mine.value)\n")).output == "7\n"
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PYTHONPATH", "library")
        assert ran(job_in(root / "a.py", "import mine\nprint(mine.value)\n")).output == "7\n"

    def test_a_program_of_the_current_folder_is_not_found_by_a_bare_name(
        self, tmp_path: Path, trap: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for name in ("python", "git"):
            (tmp_path / name).write_text(f"#!/bin/sh\ntouch {trap}\n")
            (tmp_path / name).chmod(0o755)
        for path in (".", "", f".{os.pathsep}/nowhere", f"{os.pathsep}/nowhere"):
            monkeypatch.setenv("PATH", path)
            assert located("python") is None and located("git") is None
        assert located("./git") == str(tmp_path / "git")

    def test_variables_that_load_code_do_not_reach_a_helper(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "LD_AUDIT", "PYTHONINSPECT"):
            monkeypatch.setenv(name, str(tmp_path))
        monkeypatch.setenv("LD_LIBRARY_PATH", os.pathsep.join(["lib", "", ".", "/usr/lib"]))
        monkeypatch.setenv("PATH", os.pathsep.join(["bin", "", ".", "/usr/bin"]))
        given = interpreter.Interpreter(sys.executable, "").environment(str(tmp_path), "cpu")
        assert not {
            "LD_PRELOAD",
            "LD_AUDIT",
            "PYTHONPATH",
            "PYTHONHOME",
            "PYTHONSTARTUP",
            "PYTHONINSPECT",
        } & {*given}
        assert (given["LD_LIBRARY_PATH"], given["PATH"]) == ("/usr/lib", "/usr/bin")


class TestGit:
    """The configuration of a repository names programs; to look at a repository is not to start them."""

    @pytest.fixture
    def repository(self, tmp_path: Path, trap: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        folder = tmp_path / "repository"
        folder.mkdir()
        monkeypatch.chdir(folder)
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n")
        program.chmod(0o755)

        def git(*words: str) -> None:
            subprocess.run(
                ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True
            )

        git("init", "-q")
        (folder / "a.py").write_text("import torch\n")
        (folder / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
        git("add", ".")
        git("commit", "-q", "-m", "one")
        (folder / "a.py").write_text("import torch\nx = 1\n")
        for name in (
            "core.fsmonitor",
            "diff.external",
            "diff.evil.textconv",
            "diff.evil.command",
            "core.pager",
        ):
            git("config", name, str(program))
        for name in ("clean", "smudge", "process"):
            git("config", f"filter.evil.{name}", str(program))
        git("config", "filter.evil.required", "true")
        for name in ("post-index-change", "post-checkout"):
            (folder / ".git" / "hooks" / name).write_text(f"#!/bin/sh\ntouch {trap}\n")
            (folder / ".git" / "hooks" / name).chmod(0o755)
        trap.unlink(missing_ok=True)
        return folder

    def test_listing_files_starts_nothing(self, repository: Path, trap: Path) -> None:
        assert git.files(str(repository)) == [".gitattributes", "a.py"]
        assert not trap.exists()

    def test_comparing_with_a_revision_starts_nothing(
        self, repository: Path, trap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(tmp_path / "program"))
        changes = Changes("HEAD", str(repository))
        assert changes._lines == {str(repository / "a.py"): [range(2, 3)]}
        assert not trap.exists()

    def test_a_git_in_the_folder_is_not_the_one_that_is_asked(
        self, repository: Path, trap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (repository / "git").symlink_to(tmp_path / "program")
        monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
        assert sorted(git.files(str(repository)) or ()) == [".gitattributes", "a.py", "git"]
        assert not trap.exists()


class TestPreload:
    """What is imported before a job is locked down belongs to the interpreter, whatever the job says."""

    def test_comments_ask_for_nothing(self) -> None:
        assert extras("torch", ["# einops, torchvision\nx = 1  # optim\n"]) == []
        assert extras("torch", ["import einops\n", "opt = torch.optim.SGD([w])\n"]) == [
            "einops",
            "torch._dynamo",
        ]

    @pytest.mark.parametrize("way", ["path file", "PYTHONPATH", "root"])
    def test_a_package_that_is_not_the_interpreters_own_is_imported_inside_only(
        self, tmp_path: Path, trap: Path, monkeypatch: pytest.MonkeyPatch, way: str
    ) -> None:
        """The trap says in which process it was sprung; inside the sandbox it cannot even be written."""
        evil = project(tmp_path / "evil")
        (evil / "einops.py").write_text(f"try:\n    {MARK.format(str(trap)).replace(chr(10), chr(10) + '    ')}\n"
                                        "except OSError:\n    pass\nvalue = 7\n")  # fmt: skip
        venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
        packages = next((tmp_path / "bare").glob("lib/python*/site-packages"))
        (packages / "torch.py").write_text("")
        if way == "path file":
            (packages / "evil.pth").write_text(f"{evil}\n")
        if way == "PYTHONPATH":
            monkeypatch.setenv("PYTHONPATH", str(evil))
        job = job_in(evil / "a.py", "import einops\nprint(einops.value)\n", framework="torch")
        if way != "root":
            job |= {"roots": [], "readable": [], "modules": {}}
        answer = ran(job, python=str(tmp_path / "bare" / "bin" / "python"))
        assert answer.output == "7\n", answer
        assert not trap.exists()

    def test_a_job_does_not_change_what_the_next_one_finds(self, tmp_path: Path) -> None:
        root = project(tmp_path / "work")
        first = job_in(root / "a.py", "import sys, os, colorsys\ncolorsys.x = 1\nos.environ['X'] = '1'\n")
        second = job_in(
            root / "b.py", "import os, sys\nprint('colorsys' in sys.modules, 'X' in os.environ)\n"
        )
        with Supervisor(Settings(at_once=1)) as supervisor:
            outputs = [answer.output for answer in supervisor.run([first, {**second, "id": "two"}])]
        assert outputs[-1] == "False False\n"


class TestFolder:
    """What lies in the linted folder and is only named like something else."""

    def test_modules_named_like_ours_change_nothing_outside(
        self, tmp_path: Path, trap: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A whole run, as a user starts it, in a folder full of traps."""
        evil = project(tmp_path / "evil")
        names = (
            "json typing subprocess tempfile selectors numpy torch gradlint_runner conftest sitecustomize "
        )
        names += "usercustomize secrets signal ast shutil libcst yaml ctypes resource"
        for name in names.split():
            (evil / f"{name}.py").write_text(MARK.format(str(trap)))
        (evil / "pyvenv.cfg").write_text("home = .\n")
        (evil / "a.py").write_text(
            "import numpy as np\n\ndef f(x):\n    return x**2\n\n\ndef f_grad(x):\n    return 3 * x\n"
        )
        command = os.path.join(os.path.dirname(sys.executable), "gradlint")
        if not os.path.exists(command):
            pytest.skip("the command is not installed")
        for start in ([command], [sys.executable, "-I", "-m", "gradlint"]):
            subprocess.run(
                [*start, "--confirm", "--no-cache", "a.py"], cwd=evil, capture_output=True, check=False
            )
            assert not trap.exists()

    def test_what_is_imported_late_is_not_taken_from_the_current_folder(
        self, tmp_path: Path, trap: Path
    ) -> None:
        evil = project(tmp_path / "evil")
        for name in ("json", "libcst", "tomllib", "difflib", "hashlib"):
            (evil / f"{name}.py").write_text(MARK.format(str(trap)))
        (evil / "a.py").write_text("import torch\nx = torch.zeros(3)\n")
        words = [sys.executable, "-m", "gradlint", "--no-cache", "--output-format", "json", "a.py"]
        subprocess.run(words, cwd=evil, capture_output=True, check=False)
        assert not trap.exists()

    def test_a_saved_reproduction_is_not_written_through_a_link(self, tmp_path: Path) -> None:
        mark = marker("GL104 a.py:1:1")
        precious = tmp_path / "precious.py"
        precious.write_text(f"{mark}\n")
        (tmp_path / "repros").mkdir()
        (tmp_path / "repros" / "GL104_a_1.py").symlink_to(precious)
        assert free_stem(str(tmp_path / "repros"), "GL104_a_1", mark) == "GL104_a_1_2"

    def test_a_pipe_or_a_huge_file_beside_a_program_is_not_read(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.py")
        with open(tmp_path / "huge.py", "wb") as file:
            file.truncate(1 << 36)
        (tmp_path / "device.py").symlink_to("/dev/zero")
        reach = reach_of(str(tmp_path / "a.py"), "import pipe, huge, device\n")
        assert set(reach.modules) == {"huge"}

    def test_names_that_steer_a_terminal_are_shown_harmless(self, tmp_path: Path) -> None:
        evil = tmp_path / "a\x1b[2J\nb.py"
        evil.write_text(LEAF)
        words = [sys.executable, "-m", "gradlint", "--no-cache", "--output-format", "github", "."]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 1 and b"\x1b" not in done.stdout + done.stderr

    def test_a_folder_of_the_scratch_is_nobody_elses(self) -> None:
        answer = ran({"id": "one", "task": "code", "framework": "none", "roots": [],
                      "source": "import os\nprint(oct(os.stat('.').st_mode & 0o777), os.getcwd())\n"})  # fmt: skip
        mode, folder = answer.output.split()
        assert mode == "0o700" and not os.path.exists(folder)

    def test_a_file_that_claims_to_be_larger_than_any_memory_is_not_read(self, tmp_path: Path) -> None:
        with open(tmp_path / "huge.py", "wb") as file:
            file.truncate(1 << 36)
        os.mkfifo(tmp_path / "pipe.py")
        (tmp_path / "a.py").write_text(LEAF)
        words = [sys.executable, "-m", "gradlint", "--cache-dir", str(tmp_path / "cache"), "-j", "2", "."]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 2 and "GL201" in done.stdout
        assert "huge.py: cannot be read: larger than 512 MB" in done.stderr


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="these tests already run as an ordinary user"
)
@pytest.mark.parametrize("file", ["test_layouts.py", "test_discovery.py", "test_cache.py"])
def test_it_holds_for_an_ordinary_user_as_well(file: str) -> None:
    done = run_as_user(f"tests/{file}")
    if done is None:
        pytest.skip("no namespace to enter, or no way to become another user")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
