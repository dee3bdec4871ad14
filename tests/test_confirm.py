"""Runtime mode as users see it: verdicts, exit codes, and what is said where nothing can run."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.confirm.supervisor import Supervisor

ROOT = Path(__file__).resolve().parents[1]
DETACHED = """\
import torch

w = torch.ones(3, requires_grad=True)
loss = (2 * w).sum().detach()
loss.requires_grad_()
loss.backward()
"""
LEAF = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp_()\nx.sum().backward()\n"
CLEAN = "import torch\nx = torch.ones(3, requires_grad=True)\nx.exp().sum().backward()\n"
FUNCTION = """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width: int = 4):
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def training_step(self, batch, batch_index):
        x, y = batch
        error = nn.functional.mse_loss(self.layer(x), y)
        return error.detach()
"""
MASKED = """\
import tensorflow as tf

x = tf.Variable([-1.0, 4.0])
with tf.GradientTape() as tape:
    root = tf.where(x > 0, tf.sqrt(x), 0.0)
    loss = tf.reduce_sum(root)
grads = tape.gradient(loss, x)
"""
PAIR = """\
import numpy as np


def square(x):
    return x**2


def square_grad(x):
    return {factor} * x
"""


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> None:
    """Nothing is executed where the machine has no sandbox, so there is nothing to see."""
    with Supervisor() as supervisor:
        (answer,) = supervisor.run([{"id": "1", "task": "code", "framework": "numpy", "source": "pass\n"}])
    if answer.end == "setup":
        pytest.skip(f"no sandbox that is strict enough: {answer.reason}")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gradlint.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdicts(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, object]]]:
    code = main(["--confirm", "--no-cache", "--confirm-timeout", "60", "--output-format", "json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_each_finding_has_its_evidence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(DETACHED)
    (project / "b.py").write_text(LEAF)
    (project / "c.py").write_text(CLEAN)
    code, found = verdicts(capsys, ".")
    assert code == 1
    assert [Path(str(one["filename"])).name for one in found] == ["a.py", "b.py"]
    for one in found:
        verdict = one["verdict"]
        assert isinstance(verdict, dict)
        assert (verdict["kind"], verdict["level"], verdict["device"]) == ("confirmed", "program", "cpu")
        assert verdict["evidence"]
        assert verdict["isolation"]


def test_the_report_for_people(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "b.py").write_text(LEAF)
    assert main(["--confirm", "--no-cache", "--confirm-timeout", "60", "b.py"]) == 1
    printed = capsys.readouterr().out
    assert "= confirmed: the program raises" in printed
    assert "as written: RuntimeError at line 3: a leaf Variable that requires grad" in printed
    assert "on cpu, sandbox: " in printed
    assert "Found 1 error in 1 file: 1 confirmed." in printed


def test_a_method_that_nobody_calls(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(FUNCTION)
    _, (one,) = verdicts(capsys, "a.py")
    verdict = one["verdict"]
    assert isinstance(verdict, dict)
    assert (verdict["kind"], verdict["level"]) == ("confirmed", "slice")
    assert verdict["inputs"]


def test_only_one_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(LEAF)
    assert main(["confirm", "--confirm-timeout", "60", "a.py:3"]) == 1
    assert "= confirmed: the program raises" in capsys.readouterr().out
    assert main(["confirm", "a.py:4"]) == 2
    assert "nothing is reported on a.py:4 (findings are on line 3)" in capsys.readouterr().err
    assert main(["confirm", "a.py"]) == 2
    assert "expected FILE:LINE" in capsys.readouterr().err


def test_an_absent_device_is_said_and_not_replaced(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(LEAF)
    code, (one,) = verdicts(capsys, "--device", "cuda", "a.py")
    verdict = one["verdict"]
    assert isinstance(verdict, dict)
    assert (code, verdict["kind"]) == (1, "not-run")
    assert "cuda" in verdict["reason"]
    assert main(["--confirm", "--no-cache", "--device", "cuda", "--fail-on", "confirmed", "a.py"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "nothing could be executed: device cuda is absent" in line


@pytest.mark.parametrize("device", ["cuda", "cuda:1", "mps", "xpu"])
def test_gradients_by_hand_are_not_executed_elsewhere_than_asked(
    project: Path, capsys: pytest.CaptureFixture[str], device: str
) -> None:
    (project / "right.py").write_text(PAIR.format(factor=2))
    (project / "wrong.py").write_text(PAIR.format(factor=3))
    assert main(["--confirm", "--no-cache", "--device", device, "."]) == 0
    printed = capsys.readouterr()
    assert "is right" not in printed.out and "GL804" not in printed.out
    assert f"device {device} is absent" in printed.err


def test_an_interpreter_without_the_framework(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    venv.create(project / "bare", with_pip=False)
    (project / "a.py").write_text(LEAF)
    (project / "b.py").write_text(LEAF)
    python = str(project / "bare" / "bin" / "python")
    assert main(["--confirm", "--no-cache", "--python", python, "a.py", "b.py"]) == 1
    printed = capsys.readouterr()
    assert printed.out.count("= not-run:") == 2
    assert printed.err.count("runtime mode:") == 1
    assert f"torch is not installed: 2 findings not run in {python} (--python)" in printed.err
    assert (
        main(["--confirm", "--no-cache", "--fail-on", "confirmed", "--python", python, "a.py", "b.py"]) == 2
    )
    (line,) = capsys.readouterr().err.splitlines()
    assert "torch is not installed" in line and python in line and "--python names another" in line


def test_a_gate_that_guards_passes_what_is_not_confirmed(project: Path) -> None:
    (project / "a.py").write_text("x = 1\n")
    assert main(["--confirm", "--no-cache", "--fail-on", "confirmed", "a.py"]) == 0
    (project / "a.py").write_text(LEAF)
    assert main(["--confirm", "--no-cache", "--fail-on", "confirmed", "--confirm-timeout", "60", "a.py"]) == 1


@pytest.mark.parametrize("python", ["nowhere", __file__])
def test_an_interpreter_that_is_none(project: Path, capsys: pytest.CaptureFixture[str], python: str) -> None:
    (project / "a.py").write_text(LEAF)
    assert main(["--confirm", "--python", python, "a.py"]) == 2
    assert capsys.readouterr().err.startswith("gradlint: error: ")


def test_what_comes_from_stdin_is_never_executed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--confirm", "-"]) == 2
    assert "never executes what comes from stdin" in capsys.readouterr().err


def test_without_the_flag_nothing_runs(project: Path) -> None:
    (project / "a.py").write_text(LEAF + "open('ran', 'w')\n")
    assert main(["--no-cache", "a.py"]) == 1
    assert not (project / "ran").exists()


def test_hand_written_gradients_are_executed_too(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "right.py").write_text(PAIR.format(factor=2))
    (project / "wrong.py").write_text(PAIR.format(factor=3))
    assert main(["--confirm", "--no-cache", "--confirm-timeout", "60", "."]) == 1
    printed = capsys.readouterr().out
    assert "1 hand-written gradient is right:\n  right.py:8 square / square_grad" in printed
    assert "GL804" in printed
    assert "wrong.py:9" in printed
    capsys.readouterr()
    (project / "wrong.py").write_text(
        PAIR.format(factor=3).replace("3 * x", "3 * x  # gradlint: ignore[GL804]")
    )
    assert main(["--confirm", "--no-cache", "--confirm-timeout", "60", "wrong.py"]) == 0
    assert main(["--confirm", "--no-cache", "--ignore", "GL804", "--confirm-timeout", "60", "wrong.py"]) == 0


def test_a_gradient_is_not_called_right_where_something_is_confirmed_in_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = ROOT / "tests" / "cases" / "GL803" / "torch" / "z-withheld-gradient.py"
    (project / "scale.py").write_text(case.read_text())
    assert main(["--confirm", "--no-cache", "--confirm-timeout", "60", "scale.py"]) == 1
    printed = capsys.readouterr().out
    assert "1 warning in 1 file: 1 confirmed" in printed
    assert "hand-written" not in printed


def test_a_reproduction_fails_by_hand_and_its_twin_passes(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(LEAF)
    main(["--confirm", "--no-cache", "--confirm-timeout", "60", "--save-repro", "repros", "a.py"])
    written = sorted(path.name for path in (project / "repros").iterdir())
    assert len(written) == 2
    ended = [
        subprocess.run([sys.executable, f"repros/{name}"], check=False, capture_output=True).returncode
        for name in written
    ]
    assert [name.endswith("_fixed.py") for name in written] == [False, True]
    assert ended == [1, 0]


def test_what_only_xla_shows_is_reproduced_by_hand(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(MASKED)
    code, (found,) = verdicts(capsys, "--save-repro", "repros", "a.py")
    verdict = found["verdict"]
    assert isinstance(verdict, dict)
    assert (code, verdict["kind"], verdict["level"]) == (1, "confirmed", "program"), verdict
    assert verdict["reason"].startswith("the gradient is not finite under XLA")
    for name, status, shown in (("GL701_a_5.py", 1, "[nan, 0.25]"), ("GL701_a_5_fixed.py", 0, "")):
        ended = subprocess.run(
            [sys.executable, f"repros/{name}"], check=False, capture_output=True, text=True
        )
        assert ended.returncode == status, ended.stderr
        assert shown in ended.stderr


def test_the_evidence_that_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "docs" / "confirm.md").read_text(encoding="utf-8")
    shown = readme.partition("   = confirmed: ")[2].partition("       on cpu")[0]
    example = str(ROOT / "examples" / "tensorflow_tape.py")
    main(["--confirm", "--no-cache", "--confirm-timeout", "60", example])
    assert f"   = confirmed: {shown}" in capsys.readouterr().out


SHOP = {
    "shop/__init__.py": "",
    "shop/net.py": """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.extra = [nn.Linear(8, 8) for _ in range(2)]

    def forward(self, x):
        h = self.body(x)
        for layer in self.extra:
            h = layer(h)
        return h.sum(1)
