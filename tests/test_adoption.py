"""Old code bases: baselines that survive moving lines, findings on changed lines only, parts for CI jobs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.core.errors import GradlintError
from gradlint.core.files import write_atomically
from gradlint.engine.baseline import Baseline, Entry
from gradlint.engine.shard import part

BAD = """\
import torch

x = torch.ones(3, requires_grad=True)
x.exp_()
x.sum().backward()
"""
METHOD = """\
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return (self.w * x).detach()


model = Model()
model(torch.ones(3)).sum().backward()
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gradlint.toml").write_text("")
    (tmp_path / "leaf.py").write_text(BAD)
    (tmp_path / "model.py").write_text(METHOD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main([*words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def test_what_the_baseline_knows_is_silent_and_the_rest_is_not(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, ".")[0] == 1
    code, out, _ = run(capsys, "--write-baseline", "known.json", ".")
    assert (code, out) == (0, "known.json: 2 known findings written\n")
    assert run(capsys, "--baseline", "known.json", ".")[0] == 0
    (project / "new.py").write_text(BAD)
    code, out, _ = run(capsys, "--baseline", "known.json", "--output-format", "concise", ".")
    assert code == 1
    assert out.startswith("new.py:4")


def test_a_baseline_survives_moved_lines_and_edits_elsewhere(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "--write-baseline", "known.json", ".")
    moved = METHOD.replace("import torch\n", "import os\nimport torch\n\nHERE = os.curdir\n").replace(
        "1", "2"
    )
    (project / "model.py").write_text(moved.replace("return (", "return  ("))
    assert run(capsys, "--baseline", "known.json", ".")[0] == 0


def test_equal_lines_in_another_function_are_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "--write-baseline", "known.json", ".")
    renamed = METHOD.replace("Model", "Other")
    (project / "model.py").write_text(METHOD + renamed.partition("\n\n\n")[2])
    code, out, _ = run(capsys, "--baseline", "known.json", "--output-format", "json", ".")
    assert code == 1
    assert len(json.loads(out)) == 1


def test_stale_entries_are_told_and_pruned(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "--write-baseline", "known.json", ".")
    (project / "leaf.py").write_text(BAD.replace("exp_", "exp"))
    os.unlink("model.py")
    code, _, err = run(capsys, "--baseline", "known.json", ".")
    assert code == 0
    assert "baseline: 2 entries no longer found" in err
    run(capsys, "--baseline", "known.json", "--prune-baseline", ".")
    assert json.loads((project / "known.json").read_text())["findings"] == []


def test_a_file_that_was_not_linted_says_nothing_about_its_entries(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "--write-baseline", "known.json", ".")
    code, _, err = run(capsys, "--baseline", "known.json", "leaf.py")
    assert (code, err) == (0, "")


def test_the_baseline_can_be_configured(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "--write-baseline", "known.json", ".")
    (project / "gradlint.toml").write_text('baseline = "known.json"\n')
    assert run(capsys, ".")[0] == 0


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "findings": [{}]}', '{"format": 9, "findings": []}']
)
def test_a_broken_baseline_is_one_clear_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known.json"
    file.write_text(text)
    with pytest.raises(GradlintError, match=r"known\.json"):
        Baseline.read(str(file))


def test_an_entry_counts_as_often_as_it_is_listed(tmp_path: Path) -> None:
    entry = Entry("a.py", "GL101", "f", "m")
    baseline = Baseline(str(tmp_path / "b.json"), [entry, entry])
    assert baseline.stale() == [entry, entry]


def test_only_findings_that_touch_changed_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    assert run(capsys, "--diff-base", "HEAD", ".")[0] == 0
    (project / "leaf.py").write_text("# a comment\n" + BAD)
    assert run(capsys, "--diff-base", "HEAD", ".")[0] == 0
    (project / "leaf.py").write_text(BAD.replace("ones(3,", "zeros(3,"))
    code, out, _ = run(capsys, "--diff-base", "HEAD", "--output-format", "concise", ".")
    assert code == 1, "the line where the gradient enters has changed"
    assert out.startswith("leaf.py:4")
    (project / "größe neu.py").write_text(BAD)
    git(project, "add", "-A")
    assert "größe neu.py" in run(capsys, "--diff-base", "HEAD", "--output-format", "concise", ".")[1]


@pytest.mark.parametrize("revision", ["nothing", "--output=x"])
def test_a_revision_that_is_none_is_an_error(
    project: Path, capsys: pytest.CaptureFixture[str], revision: str
) -> None:
    git(project, "init", "-q")
    code, _, err = run(capsys, f"--diff-base={revision}", ".")
    assert code == 2
    assert "git knows no such revision" in err


def test_parts_are_even_complete_and_the_same_everywhere(tmp_path: Path) -> None:
    paths = []
    for number in range(40):
        path = tmp_path / f"{number}.py"
        path.write_bytes(b"#" * (number * number * 20))
        paths.append(str(path))
    parts = [part(paths, number, 4) for number in range(1, 5)]
    assert sorted(path for each in parts for path in each) == sorted(paths)
    sizes = [sum(os.path.getsize(path) for path in each) for each in parts]
    assert max(sizes) < 1.1 * min(sizes)
    assert set(part(paths[::-1], 2, 4)) == set(parts[1])


def test_extended_configuration(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "base.toml").write_text('ignore = ["GL201"]\n[severity]\nGL401 = "warning"\n')
    (project / "gradlint.toml").write_text('extend = "base.toml"\n')
    code, out, _ = run(capsys, "--output-format", "json", ".")
    assert [(one["code"], one["severity"]) for one in json.loads(out)] == [("GL401", "warning")]
    (project / "gradlint.toml").write_text('extend = "base.toml"\nignore = ["GL401"]\n')
    assert run(capsys, ".")[0] == 0
    (project / "base.toml").write_text('extend = "gradlint.toml"\n')
    code, _, err = run(capsys, ".")
    assert code == 2
    assert "goes round in a circle" in err


@pytest.mark.parametrize(("level", "code"), [("info", 1), ("warning", 1), ("error", 0)])
def test_the_exit_code_can_ask_for_worse(
    project: Path, capsys: pytest.CaptureFixture[str], level: str, code: int
) -> None:
    (project / "gradlint.toml").write_text('[severity]\nGL = "warning"\n')
    assert run(capsys, "--fail-on", level, ".")[0] == code


def test_confirmed_cannot_be_asked_for_without_running(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "--fail-on", "confirmed", ".")
    assert code == 2
    assert "needs --confirm" in err


def test_writing_keeps_the_mode_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text("old")
    file.chmod(0o755)
    link = tmp_path / "link.py"
    link.symlink_to(file)
    write_atomically(str(link), b"new")
    assert file.read_bytes() == b"new"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o755
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.py", "script.py"]


def test_a_file_that_is_too_much_to_follow_is_told(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gradlint.analysis.domain.state.STEP_LIMIT", 5)
    code, _, err = run(capsys, "--no-cache", "model.py")
    assert code == 0
    assert (
        err == "gradlint: warning: model.py: analysis limit reached; findings in this file may be missing\n"
    )
