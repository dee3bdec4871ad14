"""The checker of the examples can say no: each claim is held against scripts for which it is false."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from tests.support.cases import case_objection
from tests.support.outcome import Claim, Gradient, Outcome, objection
from tests.support.runner import measure, run_file

CLAIMS: tuple[Claim, ...] = get_args(Claim)


def gradient(found: tuple[float, ...] | None, expected: tuple[float, ...], **changes: object) -> Gradient:
    steepest = max(map(abs, expected), default=0.0)
    facts: dict[str, object] = {"steepest": steepest, "flat": steepest == 0.0, "depends": True}
    return Gradient("w", found, expected, **(facts | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seen", "verdict"),
    [
        pytest.param(gradient((1.0, 2.0), (1.001, 1.999)), "right", id="as near as float32 can tell"),
        pytest.param(gradient((1.0, 2.0), (1.0, 2.1)), "wrong", id="one element is off"),
        pytest.param(gradient((2.0,), (2.0, 0.0)), "wrong", id="an element is missing"),
        pytest.param(gradient((0.0,), (3.0,)), "zero", id="zero on a slope"),
        pytest.param(gradient((0.0,), (0.0,)), "zero", id="zero on a staircase"),
        pytest.param(gradient((0.0,), (0.0,), flat=False), "right", id="zero at a minimum"),
        pytest.param(gradient((0.0,), (0.0,), steepest=0.2, flat=False), "zero", id="sum of a softmax"),
        pytest.param(gradient((0.0,), (0.0,), depends=False), "unrelated", id="zero for a constant"),
        pytest.param(gradient(None, (3.0,)), "none", id="missing"),
        pytest.param(gradient(None, (0.0,), depends=False), "unrelated", id="missing for a constant"),
        pytest.param(gradient((math.nan,), (3.0,)), "nan", id="not a number"),
        pytest.param(gradient((math.inf,), (3.0,)), "nan", id="infinite"),
    ],
)
def test_a_gradient_is_judged_by_what_finite_differences_say(seen: Gradient, verdict: str) -> None:
    assert seen.verdict == verdict


def test_a_script_that_asks_for_nothing_proves_nothing() -> None:
    assert objection(Outcome("ran"), "right")
    assert objection(Outcome("ran"), "none")


def test_one_broken_gradient_among_right_ones_is_enough_but_two_kinds_are_not_one() -> None:
    right, missing, wrong = gradient((1.0,), (1.0,)), gradient(None, (1.0,)), gradient((2.0,), (1.0,))
    assert objection(Outcome("ran", gradients=(right, missing)), "none") is None
    assert objection(Outcome("ran", gradients=(right, missing)), "right")
    assert objection(Outcome("ran", gradients=(wrong, missing)), "none")


def test_an_exception_must_have_the_text_it_claims() -> None:
    raised = Outcome("raised", "RuntimeError: a leaf Variable")
    assert objection(raised, "raises", "a leaf Variable") is None
    assert objection(raised, "raises", "a view of a leaf")
    assert objection(raised, "raises", "")
    assert objection(raised, "none")


@pytest.mark.parametrize("end", ["timeout", "died", "unmeasured"])
@pytest.mark.parametrize("claim", CLAIMS)
def test_a_script_that_was_not_judged_confirms_no_claim(claim: Claim, end: str) -> None:
    assert objection(Outcome(end, "w"), claim, "w")  # type: ignore[arg-type]


SCRIPTS = {
    ("torch", "right"): """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w ** 3).sum()
loss.backward()
""",
    ("torch", "none"): """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (torch.tensor(w.tolist(), requires_grad=True) ** 3).sum()
loss.backward()
""",
    ("torch", "zero"): """
import torch
w = torch.tensor([1.2, 2.2], requires_grad=True)
loss = torch.floor(w).sum()
loss.backward()
""",
    ("torch", "wrong"): """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w.detach() * w ** 2).sum()
loss.backward()
""",
    ("torch", "nan"): """
import torch
w = torch.tensor([1.0, -2.0], requires_grad=True)
loss = torch.where(w > 0, torch.sqrt(w), w).sum()
loss.backward()
""",
    ("torch", "raises"): """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
w[0] = 3.0
""",
    ("tensorflow", "right"): """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w ** 3)
grads = tape.gradient(loss, w)
""",
    ("tensorflow", "none"): """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w.numpy() ** 3)
grads = tape.gradient(loss, w)
""",
    ("tensorflow", "zero"): """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w.numpy() ** 3)
grads = tape.gradient(loss, w, unconnected_gradients="zero")
""",
    ("tensorflow", "wrong"): """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w.numpy() * w ** 2)
grads = tape.gradient(loss, w)
""",
    ("tensorflow", "nan"): """
