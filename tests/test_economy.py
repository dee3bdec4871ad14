"""A verdict costs no more executions than it needs, and saving them changes nothing that is said."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from gradlint.confirm.runner.execute.finite_differences import SINGLE, Asked, Slope, along
from tests.support.runner import ENVIRONMENT, ROOT, confirm, run_file
from tests.test_oracle import job


def looks(found: float | None, hasty: bool = False) -> tuple[int, Slope]:
    """How often x ** 3 is looked at near 2, where its slope is 12."""
    seen = []

    def target(displacement: Any) -> Any:
        seen.append(displacement)
        return (2.0 + displacement) ** 3

    gradient = None if found is None else np.array([found])
    asked = Asked("x", 1, gradient, np.array([2.0]), False, np.array([8.0]), target)
    slope = along(asked, np.ones(1), SINGLE, hasty)
    return len(seen), slope


@pytest.mark.parametrize(
    ("found", "hasty", "times"),
    [(12.0, False, 2), (6.0, False, 4), (0.0, False, 4), (None, False, 4), (None, True, 2), (6.0, True, 4)],
)
def test_a_second_step_is_taken_where_the_first_decides_nothing(
    found: float | None, hasty: bool, times: int
) -> None:
    number, slope = looks(found, hasty)
    assert number == times
    assert slope.expected == pytest.approx(12.0, rel=1e-3)
    assert slope.once == (found is None and hasty)


CUT = """
import torch
w = torch.tensor([0.3004], requires_grad=True)
b = torch.tensor([1.0], requires_grad=True)
loss = (LOSS * b).sum()
loss.backward()
"""


def evidence(loss: str, fixed: str) -> list[str]:
    report = confirm(
        job("torch", "GL401", CUT.replace("LOSS", loss), loss, CUT.replace("LOSS", fixed), names=("w",))
    )
    assert report["as_written"]["symptom"] == "none"
    lines: list[str] = report["as_written"]["evidence"]
    return lines


def test_a_number_that_the_fix_agrees_with_is_told() -> None:
    assert "finite differences: 500." in evidence("w.detach() * 500", "w * 500")[1]


def test_a_number_that_nothing_agrees_with_is_not_told() -> None:
    assert evidence("torch.round(w.detach() * 500)", "w * 500") == ["as written: the gradient of w is None"]


def test_what_raises_is_executed_five_times() -> None:
    source = """
        import torch
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        (w * 2).backward()
        """
    fixed = source.replace("(w * 2)", "(w * 2).sum()")
    # As written, with the fix, with the fix and watched, and moved there and back.
    assert confirm(job("torch", "GL504", source, "(w * 2).backward()", fixed))["executions"] == 5


@pytest.mark.parametrize(
    ("function", "may"),
    [
        ("jnp.sum(w ** 2)", True),
        ("jnp.sum(w * np.random.rand())", False),
        ("jnp.sum(w * np.random.rand(3))", False),
        ("jnp.sum(w) * float(w[0])", False),
        ("jnp.sum(w) * next(counter)", False),
        ("jnp.sum(jax.pure_callback(np.sin, w, w))", False),
    ],
)
def test_a_function_that_may_change_is_not_frozen(function: str, may: bool) -> None:
    source = f"""
        import itertools
        import jax, jax.numpy as jnp, numpy as np
        from gradlint.confirm.runner.execute.frameworks.jax_whole import compiled
        counter = itertools.count()
        print(compiled(lambda w: {function}, jnp.ones(3)) is not None)
        """
    outcome = run_file("jax", dedent(source))
    assert outcome.stdout.strip() == str(may), outcome


def test_what_is_level_is_asked_to_the_last_bit() -> None:
    """Compiled as a whole the loss wavers by a rounding error, and a gradient of zero would look right."""
    source = """
        import jax
        import jax.numpy as jnp

        def loss(params, a, b):
            za, zb = jax.lax.stop_gradient((a @ params["proj"], b @ params["proj"]))
            return -jnp.mean(jnp.diag(jax.nn.log_softmax(za @ zb.T / 0.1)))

        g = jax.grad(loss)({"proj": jnp.eye(3)}, jnp.eye(3), jnp.ones((3, 3)))
        """
    report = confirm(job("jax", "GL401", source, "jax.lax.stop_gradient"))
    assert report["as_written"]["symptom"] != "right"


def test_seeding_gives_the_same_numbers_though_kernels_are_kept() -> None:
    source = """
        import tensorflow as tf
        from gradlint.confirm.runner.execute.frameworks.tensorflow_kernels import keep_kernels
        keep_kernels()
        draw = tf.function(lambda: tf.random.normal((3,)))
        ways = (
            lambda: tf.random.normal((3,)), lambda: tf.random.uniform((3,), seed=5), draw,
            lambda: tf.raw_ops.RandomUniform(shape=[3], dtype=tf.float32, seed=1, seed2=2),
        )
        for way in ways:
            tf.random.set_seed(3)
            first = way().numpy().tolist()
            second = way().numpy().tolist()
            tf.random.set_seed(3)
            print(first != second, way().numpy().tolist() == first)
        """
    outcome = run_file("tensorflow", dedent(source))
    assert outcome.stdout.split() == ["True"] * 8, outcome


def test_words_that_a_compiler_does_not_know_are_not_used() -> None:
    source = """
        import os
        import jax
        from gradlint.confirm.runner.process import compiling
        compiling._FLAGS["jax"] = "--xla_there_is_no_such_word=1"
        compiling.hurry("jax")
        print("XLA_FLAGS" in os.environ, float(jax.numpy.ones(2).sum()))
        """
    # In a process of its own: the compiler reads such words once, when it starts.
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "XLA_FLAGS"}
    done = subprocess.run(
        [sys.executable, "-c", dedent(source)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "2.0"]
