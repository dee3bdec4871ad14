"""The cache and the processes: faster, and never different."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.core import catalog
from gradlint.core.result import Result
from gradlint.engine.cache import FOLDER
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.engine.merging import merged
from gradlint.engine.running import Run
from gradlint.engine.secret import secret

BAD = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
HELPER = "import torch\n\n\ndef loss_of(x):\n    return x.sum(){}\n"
USER = """\
import torch
from helper import loss_of

x = torch.ones(3, requires_grad=True)
loss_of(x).backward()
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "gradlint.toml").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    monkeypatch.chdir(folder)
    return folder


def old(path: Path, text: str) -> None:
    """Write a file as if it had been there for a while."""
    path.write_text(text)
    then = time.time() - 100
    os.utime(path, (then, then))


def run(*paths: str, **options: object) -> list[Result]:
    configuration = Configuration(catalog.headings())
    return list(Run(configuration, catalog.headings(), **options).results(paths))  # type: ignore[arg-type]


def joined(*paths: str) -> list[tuple[str, str]]:
    """Paths and codes of what is reported, with every finding in its file."""
    engine = Engine(Configuration(catalog.headings()), catalog.headings())
    return [(one.path, one.code) for result in merged(run(*paths), engine) for one in result.findings]


def codes(results: list[Result]) -> list[list[str]]:
    return [[finding.code for finding in result.findings] for result in results]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were really linted."""
    seen: list[str] = []
    lint_source = Engine.lint_source

    def watching(self: Engine, data: bytes, path: str) -> Result:
        seen.append(path)
        return lint_source(self, data, path)

    monkeypatch.setattr(Engine, "lint_source", watching)
    return seen


def test_what_has_not_changed_is_not_linted_again(project: Path, parsed: list[str]) -> None:
    old(project / "bad.py", BAD)
    old(project / "good.py", "import torch\n")
    first = run("bad.py", "good.py")
    assert parsed == ["bad.py", "good.py"]
    again = run("bad.py", "good.py")
    assert parsed == ["bad.py", "good.py"]
    assert [one.findings for one in first] == [one.findings for one in again]
    assert again[0].unit is not None


def test_a_change_is_seen_even_if_size_and_time_are_the_same(project: Path, parsed: list[str]) -> None:
    (project / "a.py").write_text(BAD)
    assert codes(run("a.py")) == [["GL201"]]
    (project / "a.py").write_text(BAD.replace("exp_", "exp "))
    assert codes(run("a.py")) == [[]]


def test_a_touched_file_is_known_by_its_content(project: Path, parsed: list[str]) -> None:
    old(project / "a.py", BAD)
    run("a.py")
    os.utime(project / "a.py")
    assert codes(run("a.py")) == [["GL201"]]
    assert parsed == ["a.py"]


def test_a_change_in_another_file_counts(project: Path) -> None:
    old(project / "helper.py", HELPER.format(""))
    old(project / "train.py", USER)
    assert joined("train.py") == []
    old(project / "helper.py", HELPER.format(".detach()"))
    assert joined("train.py") == [("helper.py", "GL401")]
    os.unlink(project / "helper.py")
    assert joined("train.py") == []
    old(project / "helper.py", HELPER.format(".detach()"))
    assert joined("train.py") == [("helper.py", "GL401")], "a module that was missing is there now"


def test_what_a_caller_leads_to_is_remembered_whole(project: Path) -> None:
    old(project / "helper.py", HELPER.format(".detach()"))
    old(project / "train.py", USER)
    engine = Engine(Configuration(catalog.headings()), catalog.headings())
    fresh, warm = (list(merged(run("train.py"), engine)) for _ in range(2))
    assert run("train.py")[0].elsewhere == run("train.py", cached=False)[0].elsewhere
    assert [result.findings for result in fresh] == [result.findings for result in warm]
    assert [unit.path for unit in warm[1].others] == ["train.py"]
    assert warm[1].findings[0].labels[-1].path == "train.py"


def test_other_settings_have_another_cache(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old(project / "a.py", BAD)
    assert main(["a.py"]) == 1
    assert main(["--ignore", "GL201", "a.py"]) == 0
    (project / "gradlint.toml").write_text('[severity]\nGL201 = "warning"\n')
    capsys.readouterr()
    main(["--output-format", "json", "a.py"])
    assert json.loads(capsys.readouterr().out)[0]["severity"] == "warning"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"format": 4}', b'{"format": 4, "files": 3, "entries": {}}']
)
def test_a_damaged_cache_is_ignored(project: Path, damage: bytes) -> None:
    old(project / "a.py", BAD)
    run("a.py")
    (file,) = (project / FOLDER).glob("*.json")
    file.write_bytes(damage)
    notices: list[str] = []
    assert codes(run("a.py", notice=notices.append)) == [["GL201"]]
    assert "damaged" in notices[0]
    assert codes(run("a.py")) == [["GL201"]]


def test_a_damaged_entry_is_linted_again(project: Path) -> None:
    old(project / "a.py", BAD)
    run("a.py")
    (file,) = (project / FOLDER).glob("*.json")
    document = json.loads(file.read_text())
    for entry in document["entries"].values():
        entry["findings"] = [["GL201"]]
    file.write_text(json.dumps(document))
    assert codes(run("a.py")) == [["GL201"]]


@pytest.mark.parametrize(
    "entry", [{}, {"read": 3}, {"read": [], "absent": [3], "partial": 0, "findings": []}, {"read": [[]]}]
)
def test_an_entry_of_another_form_is_linted_again(project: Path, entry: dict[str, object]) -> None:
    old(project / "a.py", BAD)
    run("a.py")
    (file,) = (project / FOLDER).glob("*.json")
    document = json.loads(file.read_text())
    document["entries"] = dict.fromkeys(document["entries"], entry)
    file.write_text(json.dumps(document))
    assert codes(run("a.py")) == [["GL201"]]


class TestForged:
    """A repository can bring a folder of this name, with whatever in it."""

    def test_a_cache_that_somebody_else_made_says_nothing(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By the same gradlint, for the same files at the same place, only not by this user."""
        old(project / "a.py", BAD)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
        run("a.py")
        (file,) = (project / FOLDER).glob("*.json")
        document = json.loads(file.read_text())
        for entry in document["entries"].values():
            entry["findings"] = []
        file.write_text(json.dumps(document))
        assert codes(run("a.py")) == [[]], "it would be believed"
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
        assert codes(run("a.py")) == [["GL201"]]
        assert codes(run("a.py")) == [["GL201"]]

    def test_what_makes_the_key_ones_own_is_never_taken_from_the_project(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old(project / "a.py", BAD)
        (project / "gradlint").mkdir()
        (project / "gradlint" / "cache-secret").write_bytes(bytes(32))
        monkeypatch.setenv("HOME", str(project.parent))
        for base in (".", ""):
            monkeypatch.setenv("XDG_CACHE_HOME", base)
            assert secret() not in (None, bytes(32))

    def test_nothing_is_cached_without_a_place_for_it(
        self, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old(project / "a.py", BAD)
        (tmp_path / "mine").write_text("in the way")
        assert codes(run("a.py")) == [["GL201"]]
        assert not (project / FOLDER).exists()
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
        (tmp_path / "other" / "gradlint").mkdir(parents=True)
        (tmp_path / "other" / "gradlint" / "cache-secret").symlink_to("/dev/zero")
        assert codes(run("a.py")) == [["GL201"]]

    def test_a_link_to_another_folder_is_not_cleared(self, project: Path, tmp_path: Path) -> None:
        precious = tmp_path / "precious"
        precious.mkdir()
        for number in range(20):
            (precious / f"{number}.json").write_text("mine")
        (project / FOLDER).symlink_to(precious)
        old(project / "a.py", BAD)
        notices: list[str] = []
        assert codes(run("a.py", notice=notices.append)) == [["GL201"]]
        assert len(list(precious.iterdir())) == 20
        assert "is a link" in notices[0]

    @pytest.mark.parametrize("name", [".gitignore", "CACHEDIR.TAG"])
    def test_a_link_inside_is_not_written_through(self, project: Path, tmp_path: Path, name: str) -> None:
        (project / FOLDER).mkdir()
        (project / FOLDER / name).symlink_to(tmp_path / "elsewhere")
        old(project / "a.py", BAD)
        assert codes(run("a.py")) == [["GL201"]]
        assert not (tmp_path / "elsewhere").exists()

    def test_pickles_and_pipes_are_not_even_opened(self, project: Path) -> None:
        (project / FOLDER).mkdir()
        (project / FOLDER / "cache.pickle").write_bytes(b"cos\nsystem\n(S'touch trapped'\ntR.")
        os.mkfifo(project / FOLDER / "0123456789abcdef01234567.json")
        old(project / "a.py", BAD)
        assert codes(run("a.py")) == [["GL201"]]
        assert not (project / "trapped").exists()


def test_a_folder_that_cannot_be_written_is_a_notice(project: Path) -> None:
    old(project / "a.py", BAD)
    (project / FOLDER).write_text("in the way")
    notices: list[str] = []
    assert codes(run("a.py", notice=notices.append)) == [["GL201"]]
    assert notices


def test_no_cache_leaves_no_trace(project: Path) -> None:
    old(project / "a.py", BAD)
    assert main(["--no-cache", "a.py"]) == 1
    assert not (project / FOLDER).exists()


def test_cleaning(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old(project / "a.py", BAD)
    main(["a.py"])
    (project / "other" / FOLDER).mkdir(parents=True)
    assert main(["clean"]) == 0
    assert not (project / FOLDER).exists()
    assert (project / "other" / FOLDER).exists(), "a folder that only has the name"
    assert main(["clean", "nowhere"]) == 2


def test_a_warm_run_imports_neither_libcst_nor_rich(project: Path) -> None:
    old(project / "a.py", BAD)
    code = (
        "import sys; from gradlint.cli.entry import main; main(['a.py', '--output-format', 'concise']);"
        "sys.exit(any(name in sys.modules for name in ('libcst', 'rich', 'torch')))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    first = subprocess.run([sys.executable, "-c", code], env=environment, check=False, capture_output=True)
    again = subprocess.run([sys.executable, "-c", code], env=environment, check=False, capture_output=True)
    assert (first.returncode, again.returncode) == (1, 0)
    assert first.stdout == again.stdout


def test_the_number_of_processes_changes_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradlint.engine.running.PAYS", -1)
    paths = []
    for number in range(30):
        path = f"m{number:02}.py"
        old(project / path, BAD if number % 3 else "x = 1\n")
        paths.append(path)
    alone = run(*paths, jobs=1, cached=False)
    together = run(*paths, jobs=3, cached=False)
    assert alone == together
    assert [result.path for result in together] == paths


def test_leaving_early_ends_the_processes(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gradlint.engine.running.PAYS", -1)
    paths = []
    for number in range(20):
        old(project / f"m{number}.py", BAD)
        paths.append(f"m{number}.py")
    configuration = Configuration(catalog.headings())
    results = Run(configuration, catalog.headings(), jobs=2).results(paths)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert not [child for child in __import__("multiprocessing").active_children() if child.is_alive()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that have names")
def test_a_pipe_in_the_place_of_a_module_is_not_waited_for(project: Path) -> None:
    (project / "user.py").write_text(USER)
    os.mkfifo(project / "helper.py")
    command = [sys.executable, "-m", "gradlint", "--color", "never", "."]
    done = subprocess.run(command, cwd=project, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
