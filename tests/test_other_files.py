"""A finding belongs to the file in which it stands: who suppresses it, who fixes it, who shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradlint.cli.entry import main

LOSSES = "import torch\n\n\ndef total(x):\n    return x.detach().sum(){comment}\n"
TRAIN = (
    "import torch\n\nfrom losses import total\n\nx = torch.ones(3, requires_grad=True)\n"
    "loss = total(x)\nloss.backward()\n"
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gradlint.toml").write_text("")
    (tmp_path / "losses.py").write_text(LOSSES.format(comment=""))
    (tmp_path / "train.py").write_text(TRAIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, int, str]]:
    capsys.readouterr()
    main(["--no-cache", "--output-format", "json", *arguments])
    listed = json.loads(capsys.readouterr().out)
    return [(Path(each["filename"]).name, each["location"]["row"], each["code"]) for each in listed]


def test_it_is_reported_where_it_stands_whoever_was_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guilty = [("losses.py", 5, "GL401")]
    assert found(capsys, ".") == found(capsys, "train.py") == found(capsys, "train.py", "losses.py") == guilty


def test_ten_callers_are_one_finding(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(10):
        (project / f"train{number}.py").write_text(TRAIN)
    assert found(capsys, ".") == [("losses.py", 5, "GL401")]


def test_the_comment_of_the_guilty_file_counts_and_is_used(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "losses.py").write_text(LOSSES.format(comment="  # gradlint: ignore[GL401] meant"))
    assert found(capsys, ".") == found(capsys, "losses.py") == []
    (project / "losses.py").write_text(LOSSES.format(comment=""))
    (project / "train.py").write_text(TRAIN.replace("total(x)\n", "total(x)  # gradlint: ignore[GL401]\n"))
    assert ("losses.py", 5, "GL401") in found(capsys, ".")


def test_the_settings_for_the_guilty_file_count(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = project / "gradlint.toml"
    settings.write_text('[per-file-ignores]\n"train.py" = ["GL401"]\n')
    assert found(capsys, ".") == [("losses.py", 5, "GL401")]
    settings.write_text('[per-file-ignores]\n"losses.py" = ["GL401"]\n')
    assert found(capsys, ".") == []
    settings.write_text('exclude = ["losses.py"]\n')
    assert found(capsys, ".") == []


def test_a_fix_is_written_into_the_guilty_file_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--no-cache", "--fix", "--unsafe-fixes", "train.py"])
    assert (project / "train.py").read_text() == TRAIN
    assert (project / "losses.py").read_text() == LOSSES.format(comment="").replace(".detach()", "")
    assert found(capsys, ".") == []


def test_the_story_names_all_its_files(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--no-cache", "."])
    said = capsys.readouterr().out
    assert "--> losses.py:5" in said
    assert "::: train.py:5:5" in said
    assert "loss.backward()" in said


SAMPLED = """import torch
from torch import nn


class Sampled(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(3))
        self.width = nn.Parameter(torch.zeros(3) - 3)

    def forward(self, x, kl=False):
        return x * (self.mean + torch.log1p(torch.exp(self.width)) * torch.randn(3)), 0
"""
STACKED = """import torch
from torch import nn

from sampled import Sampled


class Stacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Sampled(), nn.ReLU(), Sampled()])

    def forward(self, x):
        for layer in self.layers:
            if not isinstance(layer, Sampled):
                x = layer(x)
            else:
                x, kl = layer(x, True)
        return x


Stacked()(torch.randn(2, 3)).sum().backward()
"""


def test_a_fix_is_made_in_the_file_of_the_guilty_operation_and_never_at_a_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gradlint.toml").write_text("")
    (tmp_path / "sampled.py").write_text(SAMPLED)
    (tmp_path / "stacked.py").write_text(STACKED)
    monkeypatch.chdir(tmp_path)
    assert found(capsys, ".") == [("sampled.py", 12, "GL703")]
    main(["--no-cache", "--fix", "."])
    assert (tmp_path / "stacked.py").read_text() == STACKED
    changed = SAMPLED.replace("torch.log1p(torch.exp(self.width))", "nn.functional.softplus(self.width)")
    assert (tmp_path / "sampled.py").read_text() == changed


TABLES = (
    "import jax.numpy as jnp\nimport numpy as np\n\n"
    "TO = -np.ones((5, 5))\nFROM = -np.ones((5, 5))\n"
    "for here in range(5):\n    for there in range(5):\n"
    "        TO[here, there] = there\n        FROM[there, here] = here\n"
    "TO = jnp.array(TO)\nFROM = jnp.array(FROM)\n{more}"
)
READER = (
    "import jax\nfrom tables import FROM, TO\n\n\n"
    "def score(w):\n    return (w * TO[0] + w * FROM[0]).sum()\n\n\nprint(jax.grad(score)(1.0))\n"
)


@pytest.mark.parametrize("more, rows", [("", []), ("TO[0, 0] = 1.0\n", [12])])
def test_what_a_module_makes_of_a_name_later_has_not_happened_yet(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: str,
    rows: list[int],
) -> None:
    (tmp_path / "tables.py").write_text(TABLES.format(more=more))
    (tmp_path / "reader.py").write_text(READER)
    monkeypatch.chdir(tmp_path)
    assert [row for _, row, _ in found(capsys, "reader.py")] == rows
