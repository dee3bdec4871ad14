"""Differences in a run: a part of the gradient that is missing is measured on copies, which nobody notices."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gradlint.watch.gradients import _by_differences
from gradlint.watch.seen import Seen
from tests.test_run import _facts, _finding

PROGRAM = """\
import torch
from torch import nn

log = open("log.txt", "a", buffering=1)
seen = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        return self.head(self.drop(torch.tanh(self.body(x))))

    def loss(self, x, y):
        penalty = self.body.weight.pow(2).mean().item()
        error = ((self(x) - y) ** 2).mean()
        log.write(f"{penalty:.9f}\\n")
        print("loss", error.item().hex())
        seen.append(penalty)
        return error + penalty


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(4):
    optimizer.zero_grad()
    loss = net.loss(x, y)
    loss.backward()
    optimizer.step()
print(loss.item().hex(), len(seen), torch.rand(1).item().hex())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux")
def test_a_missing_part_is_measured_and_the_program_does_not_notice(tmp_path: Path) -> None:
    if find_spec("torch") is None:
        pytest.skip("needs torch")
    # A file that is written to while it is open would give the copy away.
    program = PROGRAM.replace('        log.write(f"{penalty:.9f}\\n")\n', "")
    said = []
    for name, text in (("quiet", program), ("writing", PROGRAM)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "train.py").write_text(text)
        report = folder / "report.json"
        words = ["--isolated", "--python", sys.executable, "--output-format", "json"]
        command = [sys.executable, "-m", "gradlint", "run", *words, "--output-file", str(report), "train.py"]
        watched = _output(command, folder)
        log = (folder / "log.txt").read_text()
        (folder / "log.txt").unlink()
        assert watched == _output([sys.executable, "train.py"], folder)
        assert log == (folder / "log.txt").read_text()
        (finding,) = json.loads(report.read_text())
        said.append((finding["code"], finding["verdict"]["kind"], finding["verdict"]["reason"]))
    assert said[0][:2] == ("GL104", "confirmed")
    assert "the gradient of `body.weight` is wrong: the loss changes by" in said[0][2]
    assert said[1][:2] == ("GL104", "inconclusive")


def _output(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _seen(**more: object) -> Seen:
    told = {"gradient": 1.0, "moved": [2.0, 2.001], "held": 1.001, "noise": 1e-4, "scalar": True, **more}
    return Seen(_finding(), _facts(notes={"differences": told}))


LOOP = """\
import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(4, 8), nn.Linear(8, 1)
critic = nn.Linear(1, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.05)
judge = torch.optim.SGD(critic.parameters(), lr=0.05)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(5):
    judge.zero_grad()
    critic(y).pow(2).mean().backward()
    judge.step()
    optimizer.zero_grad()
    hidden = nn.functional.dropout(torch.tanh(body(x)), 0.2)
    spread = hidden.pow(2).mean().detach()
    loss = ((head(hidden) - y) ** 2).mean() + 3 * spread
    loss.backward()
    optimizer.step()
print(loss.item().hex(), torch.rand(1).item().hex())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux")
def test_a_missing_part_is_measured_from_a_step_to_the_next_request(tmp_path: Path) -> None:
    """The line stands in the loop itself, and another optimizer steps in between."""
    if find_spec("torch") is None:
        pytest.skip("needs torch")
    (tmp_path / "train.py").write_text(LOOP)
    report = tmp_path / "report.json"
    words = ["--isolated", "--python", sys.executable, "--output-format", "json"]
    command = [sys.executable, "-m", "gradlint", "run", *words, "--output-file", str(report), "train.py"]
    assert _output(command, tmp_path) == _output([sys.executable, "train.py"], tmp_path)
    (finding,) = json.loads(report.read_text())
    assert (finding["code"], finding["verdict"]["kind"]) == ("GL401", "confirmed")
    assert "is wrong: the loss changes by" in finding["verdict"]["reason"]


def test_wrong_is_only_what_holding_the_line_explains() -> None:
    assert "is wrong" in _by_differences(_seen(), "`w`")
    assert not _by_differences(_seen(held=2.0), "`w`"), "something else is missing"
    assert not _by_differences(_seen(moved=[1.0, 1.001]), "`w`"), "nothing is missing"
    assert not _by_differences(_seen(moved=[2.0, 3.0]), "`w`"), "not smooth here"
    assert not _by_differences(_seen(noise=0.1), "`w`"), "too small to be measured"
