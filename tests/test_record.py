"""`gradlint run --record` keeps what flagged functions are called with, `--confirm` replays it; a record is data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gradlint.confirm import recorded
from gradlint.confirm.runner.slices.inputs.recorded import spec_of
from gradlint.confirm.runner.slices.inputs.spec import Spec
from gradlint.confirm.runner.slices.script.dialects import dialect_of
from gradlint.confirm.runner.slices.script.write import expression
from gradlint.core.errors import GradlintError

MODEL = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, words, sizes):
        super().__init__()
        self.embedding = nn.Embedding(words, sizes["width"])
        self.head = nn.Linear(sizes["width"] * sizes["length"], 1)

    def forward(self, ids, scale):
        code = self.embedding(ids).data
        return self.head(code.flatten(1)) * scale


def train(ids, words, sizes):
    net = Net(words, sizes)
    loss = net(ids, 1.5).pow(2).mean()
    loss.backward()
    return loss
"""
TRAIN = """\
import torch
from model import train

torch.manual_seed(0)
print(train(torch.randint(11, (8, 5)), 11, {"width": 4, "length": 5}).item())
"""


def gradlint(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gradlint", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180)


def test_a_run_is_recorded_and_its_inputs_are_replayed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "train.py").write_text(TRAIN)
    done = gradlint(tmp_path, "run", "--record", "--isolated", "--python", sys.executable, "train.py")
    assert "recorded in" in done.stderr, done.stderr
    kept = recorded.read(str(tmp_path / recorded.FILE))["model.py"]["Net.forward"]
    assert kept["init"]["sizes"]["parts"]["length"] == {"kind": "literal", "value": 5}
    assert (kept["call"]["ids"]["shape"], len(kept["call"]["ids"]["numbers"])) == ([8, 5], 40)
    assert kept["call"]["scale"] == {"kind": "literal", "value": 1.5}
    (tmp_path / "train.py").unlink()
    words = ("--confirm", "--isolated", "--python", sys.executable, "--output-format", "json", "model.py")
    done = gradlint(tmp_path, *words)
    (finding,) = json.loads(done.stdout)
    assert finding["code"] == "GL401"
    assert finding["verdict"]["kind"] == "confirmed", finding["verdict"]
    assert "inputs as recorded by gradlint run --record" in finding["verdict"]["repairs"], finding["verdict"]


def _record(tmp_path: Path, **arguments: object) -> str:
    data = {"version": 1, "files": {"m.py": {"f": {"call": arguments}}}}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data))
    return str(file)


TENSOR = {"kind": "tensor", "framework": "torch", "shape": [2], "dtype": "float", "grad": True}


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "code", "value": "__import__('os').system('id')"},
        {"kind": "literal", "value": {"a": 1}},
        {"kind": "literal", "value": "x" * 1000},
        {**TENSOR, "shape": [10**6, 10**6]},
        {**TENSOR, "shape": [-1]},
        {**TENSOR, "shape": ["2"]},
        {**TENSOR, "shape": [True]},
        {**TENSOR, "dtype": "object"},
        {"kind": "list", "parts": [{"kind": "other"}]},
        {"kind": "list", "parts": [{"kind": "literal", "value": 1}] * 100},
        "text",
        None,
    ],
)
def test_what_a_record_should_not_hold_is_left_out(tmp_path: Path, value: object) -> None:
    file = _record(tmp_path, x=value, good={"kind": "literal", "value": 3})
    assert recorded.read(file)["m.py"]["f"] == {"call": {"good": {"kind": "literal", "value": 3}}}


def test_numbers_must_be_as_many_as_the_shape_says_and_finite(tmp_path: Path) -> None:
    for numbers in ([1.0], [1.0, float("nan")], [1.0, "2"], "ab"):
        file = _record(tmp_path, x={**TENSOR, "numbers": numbers})
        assert "numbers" not in recorded.read(file)["m.py"]["f"]["call"]["x"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "is not a record"), ("[]", "is not a record"), ('{"version": 2, "files": {}}', "version 2")],
)
def test_what_is_no_record_is_said_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    with pytest.raises(GradlintError, match=said):
        recorded.read(str(file))


def test_a_link_in_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "m.py").write_text("")
    recorded.forget()
    file = _record(tmp_path, x=TENSOR)
    (tmp_path / recorded.FILE).symlink_to(file)
    assert recorded.for_file(str(tmp_path / "m.py"), None) == {}
    assert list(recorded.for_file(str(tmp_path / "m.py"), file)) == ["f"]


def test_a_recorded_value_is_written_as_an_expression() -> None:
    kept = {**TENSOR, "numbers": [1.0, 2.0]}
    spec = spec_of(kept, "torch")
    assert spec is not None
    assert expression(spec, dialect_of("torch")) == "torch.tensor([1.0, 2.0]).reshape(2).requires_grad_()"
    assert spec_of(kept, "jax") is None
    nested = spec_of({"kind": "tuple", "parts": [{"kind": "literal", "value": None}]}, "torch")
    assert nested == Spec("tuple", parts=(("0", Spec("none")),))
