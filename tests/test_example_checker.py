"""The checker of the examples can say no: each claim is held against scripts for which it is false."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.support.cases import case_objection
from tests.support.outcome import Claim, Gradient, Outcome, Verdict, objection
from tests.support.runner import measure, run_file
from tests.support.twin import is_put_right, objection_beside

CLAIMS: tuple[Claim, ...] = get_args(Claim)


def gradient(found: tuple[float, ...] | None, verdict: Verdict) -> Gradient:
    return Gradient("w", found, verdict)


def test_a_script_that_asks_for_nothing_proves_nothing() -> None:
    assert objection(Outcome("ran"), "right")
    assert objection(Outcome("ran"), "none")


def test_one_broken_gradient_among_right_ones_is_enough_but_two_kinds_are_not_one() -> None:
    right, missing, wrong = gradient((1.0,), "right"), gradient(None, "none"), gradient((2.0,), "wrong")
    assert objection(Outcome("ran", gradients=(right, missing)), "none") is None
    assert objection(Outcome("ran", gradients=(right, missing)), "right")
    assert objection(Outcome("ran", gradients=(wrong, missing)), "none")


def test_a_graph_that_is_kept_is_a_leak_and_nothing_else() -> None:
    right, wrong = gradient((1.0,), "right"), gradient((2.0,), "wrong")
    assert objection(Outcome("ran", gradients=(right,), kept=3), "leak") is None
    assert objection(Outcome("ran", gradients=(right,), kept=3), "right")
    assert objection(Outcome("ran", gradients=(right,)), "leak")
    assert objection(Outcome("ran", gradients=(wrong,), kept=3), "leak")


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
    ("torch", "leak"): """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
total = 0.0
for x in (1.0, 2.0):
    loss = (w ** 2).sum() * x
    loss.backward()
    total += loss
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
    ("numpy", "right"): """
import numpy as np
def scaled(x, k):
    return np.sin(x) * k
def scaled_grad(dout, x, k):
    return dout * np.cos(x) * k, np.sum(dout * np.sin(x))
dx, dk = scaled_grad(np.array([1.0, 2.0]), np.array([0.5, 1.5]), np.float64(3.0))
""",
    ("numpy", "zero"): """
import numpy as np
def numeric_grad(f, w):
    return np.zeros_like(w)
slope = numeric_grad(lambda w: np.sum(w ** 2), np.array([1.0, 2.0]))
""",
    ("numpy", "wrong"): """
import numpy as np
def shifted(x, b):
    return x + b
def shifted_grad(dout, x, b):
    return dout, dout
dx, db = shifted_grad(np.ones((2, 2)), np.ones((2, 2)), np.ones(2))
""",
    ("numpy", "nan"): """
import numpy as np
def numeric_grad(f, w):
    return np.full_like(w, np.nan)
slope = numeric_grad(lambda w: np.sum(w ** 2), np.array([1.0, 2.0]))
""",
    ("numpy", "raises"): """
import numpy as np
raise TypeError("no item assignment")
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


def test_a_second_derivative_is_judged_as_the_first_is() -> None:
    source = """
import tensorflow as tf
x = tf.Variable(2.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = x ** 3
    slope = inner.gradient(y, x)
curvature = outer.gradient(slope, x)
"""
    assert [one.found for one in measure("tensorflow", source).gradients] == [(12.0,), (12.0,)]
    late = source.replace("    slope", "slope")
    assert objection(measure("tensorflow", late), "none") is None


def test_a_source_that_was_trained_since_is_not_judged_again() -> None:
    source = """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = (w ** 3).sum()
    loss.backward()
    opt.step()
"""
    assert [one.found for one in measure("torch", source).gradients] == [(3.0, 12.0)]
    accumulated = source.replace("    opt.zero_grad()\n", "").replace("    opt.step()\n", "")
    assert [one.found for one in measure("torch", accumulated).gradients] == [(3.0, 12.0)]


def test_a_layer_that_is_put_in_later_is_moved_where_it_is_put_in() -> None:
    source = """
import torch
net = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1))
net[1] = torch.nn.Linear(1, 2)
loss = net(torch.ones(1, 1)).pow(2).sum()
loss.backward()
"""
    outcome = measure("torch", source)
    assert objection(outcome, "right") is None
    assert "net.1.weight" in outcome.sources()


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        pytest.param("", False, id="the last loss"),
        pytest.param("h = torch.exp(w)\n(h.sum() * 2).backward()", False, id="part of the last loss"),
        pytest.param("first = loss\nloss = w.exp().sum()\nloss.backward()", False, id="two losses"),
        pytest.param("seen = [loss]\nloss = w.exp().sum()\nloss.backward()", True, id="a list of losses"),
        pytest.param("seen = {'best': w.exp()}", True, id="an output in a dictionary"),
        pytest.param("seen = [w.exp().detach(), loss.item()]", False, id="numbers"),
        pytest.param("w.grad = None\nw.exp().sum().backward(create_graph=True)", True, id="in a gradient"),
    ],
)
def test_what_is_kept_besides_the_losses_is_counted(lines: str, kept: bool) -> None:
    source = "import torch\nw = torch.ones(2, requires_grad=True)\nloss = (w ** 2).sum()\nloss.backward()\n"
    assert bool(measure("torch", source + lines).kept) is kept


def test_a_source_without_a_name_is_not_passed_over() -> None:
    source = """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
