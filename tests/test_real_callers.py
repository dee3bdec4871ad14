"""What another file really calls is not imagined: its call decides, whoever is linted first and from the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gradlint.cli.entry import main

MODEL = """import torch
from torch import nn


class Bank(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.tables = [nn.Parameter(torch.randn(width)) for _ in range(3)]

    def forward(self, x):
        return sum((x * each).sum() for each in self.tables)
"""
TRAIN = """import torch

from model import Bank

bank = Bank(4)
optimizer = torch.optim.SGD({given}, lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    bank(torch.randn(4)).backward()
    optimizer.step()
"""
BY_NAME, UNSEEN = "bank.tables", "[*bank.parameters(), torch.zeros(1, requires_grad=True)]"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "gradlint.toml").write_text("")
    (tmp_path / "model.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, int, str]]:
    capsys.readouterr()
    main(["--output-format", "json", *arguments])
    listed = json.loads(capsys.readouterr().out)
    return [(Path(each["filename"]).name, each["location"]["row"], each["code"]) for each in listed]


def test_the_caller_gives_the_list_to_its_optimizer(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(TRAIN.format(given=BY_NAME))
    for _ in range(2):
        assert found(capsys, ".") == found(capsys, "train.py", "model.py") == []
        assert found(capsys, "model.py", "train.py") == found(capsys, "--no-cache", ".") == []
        assert found(capsys, "model.py") == [("model.py", 8, "GL308")], "alone, nobody knows of a caller"


def test_the_caller_leaves_the_list_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "train.py").write_text(TRAIN.format(given=UNSEEN))
    assert ("model.py", 8, "GL308") in found(capsys, ".")


def test_whoever_asks_for_no_gradient_says_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "show.py").write_text(
        "import torch\n\nfrom model import Bank\n\nwith torch.no_grad():\n    print(Bank(4)(torch.randn(4)))\n"
    )
    assert found(capsys, ".") == [("model.py", 8, "GL308")]


def test_a_branch_that_the_caller_leaves_out_is_still_imagined(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = "self.tables = [nn.Parameter(torch.randn(width)) for _ in range(3)]"
    chosen = (
        f"self.tables = nn.ParameterList()\n        if listed:\n            {plain.replace('tables', 'more')}"
    )
    model = MODEL.replace("(self, width)", "(self, width, listed)").replace(plain, chosen)
    (project / "model.py").write_text(model)
    (project / "train.py").write_text(TRAIN.format(given=UNSEEN).replace("Bank(4)", "Bank(4, False)"))
    assert found(capsys, ".") == found(capsys, "model.py") == [("model.py", 10, "GL308")]


def test_an_error_that_the_caller_waits_for_is_still_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "model.py").write_text(
        "import jax\n\n\nclass Line:\n    def __init__(self):\n        self.bias = 0\n\n"
        "    def loss(self, bias, y):\n        return ((y - bias) ** 2).mean()\n\n"
        "    def fit(self, y):\n        return jax.grad(self.loss)(self.bias, y)\n"
    )
    alone = found(capsys, "model.py")
    assert [each[2] for each in alone] == ["GL302"]
    (project / "check.py").write_text(
        "import jax\nimport jax.numpy as jnp\n\nfrom model import Line\n\nprint(jax.grad(jnp.sum)(jnp.ones(3)))\n"
        "try:\n    Line().fit(jnp.ones(3))\n"
        "    raise SystemExit\nexcept TypeError:\n    pass\n"
    )
    assert found(capsys, ".") == alone


def test_a_fix_is_not_held_up_by_what_the_caller_refutes(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flaw = "\n\ndef scaled(x):\n    x = torch.ones(3, requires_grad=True)\n    x += 1\n    return x\n"
    (project / "model.py").write_text(MODEL + flaw)
    (project / "train.py").write_text(TRAIN.format(given=BY_NAME))
    assert found(capsys, ".") == [("model.py", 16, "GL201")]
    main(["--fix", "--unsafe-fixes", "."])
    assert found(capsys, ".") == []
    assert "self.tables = [" in (project / "model.py").read_text()


FUNCTION = (
    "import torch\n\n\nclass Scaled(torch.autograd.Function):\n    @staticmethod\n"
    "    def forward(ctx, x, scale, name='act'):\n        ctx.save_for_backward(x, scale)\n        return x * scale\n\n"
    "    @staticmethod\n    def backward(ctx, grad):\n        x, scale = ctx.saved_tensors\n"
    "        return grad * scale, (grad * x).sum()\n"
)
APPLIED = (
    "import pytest\nimport torch\n\nfrom model import Scaled\n\nx = torch.ones(3, requires_grad=True)\n"
    "scale = torch.tensor(2.0, requires_grad=True)\n"
)


def test_the_caller_applies_a_rule_to_more_than_it_answers_for(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "model.py").write_text(FUNCTION)
    use = "Scaled.apply(x, scale{more}).sum().backward()\n"
    train = project / "train.py"
    train.write_text(APPLIED + use.format(more=", 'first'"))
    assert found(capsys, ".") == found(capsys, "train.py") == [("model.py", 13, "GL801")]
    train.write_text(APPLIED + use.format(more=""))
    assert found(capsys, ".") == []
    train.write_text(APPLIED + "with pytest.raises(RuntimeError):\n    " + use.format(more=", 'first'"))
    assert found(capsys, ".") == [], "the caller shows that it fails"
