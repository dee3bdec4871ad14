"""Which interpreter runtime mode takes, who may say so, and what is never taken."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.confirm.discovery import Choice, chosen
from gradlint.core.errors import GradlintError


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def prefix(folder: Path, made_in: Path | None = None) -> Path:
    """A virtual environment as far as it is looked at; the path of its interpreter."""
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("")
    (folder / "bin" / "activate").write_text(f"VIRTUAL_ENV='{made_in or folder}'\n")
    (folder / "bin" / "python").symlink_to(sys.executable)
    return folder / "bin" / "python"


def taken(here: Path, option: str | None = None, configured: str | None = None) -> Choice:
    return chosen(option, configured, str(here / "gradlint.toml"), str(here))


def test_the_first_that_is_there_counts(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert taken(here) == Choice(sys.executable, "the interpreter that runs gradlint")
    conda = prefix(tmp_path / "conda")
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "conda"))
    assert taken(here) == Choice(str(conda), "CONDA_PREFIX")
    plain = prefix(here / "venv")
    assert taken(here) == Choice(str(plain), f"venv in {here}", is_found=True)
    dotted = prefix(here / ".venv")
    assert taken(here).path == str(dotted)
    active = prefix(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert taken(here) == Choice(str(active), "VIRTUAL_ENV")
    assert taken(here, configured="/some/python") == Choice("/some/python", "python in gradlint.toml")
    assert taken(here, "python3", "/some/python") == Choice("python3", "--python")


def test_one_at_the_root_of_the_project_is_found_from_below(here: Path) -> None:
    (here / "pyproject.toml").write_text("")
    (here / "deep").mkdir()
    python = prefix(here / ".venv")
    assert taken(here / "deep").path == str(python)


def test_one_above_the_project_or_in_a_folder_below_is_not_found(here: Path) -> None:
    (here / "pyproject.toml").write_text("")
    prefix(here.parent / ".venv")
    prefix(here / "vendored" / ".venv")
    assert taken(here).path == sys.executable


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX"])
def test_a_variable_that_means_the_current_folder_says_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    prefix(here / "env")
    monkeypatch.setenv(variable, "env")
    assert taken(here).path == sys.executable


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give a folder away")
def test_one_that_somebody_else_made_is_not_found(here: Path) -> None:
    prefix(here / ".venv")
    os.chown(here / ".venv", 65534, 65534)
    assert taken(here).path == sys.executable


class TestRepository:
    """An interpreter is started outside of the sandbox: what came with the repository must not be one."""

    def keep(self, here: Path) -> None:
        subprocess.run(["git", "add", "-f", "."], cwd=here, check=True)

    def test_an_environment_that_git_keeps_is_not_taken(self, here: Path) -> None:
        python = prefix(here / ".venv")
        assert taken(here).path == str(python)
        self.keep(here)
        assert taken(here).path == sys.executable

    def test_one_of_which_git_keeps_a_part_is_not_taken_either(self, here: Path) -> None:
        (here / ".venv" / "lib").mkdir(parents=True)
        (here / ".venv" / "lib" / "evil.pth").write_text("import os")
        self.keep(here)
        prefix(here / ".venv")
        assert taken(here).path == sys.executable

    def test_a_configuration_cannot_name_a_program_of_the_repository(self, here: Path) -> None:
        (here / "tool").write_text("#!/bin/sh\ntouch trapped\n")
        (here / "tool").chmod(0o755)
        self.keep(here)
        with pytest.raises(GradlintError, match="is part of the repository"):
            taken(here, configured=str(here / "tool"))

    def test_one_that_was_made_in_another_folder_is_not_taken(self, here: Path) -> None:
        prefix(here / ".venv", made_in=Path("/home/somebody/.venv"))
        choice = taken(here)
        assert choice.path == sys.executable and "was made in this folder" in choice.passed_over

    def test_where_git_does_not_answer_nothing_is_taken(
        self, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prefix(here / ".venv")
        monkeypatch.setenv("PATH", "/nowhere")
        assert taken(here).path == sys.executable


class TestArchive:
    """Files that were unpacked: nobody can tell what of them the user has made."""

    @pytest.fixture
    def archive(self, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        folder = tmp_path / "unpacked" / "project"
        folder.mkdir(parents=True)
        (folder / "pyproject.toml").write_text("")
        monkeypatch.chdir(folder)
        return folder

    def test_an_environment_in_it_is_not_started(
        self, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        trap = tmp_path / "trapped"
        python = prefix(archive / ".venv")
        python.unlink()
        python.write_text(f"#!/bin/sh\ntouch {trap}\n")
        python.chmod(0o755)
        (archive / "a.py").write_text(
            "import torch\nw = torch.zeros(3, requires_grad=True)\nw += 1\nw.sum().backward()\n"
        )
        main(["--confirm", "--no-cache", "a.py"])
        assert not trap.exists()
        error = capsys.readouterr().err
        assert f"not used: {archive / '.venv'}: it may have come with the files around it" in error
        assert "activate it, or name it with --python" in error

    def test_one_that_was_made_there_is_found(self, archive: Path) -> None:
        python = prefix(archive / ".venv")
        assert taken(archive).path == str(python)
        assert taken(archive, configured=str(python)).path == str(python)

    def test_one_that_was_made_elsewhere_is_not(self, archive: Path) -> None:
        python = prefix(archive / ".venv", made_in=Path("/home/somebody/project/.venv"))
        choice = taken(archive)
        assert choice.path == sys.executable and "may have come with the files" in choice.passed_over
        with pytest.raises(GradlintError, match="may have come with the files around it"):
            taken(archive, configured=str(python))

    def test_a_repository_of_its_own_does_not_vouch_for_it(self, archive: Path) -> None:
        prefix(archive / ".venv", made_in=Path("/home/somebody/project/.venv"))
        subprocess.run(["git", "init", "-q"], cwd=archive / ".venv", check=True)
        assert taken(archive).path == sys.executable

    @pytest.mark.parametrize("place", ["tool", "../tools/python"])
    def test_a_configuration_in_it_cannot_name_one_of_its_programs(self, archive: Path, place: str) -> None:
        program = archive / place
        program.parent.mkdir(exist_ok=True)
        program.write_text("#!/bin/sh\ntouch trapped\n")
        program.chmod(0o755)
        with pytest.raises(GradlintError, match="may have come with the files around it"):
            taken(archive, configured=os.path.abspath(program))

    def test_an_active_or_a_named_one_is_taken(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        python = prefix(archive / ".venv")
        assert taken(archive, option=str(python)).path == str(python)
        monkeypatch.setenv("VIRTUAL_ENV", str(archive / ".venv"))
        choice = taken(archive)
        assert choice.path == str(python) and not choice.passed_over

    def test_the_one_that_runs_gradlint_needs_no_word(
        self, archive: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prefix(archive / ".venv")
        monkeypatch.setattr(sys, "prefix", str(archive / ".venv"))
        assert not taken(archive).passed_over


def test_the_configuration_names_it_from_its_own_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    venv.create(here / "env", with_pip=False, symlinks=True)
    (here / "gradlint.toml").write_text('python = "env/bin/python"\ndevice = "cuda:1"\n')
    (here / "deep").mkdir()
    (here / "deep" / "a.py").write_text(
        "import torch\nw = torch.zeros(3, requires_grad=True)\nw += 1\nw.sum().backward()\n"
    )
    monkeypatch.chdir(here / "deep")
    assert main(["--show-settings"]) == 0
    printed = capsys.readouterr().out
    assert f'python = "{here / "env" / "bin" / "python"}"' in printed and 'device = "cuda:1"' in printed
    assert main(["--confirm", "--no-cache", "--fail-on", "confirmed", "a.py"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert (
        f"torch is not installed; the interpreter is {here / 'env' / 'bin' / 'python'} (python in gradlint.toml)"
        in line
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("python = 3", "gradlint.toml: python: expected a path, found an integer"),
        ('python = ""', "gradlint.toml: python: expected a path, found an empty string"),
        ('device = "gpu"', "gradlint.toml: device: expected one of auto, cpu, cuda"),
        ('device = "cpu:1"', "gradlint.toml: device: expected one of auto, cpu, cuda"),
    ],
)
def test_a_wrong_value_is_an_error(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, complaint: str
) -> None:
    (here / "gradlint.toml").write_text(line)
    assert main(["."]) == 2
    assert complaint in capsys.readouterr().err


def test_one_that_does_not_work_is_said_with_where_it_came_from(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    python = prefix(here / ".venv")
    python.unlink()
    python.write_text("#!/bin/sh\necho nonsense\n")
    python.chmod(0o755)
    (here / "a.py").write_text(
        "import torch\nw = torch.zeros(3, requires_grad=True)\nw += 1\nw.sum().backward()\n"
    )
    assert main(["--confirm", "--no-cache", "a.py"]) == 2
    error = capsys.readouterr().err
    assert f"runtime mode uses {python} (.venv in {here})" in error
    assert f"is not a Python interpreter (from .venv in {here}; --python names another)" in error
