"""Code that was never meant to run alone runs alone: functions, methods, statements and operations."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradlint.confirm.expectation import expectation_of
from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of, project_of
from gradlint.confirm.runner.slices import Candidate, reproductions
from gradlint.confirm.runner.slices.repairs.by_shape import shapes_in
from gradlint.confirm.runner.verdict.perform import perform
from gradlint.confirm.verdicts import verdict_of_report
from gradlint.core.model import Verdict
from gradlint.engine.findings import findings_in
from gradlint.rules import detected
from gradlint.sources.read import from_text

SECONDS = 40.0
SHOWN = ("confirmed", "illustrated")
"""What a reproduction shows: a proof where the source of the finding is named, otherwise an illustration."""
"""Generous: the tests share their machine with others."""


@pytest.fixture(autouse=True)
def _keep_modules() -> Iterator[None]:
    """The slices forget the modules of the project that they ran in: here that is this one, tests and all."""
    before = dict(sys.modules)
    yield
    sys.modules.update(before)


def job_for(
    text: str, code: str, framework: str = "torch", fixed: str | None = None, path: str = "model.py"
) -> dict[str, Any]:
    """A finding on the line that says so, as the linter would hand it on."""
    text = textwrap.dedent(text).lstrip("\n")
    row = next(number for number, line in enumerate(text.splitlines(), 1) if "# here" in line)
    package, roots = project_of(path)
    return {
        "id": "one", "task": "confirm", "framework": framework, "predicted": expectation_of(code), "source": text,
        "fixed": None if fixed is None else textwrap.dedent(fixed).lstrip("\n"), "kind": "python",
        "filename": os.path.abspath(path), "cut": [[row, 0, row, len(text.splitlines()[row - 1])]], "enters": [],
        "asked": [], "names": [], "package": package, "roots": roots, "device": "cpu", "seconds": SECONDS,
        "memory_mb": 4096, "seed": 0,
    }  # fmt: skip


def confirmed(job: dict[str, Any]) -> tuple[Verdict, dict[str, Any]]:
    report = perform(job)
    return verdict_of_report(report), report


def first(job: dict[str, Any]) -> Candidate:
    return next(iter(reproductions(job)))


def without(text: str, hazard: str, remedy: str = "") -> str:
    assert hazard in text
    return text.replace(hazard, remedy)


METHOD = """
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    hidden: int = 12
    heads: int = 3
    dropout: float = 0.0


class Attention(nn.Module):
    def __init__(self, config: Config, causal: bool = False):
        super().__init__()
        assert config.hidden % config.heads == 0
        self.heads = config.heads
        self.qkv = nn.Linear(config.hidden, 3 * config.hidden)
        self.out = nn.Linear(config.hidden, config.hidden)
        self.causal = causal

    def forward(self, x, mask=None):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(width // self.heads)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        mixed = F.softmax(scores, dim=-1).detach() @ v.detach()  # here
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width)).detach()
"""


def test_a_method_is_called_on_an_object_built_by_its_own_constructor() -> None:
    verdict, report = confirmed(job_for(METHOD, "GL401", fixed=without(METHOD, ".detach()")))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), verdict
    assert "Attention(config=Config())" in report["script"]
    assert not report["stubs"]


def test_a_method_without_a_hazard_is_never_confirmed() -> None:
    verdict, _ = confirmed(job_for(without(METHOD, ".detach()"), "GL401"))
    assert verdict.kind in ("not-reproduced", "inconclusive")


LOSS = """
import torch
import torch.nn.functional as F

EPS = 1e-8


def weights_of(labels, classes):
    counts = torch.bincount(labels, minlength=classes).double()
    return 1.0 / (counts + EPS)


def balanced_loss(logits, labels, reduction="mean"):
    weight = weights_of(labels, logits.shape[1])
    loss = F.cross_entropy(logits, labels, weight=weight.to(logits), reduction=reduction)
    return loss.item()  # here