import tensorflow as tf
w = tf.Variable([1.0, -2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.where(w > 0, w / tf.nn.relu(w), w))
grads = tape.gradient(loss, w)
""",
    ("tensorflow", "raises"): """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
w[0] = 3.0
""",
    ("jax", "right"): """
import jax
import jax.numpy as jnp
grads = jax.grad(lambda w: jnp.sum(w["a"] ** 3) * w["b"])({"a": jnp.array([1.0, 2.0]), "b": 2.0})
""",
    ("jax", "zero"): """
import jax
import jax.numpy as jnp
grads = jax.grad(lambda w: jnp.sum(jax.lax.stop_gradient(w) ** 3))(jnp.array([1.0, 2.0]))
""",
    ("jax", "wrong"): """
import jax
import jax.numpy as jnp
value, grads = jax.value_and_grad(lambda w: w.item() * w)(jnp.float32(3.0))
""",
    ("jax", "nan"): """
import jax
import jax.numpy as jnp
grads = jax.grad(lambda w: jnp.sum(jnp.where(w > 0, jnp.sqrt(w), w)))(jnp.array([1.0, -2.0]))
""",
    ("jax", "raises"): """
import jax
import jax.numpy as jnp
w = jnp.array([1.0, 2.0])
w[0] = 3.0
""",
}


@pytest.mark.parametrize(("framework", "truth"), SCRIPTS, ids=["-".join(key) for key in SCRIPTS])
def test_each_script_fits_its_own_label_and_no_other(framework: str, truth: Claim) -> None:
    outcome = measure(framework, SCRIPTS[framework, truth])
    error = "in-place operation" if framework == "torch" else "item assignment"
    assert [claim for claim in CLAIMS if objection(outcome, claim, error) is None] == [truth]


def test_a_name_that_gets_a_gradient_in_the_twin_is_missed_here() -> None:
    source = """
import torch
w = torch.tensor([1.0, 2.0])
scale = torch.tensor(2.0, requires_grad=True)
loss = (w * scale).sum()
loss.backward()
"""
    assert objection(measure("torch", source), "right") is None
    assert objection(measure("torch", source, also=("w", "scale")), "none") is None


def test_a_source_is_judged_by_the_first_loss_that_depends_on_it() -> None:
    source = """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([1.0, 2.0], requires_grad=True)
(w ** 2).sum().backward()
with torch.no_grad():
    w -= 0.1 * w.grad
(w * b).sum().backward()
"""
    outcome = measure("torch", source)
    assert [(one.source, one.verdict) for one in outcome.gradients] == [("w", "right"), ("b", "right")]
    assert objection(measure("torch", source.replace("* b", "* b.detach()")), "none") is None


def test_a_source_without_a_name_is_not_passed_over() -> None:
    source = """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w ** 3)
tape.gradient(loss, w[0])
"""
    outcome = measure("tensorflow", source)
    assert outcome.end == "unmeasured"
    assert "no name at module level" in outcome.error


def test_tensorflow_reads_the_lines_of_a_script_as_it_reads_a_file() -> None:
    """AutoGraph turns `float(t)` into a cast; without the lines it leaves the call alone and it fails."""
    source = """
import tensorflow as tf
w = tf.Variable([1.0, 2.0, 3.0])

@tf.function
def scaled():
    return tf.reduce_sum(tf.square(w)) / float(tf.reduce_max(w))

with tf.GradientTape() as tape:
    loss = scaled()
grads = tape.gradient(loss, w)
"""
    assert objection(measure("tensorflow", source), "right") is None


def test_what_a_script_prints_and_how_it_exits_is_kept() -> None:
    assert run_file("numpy", "print('OBSERVED clean')") == Outcome("ran", stdout="OBSERVED clean\n")
    assert run_file("numpy", "import sys; sys.exit(3)") == Outcome("raised", "SystemExit: 3")


def test_scripts_do_not_see_each_other() -> None:
    assert run_file("numpy", "import builtins; builtins.left_behind = 1").end == "ran"
    assert run_file("numpy", "print(left_behind)").error.startswith("NameError")


def test_a_script_that_hangs_is_stopped() -> None:
    assert run_file("numpy", "while True: pass", seconds=0.5).end == "timeout"
    assert run_file("numpy", "print(1)").end == "ran"


def test_a_process_that_dies_is_tried_once_more_from_the_start() -> None:
    assert run_file("numpy", "import os; os._exit(7)") == Outcome("died", "the process ended with 7")
    only_fails_after_a_fork = "import os, sys\nif '--once' not in sys.argv: os._exit(7)"
    assert run_file("numpy", only_fails_after_a_fork).end == "ran"


RAISES = "# framework: torch\n# verdict: raises\n# seen: RuntimeError: a leaf Variable that requires grad\n"
ZERO = "# framework: jax\n# verdict: zero\n# seen: autodiff=[0.0] fd=[12.0]\n"


@pytest.mark.parametrize(
    ("header", "outcome", "holds"),
    [
        (RAISES, Outcome("raised", "RuntimeError: a leaf Variable that requires grad"), True),
        (RAISES, Outcome("raised", "RuntimeError: out of memory"), False),
        (RAISES, Outcome("ran"), False),
        (RAISES, Outcome("died", "RuntimeError: a leaf Variable that requires grad"), False),
        (ZERO, Outcome("ran", stdout="OBSERVED zero tensor([0.])\n"), True),
        (ZERO, Outcome("ran", stdout="OBSERVED clean\n"), False),
        (ZERO, Outcome("ran", stdout="OBSERVED autodiff=[0.0] fd=[12.0]\n"), True),
        (ZERO, Outcome("ran", stdout="OBSERVED autodiff=[12.0] fd=[12.0]\n"), False),
        (ZERO, Outcome("ran", stdout="OBSERVED autodiff=[nan] fd=[12.0]\n"), False),
        (ZERO, Outcome("ran", stdout="gradient is [0.]\n"), True),
        (ZERO, Outcome("raised", "AssertionError: "), False),
    ],
)
def test_a_case_file_is_held_to_its_header(header: str, outcome: Outcome, holds: bool) -> None:
    assert (case_objection(header, outcome) is None) is holds