parts = [w]
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(parts[0] ** 3)
tape.gradient(loss, SOURCE)
"""
    new = measure("tensorflow", source.replace("SOURCE", "w[0]"))
    assert [(one.found, one.verdict) for one in new.gradients] == [(None, "unrelated")]
    assert all(objection(new, claim) for claim in CLAIMS)
    hidden = measure(
        "tensorflow",
        source.replace("w = tf.Variable([1.0, 2.0])\nparts = [w]", "parts = {tf.Variable([1.0, 2.0]).ref()}")
        .replace("parts[0]", "next(iter(parts)).deref()")
        .replace("SOURCE", "next(iter(parts)).deref()"),
    )
    assert hidden.end == "unmeasured"
    assert "has no name" in hidden.error


def test_what_tensorflow_asks_of_itself_is_not_the_script_asking() -> None:
    source = """
import tensorflow as tf
w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.py_function(tf.square, [w], tf.float32))
grads = tape.gradient(loss, w)
"""
    assert measure("tensorflow", source).sources() == ("w",)


def test_a_function_of_jax_is_given_what_the_script_gives_it() -> None:
    source = """
import jax
def tripled(x):
    return 3.0 * x if isinstance(x, float) else 0.0 * x
grads = jax.grad(tripled)(2.0)
"""
    assert objection(measure("jax", source), "zero") is None


def test_a_pullback_of_jax_is_measured_with_its_cotangents() -> None:
    source = """
import jax
import jax.numpy as jnp
y, pull = jax.vjp(lambda v, k: jnp.sin(v) * k, jnp.array([1.0, 2.0]), 3.0)
slopes = pull(jnp.array([1.0, -2.0]))
"""
    assert objection(measure("jax", source), "right") is None
    assert (
        objection(measure("jax", source.replace("jnp.sin(v)", "jax.lax.stop_gradient(v) * v")), "wrong")
        is None
    )


MISSING_ZERO_GRAD = """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    loss = (w ** 2).sum()
    loss.backward()
    opt.step()
"""


def test_a_mistake_that_spoils_no_derivative_shows_beside_the_script_put_right() -> None:
    bad = measure("torch", MISSING_ZERO_GRAD)
    good = measure(
        "torch", MISSING_ZERO_GRAD.replace("    loss.backward", "    opt.zero_grad()\n    loss.backward")
    )
    assert objection(bad, "right") is None
    assert objection_beside(good, bad, "wrong") is None
    assert objection_beside(bad, bad, "wrong") == "claims wrong, but trains what its twin trains"
    assert [claim for claim in CLAIMS if objection_beside(good, bad, claim) is None] == ["right", "wrong"]


def test_asking_in_vain_shows_only_beside_a_script_that_does_not() -> None:
    useful, missing, zero = (
        gradient((1.0,), "right"),
        gradient(None, "unrelated"),
        gradient((0.0,), "zero"),
    )
    good = Outcome("ran", gradients=(useful,))
    vain = Outcome("ran", gradients=(useful, missing))
    assert objection_beside(good, vain, "none") is None
    assert objection_beside(good, vain, "zero")
    assert objection_beside(vain, vain, "none")
    level = Outcome("ran", gradients=(gradient((0.0,), "unrelated"),))
    assert objection_beside(good, level, "zero") is None
    assert objection_beside(good, level, "none")
    assert objection_beside(good, Outcome("ran", gradients=(missing, zero)), "none")
    assert objection_beside(good, Outcome("raised", "TypeError: w"), "none")
    assert objection_beside(good, Outcome("ran"), "wrong")


def test_twins_differ_in_a_few_lines_and_comments_do_not_count() -> None:
    assert is_put_right("a = 1  # GL601\nb = 2\n", "a = 1\nb = 3\n\n# so\n")
    assert not is_put_right("a = 1\nb = 2\nc = 3\nd = 4\n", "e = 1\nf = 2\ng = 3\nh = 4\n")


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
    only_fails_after_a_fork = "import os, sys\nif '--once' not in sys.orig_argv: os._exit(7)"
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