"""


def test_a_loss_gets_targets_that_fit_it_and_the_helpers_of_its_module() -> None:
    verdict, report = confirmed(job_for(LOSS, "GL104", fixed=without(LOSS, ".item()")))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), verdict
    assert "def weights_of" in report["script"]
    assert any(one.startswith("labels") and "randint" in one for one in report["inputs"])


SHAPES = {
    "linear": "self.layer = nn.Linear(784, 10)|return self.layer(x.view(x.size(0), -1))",
    "convolution": "self.layer = nn.Conv2d(5, 4, 3)|return self.layer(x)",
    "image": "self.a = nn.Conv2d(1, 4, 3); self.b = nn.Linear(4 * 26 * 26, 3)|return self.b(self.a(x).flatten(1))",
    "embedding": "self.layer = nn.Embedding(7, 4)|return self.layer(x)",
    "unpacked": "self.w = nn.Parameter(torch.ones(1))|b, c, h, w = x.shape; return x.reshape(b, c * h * w) * self.w",
    "recurrent": "self.layer = nn.LSTM(11, 5, batch_first=True)|out, (h, c) = self.layer(x); return out[:, -1]",
    "normalised": "self.layer = nn.LayerNorm([6, 9])|return self.layer(x)",
    "transposed": "self.layer = nn.Linear(13, 2)|return self.layer(x.permute(0, 2, 3, 1))",
    "groups": "self.layer = nn.GroupNorm(4, 12)|return self.layer(x)",
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_follow_the_layers_that_an_input_meets(name: str) -> None:
    made, used = SHAPES[name].split("|")
    body = used.replace("; return", "\n        return")
    *before, last = body.split("\n")
    text = "\n".join(
        [
            "import torch",
            "import torch.nn as nn",
            "class Net(nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            *(f"        {one.strip()}" for one in made.split(";")),
            "    def forward(self, x):",
            *(f"        {one.strip()}" for one in before),
            f"        {last.strip()}  # here",
            "",
        ]
    )
    found = first(job_for(text, "GL401"))
    assert found.trouble is None, found
    assert "Net()" in found.script


def test_a_branch_is_taken_by_giving_what_it_tests() -> None:
    text = """
    import torch

    def pooled(x, mask=None, mode="mean", keep=True):
        if x.dim() != 3:
            raise ValueError("three axes")
        if not keep:
            return x
        if mask is not None:
            x = x * mask.unsqueeze(-1)
            if mode == "max":
                return x.max(dim=1).values.detach()  # here
        return x.mean(dim=1)
    """
    found = first(job_for(text, "GL401"))
    assert found.trouble is None, found
    assert "'max'" in found.script and "mask=" in found.script
    assert found.repairs


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package whose front door imports something that is not installed."""
    package = tmp_path / "shop" / "nets"
    package.mkdir(parents=True)
    (tmp_path / "shop" / "__init__.py").write_text("raise RuntimeError('the front door must stay closed')\n")
    (package / "__init__.py").write_text("from .scaling import scaled\nfrom . import everything\n")
    (package / "scaling.py").write_text("import no_such_dependency\n\ndef scaled(x):\n    return 3.0 * x\n")
    (package / "model.py").write_text("")
    return package / "model.py"


def test_relative_imports_are_real_and_only_what_is_absent_is_stood_in_for(project: Path) -> None:
    text = """
    import torch
    from no_such_logger import log, nn_like
    from . import scaled

    def stretched(x, factor: float = 2.0):
        log(x)
        return scaled(x * factor).detach()  # here
    """
    job = job_for(text, "GL401", fixed=without(text, ".detach()"), path=str(project))
    assert job["package"] == "shop.nets"
    verdict, report = confirmed(job)
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), verdict
    assert any("no_such_dependency" in one for one in report["stubs"]), report["stubs"]
    assert not any("torch" in one.split(":")[0] for one in report["stubs"])
    # Three times two, by the real helper: nothing made up multiplies by six.
    gradients = report["after_fix"]["gradients"]
    assert gradients and gradients[0]["elements"]["found"][0] == pytest.approx(6 * 0.7, rel=1e-6)


def test_a_result_that_depends_on_nothing_given_proves_nothing() -> None:
    text = """
    import torch

    def noise(images):
        return torch.randn_like(images)  # here
    """
    verdict, _ = confirmed(job_for(text, "GL401"))
    assert verdict.kind not in ("confirmed", "refuted")


def test_what_cannot_run_as_a_whole_runs_as_the_operation() -> None:
    text = """
    import torch

    def step(env, agent, memory):
        observation = env.reset(seed=[1, {2: "x"}])[0]["camera"].decode()
        if observation is None or agent.act(observation) != agent.act(observation):
            raise RuntimeError("never")
        value = torch.exp(memory.values)
        value += 1.0  # here
        return value, observation
    """
    fixed = text.replace("value += 1.0", "value = value + 1.0")
    verdict, report = confirmed(job_for(text, "GL203", fixed=fixed))
    assert verdict.kind in SHOWN, verdict
    assert "modified by an inplace operation" in json.dumps(report["as_written"]["error"])


