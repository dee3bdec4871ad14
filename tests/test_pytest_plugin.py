"""The pytest plugin: `--gradlint` watches a run, `gradients.flow` fails with names, and unused it does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

MODEL = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        h = torch.relu(self.body(x)).detach()
        return self.head(h)
"""
TEST = """\
import torch
from model import Net


def test_flow(gradients):
    net = Net()
    loss = net(torch.randn(8, 3)).pow(2).mean()
    gradients.flow(net, loss)


def test_allowed(gradients):
    net = Net()
    norms = gradients.flow(net, net(torch.randn(8, 3)).pow(2).mean(), without=["body.weight", "body.bias"])
    assert norms["head.weight"] > 0


def test_step():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = net(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # Options for the tests around are none for the tests inside.
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "gradlint.watch.pytest_plugin", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, env=environment)


def project(folder: Path) -> Path:
    (folder / "pyproject.toml").write_text("")
    (folder / "model.py").write_text(MODEL)
    (folder / "test_net.py").write_text(TEST)
    return folder


def test_a_watched_run_confirms_and_a_lost_gradient_fails_by_name(tmp_path: Path) -> None:
    done = run(project(tmp_path), "--gradlint")
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "2 parameters of Net without a usable gradient:" in done.stdout
    assert "  body.weight [4, 3]: no gradient" in done.stdout
    assert "cut at model.py:12: GL401" in done.stdout
    assert "GL401" in done.stdout.partition("= gradlint =")[2]
    assert "Net (model.py:8): never received a gradient (2;" in done.stdout


def test_unused_it_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text(
        textwrap.dedent(
            """\
            import sys


            def test_nothing():
                ours = {name for name in sys.modules if name.partition(".")[0] in ("gradlint", "libcst")}
                assert ours <= {"gradlint", "gradlint.watch", "gradlint.watch.pytest_plugin"}
            """
        )
    )
    done = run(tmp_path)
    assert "1 passed" in done.stdout, done.stdout
    assert "gradlint" not in done.stdout


def test_jax_is_asked_by_a_function_of_the_parameters(tmp_path: Path) -> None:
    (tmp_path / "test_jax.py").write_text(
        textwrap.dedent(
            """\
            import jax
            import jax.numpy as jnp


            def test_flow(gradients):
                params = {"a": jnp.ones((3, 2)), "b": jnp.ones(2)}
                gradients.flow(params, lambda p: jnp.sum(jax.lax.stop_gradient(p["a"]) * p["b"]))
            """
        )
    )
    done = run(tmp_path)
    assert "['a'] [3, 2]: a gradient of exactly 0" in done.stdout, done.stdout
    assert "['b']" not in done.stdout


def test_keras_is_asked_by_a_function_without_arguments(tmp_path: Path) -> None:
    (tmp_path / "test_keras.py").write_text(
        textwrap.dedent(
            """\
            import keras
            import tensorflow as tf


            def test_flow(gradients):
                model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, name="first")])
                x = tf.ones((4, 3))
                gradients.flow(model, lambda: tf.reduce_mean(model(x) ** 2))
                gradients.flow(model, lambda: tf.reduce_mean(tf.round(model(x))))
            """
        )
    )
    done = run(tmp_path)
    assert "first/kernel [3, 2]: no gradient" in done.stdout, done.stdout