""",
    "shop/losses.py": """
def penalised(out, target, model):
    size = sum(p.pow(2).sum().item() for p in model.parameters())
    return (out - target).pow(2).mean() + 0.1 * size
""",
    "shop/train.py": """
import argparse

import torch

from .losses import penalised
from .net import Net


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2)
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(parser.parse_args().steps):
        loss = penalised(net(torch.randn(16, 4)), torch.randn(16), net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
""",
}


def test_each_mistake_of_a_package_is_proven_by_its_own_symptom(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All are executed from the one file that trains, beside the same program with their fix in another file."""
    for name, text in SHOP.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    _, found = verdicts(capsys, ".")
    said = {}
    for one in found:
        assert isinstance(one["verdict"], dict)
        said[str(one["code"])] = one["verdict"]
    assert said.keys() == {"GL104", "GL308"}
    assert {code: verdict["kind"] for code, verdict in said.items()} == dict.fromkeys(said, "confirmed")
    assert "does not give self.extra[0].weight" in said["GL308"]["evidence"][0]
    assert "net.body" in said["GL104"]["evidence"][0]
    assert any(line.startswith("after the fix") for line in said["GL104"]["evidence"])


TWO_CUTS = {
    "net.py": """
import torch
from torch import nn

free = nn.Parameter(torch.tensor(0.7))


def pick(t):
    return torch.tensor([int(v * 3) % 8 for v in t.sum(-1).tolist()])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(16, 4)
        self.table = nn.Embedding(8, 3)

    def forward(self, ids):
        return self.table(pick(self.emb(ids))).sum(-1)


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.tensor(0.7))

    def forward(self, x):
        import math

        return x * math.exp(self.gate)
""",
    "attribute.py": """
import torch
from net import Gate, Net

torch.manual_seed(0)
net = Net()
last = Gate()
opt = torch.optim.SGD([*net.parameters(), *last.parameters()], lr=0.1)
loss = last(net(torch.tensor([0, 1, 2, 3]))).pow(2).mean()
loss.backward()
opt.step()
""",
    "name.py": """
import torch
from net import Net, free


def scaled(x):
    import math

    return x * math.exp(free)


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD([*net.parameters(), free], lr=0.1)
loss = scaled(net(torch.tensor([0, 1, 2, 3]))).pow(2).mean()
loss.backward()
opt.step()
""",
}


def test_what_another_source_is_not_given_proves_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`emb` gets no gradient either, which is not reported: a source of another file is proven by its own gradient."""
    for name, text in TWO_CUTS.items():
        (project / name).write_text(text)
    _, found = verdicts(capsys, ".")
    said = {}
    for one in found:
        assert one["code"] == "GL104" and isinstance(one["verdict"], dict)
        said[Path(str(one["filename"])).name] = one["verdict"]
    assert said.keys() == {"net.py", "name.py"}
    assert said["net.py"]["kind"] == "confirmed"
    assert said["net.py"]["evidence"][0] == "as written: the gradient of last.gate is None"
    assert said["name.py"]["kind"] == "confirmed"
    assert said["name.py"]["evidence"][0] == "as written: the gradient of opt.param_groups[0][2] is None", (
        "`free`"
    )