def test_the_saved_script_fails_by_itself_and_its_twin_passes(tmp_path: Path) -> None:
    _, report = confirmed(job_for(LOSS, "GL104", fixed=without(LOSS, ".item()")))
    ended = {}
    for name in ("script", "fixed_script"):
        (tmp_path / f"{name}.py").write_text(report[name])
        done = subprocess.run([sys.executable, str(tmp_path / f"{name}.py")], capture_output=True, text=True)
        ended[name] = done.returncode
        if name == "script":
            assert "does not require grad" in done.stderr
    assert ended == {"script": 1, "fixed_script": 0}


def linted(text: str, path: str, *codes: str) -> list[dict[str, Any]]:
    """The jobs of what these rules find."""
    unit = from_text(textwrap.dedent(text).lstrip("\n").encode(), path, {})
    options = Options(seconds=SECONDS, memory_mb=4096)
    wanted = (one for one in findings_in(unit, detected()) if one.code in codes)
    found = [job_of(one, unit, options) for one in wanted]
    return [job for job in found if job is not None]


def test_a_program_that_lacks_its_data_runs_without_what_does_not_lead_to_the_finding() -> None:
    text = """
    import numpy as np
    import torch

    table = np.load("measurements.npy")
    print(table.mean())
    w = torch.ones(3, requires_grad=True)
    h = torch.sigmoid(w)
    h += 1.0
    loss = h.sum()
    loss.backward()
    """
    job = linted(text, "train.py", "GL203")[0]
    verdict, report = confirmed(job)
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), verdict
    assert "np.load" not in report["script"]


def test_the_place_of_a_finding_survives_notebooks_and_documents() -> None:
    code = (
        "import torch\nw = torch.ones(2, requires_grad=True)\nloss = (2 * w).sum().detach()\nloss.backward()"
    )
    notebook = {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": "# hello"},
            {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": [], "execution_count": None},
            {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None},
        ],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    indented = textwrap.indent(f"```python\n{code}\n```", "   ")
    document = f"# Title\n\n1. Do this:\n\n{indented}\n"
    for path, text in (("a.ipynb", json.dumps(notebook)), ("a.md", document), ("a.py", code)):
        unit = from_text(text.encode(), path, {})
        finding = next(one for one in findings_in(unit, detected()) if one.code == "GL401")
        place = unit.place(finding.span)
        assert place is not None
        row, column, last, end = place
        assert row == last
        assert unit.text.splitlines()[row - 1][column:end] == "(2 * w).sum().detach()"
        job = job_of(finding, unit, Options())
        assert job is not None and job["names"] == ["w"]


def test_the_project_of_a_file(tmp_path: Path) -> None:
    inner = tmp_path / "src" / "pack" / "sub"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").write_text("")
    assert project_of(str(inner / "a.py")) == ("pack.sub", [str(tmp_path / "src")])
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "scripts").mkdir()
    package, roots = project_of(str(tmp_path / "scripts" / "run.py"))
    assert package == "" and roots == [str(tmp_path / "scripts"), str(tmp_path), str(tmp_path / "src")]


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("Input must have shape (B, C, H, W). Got torch.Size([2, 8])", [(2, 3, 16, 16)]),
        ("Input size must be a *x4x4 tensor", [(2, 4, 4)]),
        ("Expected Bx3xHxW", [(2, 3, 16, 16)]),
        ("shape must be [['B', 'N', '3']]", [(2, 6, 3)]),
        ("nothing (here) to see", []),
    ],
)
def test_shapes_that_a_message_spells(text: str, shapes: list[tuple[int, ...]]) -> None:
    assert shapes_in(text) == shapes


def test_the_users_rows_keep_their_numbers_and_ours_are_far_below() -> None:
    found = first(job_for(LOSS, "GL104"))
    assert found.program.tree is not None
    rows = {node.name: node.lineno for node in found.program.tree.body if isinstance(node, ast.FunctionDef)}
    text = textwrap.dedent(LOSS).lstrip("\n").splitlines()
    assert text[rows["balanced_loss"] - 1].startswith("def balanced_loss")
    assert rows["total"] > 1_000_000
    assert found.focus.asked[-1][0] > 1_000_000


JAX_CODE = """
import jax
import jax.numpy as jnp


def energy(params, batch, temperature=1.0):
    hidden = jnp.tanh(batch @ params)
    score = jax.lax.stop_gradient(hidden) / temperature  # here
    return jnp.sum(score ** 2)
"""


def test_a_function_of_jax() -> None:
    pytest.importorskip("jax")
    remedy = without(JAX_CODE, "jax.lax.stop_gradient(hidden)", "hidden")
    verdict, report = confirmed(job_for(JAX_CODE, "GL401", "jax", fixed=remedy))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), (verdict, report["attempts"])
    assert "jax.grad(asked" in report["script"]


TENSORFLOW_CODE = """
import tensorflow as tf


class Head(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((8, units)))

    def __call__(self, x):
        y = tf.matmul(x, self.w)
        return tf.stop_gradient(y)  # here
"""


def test_a_method_of_tensorflow() -> None:
    pytest.importorskip("tensorflow")
    remedy = without(TENSORFLOW_CODE, "tf.stop_gradient(y)", "y")
    verdict, report = confirmed(job_for(TENSORFLOW_CODE, "GL401", "tensorflow", fixed=remedy))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), (verdict, report["attempts"])
    assert "tape.gradient(loss" in report["script"]


def test_an_environment_is_made_of_the_attributes_that_are_read() -> None:
    text = """
    import numpy as np
    import torch
    import torch.nn as nn

    class Critic(nn.Module):
        def __init__(self, envs, cfg):
            super().__init__()
            wide = int(np.array(envs.single_observation_space.shape).prod() + np.prod(envs.single_action_space.shape))
            self.fc = nn.Linear(wide, cfg.model.hidden_size)

        def forward(self, x, a):
            x = torch.cat([x, a], 1)
            return torch.relu(self.fc(x)).detach()  # here
    """
    found = first(job_for(text, "GL401"))
    assert found.trouble is None, found
    assert "Critic(envs=types.SimpleNamespace(single_action_space=" in found.script


def test_a_training_function_trains_the_model_that_it_is_given() -> None:
    text = """
    import torch
    import torch.nn.functional as F
    from tqdm_that_is_not_there import tqdm

    def train(optimizer, model, train_loader, device, epochs=50):
        model.train()
        for epoch in range(epochs):
            for i, (x, y) in enumerate(tqdm(train_loader)):
                x, y = x.to(device), y.to(device)
                loss = F.cross_entropy(model(x), y)
                loss = torch.tensor(loss.item(), requires_grad=True)  # here
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        return model
    """
    fixed = text.replace("torch.tensor(loss.item(), requires_grad=True)", "loss * 1.0")
    verdict, report = confirmed(job_for(text, "GL106", fixed=fixed))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), (verdict, report["attempts"])
    assert "SGD(given_model.parameters()" in report["script"]


def test_a_fix_that_only_stops_the_error_is_enough_where_nobody_asks() -> None:
    text = """
    import torch
    import torch.nn as nn

    class Probe(nn.Module):
        def __init__(self, dim):
            super().__init__()
            self.fc = nn.Linear(dim, dim)

        def snapshot(self, x):
            h = self.fc(x)
            return torch.from_numpy(h.numpy())  # here
    """
    verdict, report = confirmed(job_for(text, "GL102", fixed=text.replace("h.numpy()", "h.detach().numpy()")))
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), verdict
    assert "call numpy() on Tensor that requires grad" in report["as_written"]["error"]["message"]


DOCUMENT = """
# A story

First the data, which is not here:

```python
import torch
from torch import nn
images = torch.load("images.pt")
mean = images.mean()
```

Then the model:

```python
class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, 1)

    def forward(self, x):
        return self.fc(x)


def train(net, x, y):
    loss = (net(x) - y).pow(2).mean()
    value = torch.tensor(loss.item(), requires_grad=True)
    value.backward()
```
"""


def test_a_function_of_a_document_runs_though_an_earlier_block_does_not() -> None:
    jobs = linted(DOCUMENT, "story.md", "GL104", "GL105", "GL106")
    assert jobs
    verdict, report = confirmed(jobs[0])
    assert (verdict.kind in SHOWN, report["level"]) == (True, "slice"), (verdict, report["attempts"])
    assert "torch.load" not in report["script"]
