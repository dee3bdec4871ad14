"""The oracle: what executing a program says about one finding.

Each program is executed by the runner as in `gradlint --confirm`, only without the sandbox. The flagged text
is named in the test; lines that end in `# enters` or `# asked` are the other places of the finding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from gradlint.confirm.expectation import expectation_of, predicted
from gradlint.confirm.runner.execute.errors import problem_of, proves
from gradlint.confirm.runner.execute.expectation import Predicted
from gradlint.confirm.runner.execute.finite_differences import (
    DOUBLE,
    SINGLE,
    Asked,
    Lost,
    Slope,
    along,
    direction,
    judged,
)
from gradlint.confirm.runner.execute.frameworks.numpy_ import NumPy
from gradlint.confirm.runner.execute.program import Focus, Program
from gradlint.confirm.runner.execute.recorded_asks import Trace
from gradlint.confirm.runner.execute.script import Script
from gradlint.confirm.runner.measure.observe import Observed
from gradlint.confirm.runner.verdict.beside import apart
from gradlint.confirm.runner.verdict.symptoms import symptom_of
from gradlint.confirm.verdicts import verdict_of, verdict_of_report
from tests.support.runner import confirm, run_file


def job(
    framework: str, code: str, source: str, cut: str, fixed: str | None = None, names: tuple[str, ...] = ()
) -> dict[str, Any]:
    source = dedent(source).lstrip("\n")
    lines = source.splitlines()
    row = next(number for number, line in enumerate(lines, 1) if cut in line)
    column = lines[row - 1].index(cut)

    def marked(mark: str) -> list[list[int]]:
        return [[at, 0, at, len(line)] for at, line in enumerate(lines, 1) if line.endswith(f"# {mark}")]

    return {
        "id": code,
        "task": "confirm",
        "framework": framework,
        "predicted": expectation_of(code),
        "source": source,
        "fixed": None if fixed is None else dedent(fixed).lstrip("\n"),
        "kind": "python",
        "filename": "program.py",
        "cut": [[row, column, row, column + len(cut)]],
        "enters": marked("enters"),
        "asked": marked("asked"),
        "names": list(names),
        "package": "",
        "roots": [],
        "device": "cpu",
        "seconds": 60.0,
        "memory_mb": 2048,
        "seed": 0,
    }


def symptom(framework: str, code: str, source: str, cut: str, names: tuple[str, ...] = ()) -> str:
    report = confirm(job(framework, code, source, cut, names=names))
    assert report["level"] == "program", report["attempts"]
    found: str = report["as_written"]["symptom"]
    return found


TRAINING = """
import torch
w = torch.tensor([1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    LINES
"""


def training(*lines: str) -> str:
    return TRAINING.replace("LINES", "\n    ".join(lines))


@pytest.mark.parametrize(
    ("code", "source", "cut", "names", "expected"),
    [
        pytest.param(
            "GL401",
            """
            import torch
            w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
            v = torch.tensor([3.0, 4.0], requires_grad=True)
            loss = (w.detach() * v).sum()
            loss.backward()  # asked
            """,
            "w.detach()",
            ("w",),
            "none",
            id="a detached source",
        ),
        pytest.param(
            "GL401",
            """
            import torch
            w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
            loss = (w.detach() * w ** 2).sum()
            loss.backward()  # asked
            """,
            "w.detach()",
            ("w",),
            "wrong",
            id="half of the gradient",
        ),
        pytest.param(
            "GL403",
            """
            import torch
            w = torch.tensor([1.2, 2.7], requires_grad=True)  # enters
            loss = torch.round(w).pow(2).sum()
            loss.backward()  # asked
            """,
            "torch.round(w)",
            ("w",),
            "zero",
            id="a staircase",
        ),
        pytest.param(
            "GL701",
            """
            import torch
            x = torch.tensor([0.0, 4.0], requires_grad=True)  # enters
            y = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))
            y.sum().backward()  # asked
            """,
            "torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))",
            ("x",),
            "nan",
            id="not a number behind where",
        ),
        pytest.param(
            "GL702",
            """
            import torch
            x = torch.tensor([3.0, 4.0], requires_grad=True)  # enters
            d = (x ** 2).sum().sqrt()
            d.backward()  # asked
            """,
            "(x ** 2).sum().sqrt()",
            ("x",),
            "nan",
            id="singular where the inputs of the program are not",
        ),
        pytest.param(
            "GL305",
            """
            import torch
            w = torch.randn(3, 2, requires_grad=True) * 0.01
            (torch.ones(4, 3) @ w).sum().backward()
            """,
            "w = torch.randn(3, 2, requires_grad=True) * 0.01",
            (),
            "none",
            id="a leaf lost by an operation",
        ),
        pytest.param(
            "GL303",
            """
            import torch
            x = torch.ones(2)
            x.require_grad = True
            torch.nn.Linear(2, 1)(x).sum().backward()
            """,
            "x.require_grad = True",
            (),
            "none",
            id="a misspelt flag",
        ),
        pytest.param(
            "GL605",
            """
            import torch
            critic = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
            x = torch.ones(1, 2, requires_grad=True)
            out = critic(x).sum()
            (g,) = torch.autograd.grad(out, x, retain_graph=True)
            loss = out + 10 * (g.norm() - 1) ** 2
            loss.backward()  # asked
            """,
            "torch.autograd.grad(out, x, retain_graph=True)",
            (),
            "wrong",
            id="a penalty without a graph",
        ),
        pytest.param(
            "GL601",
            training("loss = (w ** 2).sum()", "loss.backward()", "opt.step()"),
            "loss.backward()",
            (),
            "wrong",
            id="gradients never cleared",
        ),
        pytest.param(
            "GL602",
            training("loss = (w ** 2).sum()", "loss.backward()", "opt.zero_grad()", "opt.step()"),
            "opt.zero_grad()",
            (),
            "wrong",
            id="cleared before the step",
        ),
        pytest.param(
            "GL602",
            training("opt.zero_grad()", "loss = (w ** 2).sum()", "opt.step()", "loss.backward()"),
            "opt.step()",
            (),
            "wrong",
            id="a step before backward",
        ),
        pytest.param(
            "GL604",
            "total = 0.0\n"
            + training(
                "opt.zero_grad()", "loss = (w ** 2).sum()", "loss.backward()", "opt.step()", "total += loss"
            ),
            "total += loss",
            (),
            "leak",
            id="a sum that keeps every graph",
        ),
        pytest.param(
            "GL308",
            """
            import torch
            class Net(torch.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.layers = [torch.nn.Linear(2, 2)]
            net = Net()
            """,
            "self.layers = [torch.nn.Linear(2, 2)]",
            (),
            "wrong",
            id="layers in a plain list",
        ),
        pytest.param(
            "GL310",
            """
            import torch
            net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            net[1] = torch.nn.Linear(2, 1)
            net(torch.ones(4, 2)).sum().backward()
            opt.step()
            """,
            "net[1] = torch.nn.Linear(2, 1)",
            (),
            "wrong",
            id="a layer that the optimizer does not know",
        ),
        pytest.param(
            "GL201",
            """
            import torch
            x = torch.ones(3, requires_grad=True)
            x.exp_()
            """,
            "x.exp_()",
            (),
            "raises",
            id="in place on a leaf",
        ),
        pytest.param(
            "GL201",
            """
            import torch
            x = torch.ones(3, requires_grad=True)
            try:
                x.exp_()
            except RuntimeError as problem:
                print(problem)
                raise
            """,
            "x.exp_()",
            (),
            "raises",
            id="raised again by the program",
        ),
    ],
)
def test_a_broken_gradient_of_torch_shows_its_symptom(
    code: str, source: str, cut: str, names: tuple[str, ...], expected: str
) -> None:
    assert symptom("torch", code, source, cut, names) == expected


def test_data_written_behind_the_back_of_autograd_is_compared_with_the_program_without_it() -> None:
    source = """
    import torch
    w = torch.tensor([2.0], requires_grad=True)
    y = (w ** 2).sum()
    w.data.mul_(10)
    y.backward()  # asked
    """
    cut = "w.data.mul_(10)"
    report = confirm(job("torch", "GL206", source, cut, fixed=source.replace(cut, "pass")))
    assert report["as_written"]["symptom"] == "wrong"
    alone = confirm(job("torch", "GL206", source, cut))
    assert alone["as_written"]["symptom"] == "unknown", "nothing ties the gradient to the line"


ACCUMULATING = """
import keras
import tensorflow as tf
w = keras.Variable([1.0, 2.0])
optimizer = keras.optimizers.SGD(0.1)
accumulated = [tf.zeros(2)]
for x in (1.0, 2.0):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x * w.value) ** 2)
    grads = tape.gradient(loss, [w])
    accumulated = [SUM for a, g in zip(accumulated, grads)]
optimizer.apply_gradients(zip(accumulated, [w]))
"""


@pytest.mark.parametrize(
    ("framework", "code", "source", "cut", "expected"),
    [
        pytest.param(
            "tensorflow",
            "GL101",
            """
            import numpy as np
            import tensorflow as tf
            w = tf.Variable([1.0, 2.0])  # enters
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(np.square(w * 2.0))
            tape.gradient(loss, w)  # asked
            """,
            "np.square(w * 2.0)",
            "none",
            id="tensorflow none",
        ),
        pytest.param(
            "tensorflow",
            "GL401",
            """
            import keras
            import tensorflow as tf
            model = keras.Sequential([keras.layers.Dense(3), keras.layers.Dense(1)])
            with tf.GradientTape() as tape:
                h = tf.stop_gradient(model.layers[0](tf.ones((2, 2))))
                loss = tf.reduce_sum(model.layers[1](h) ** 2)
            tape.gradient(loss, model.trainable_variables)  # asked
            """,
            "tf.stop_gradient(model.layers[0](tf.ones((2, 2))))",
            "none",
            id="weights that are made in the forward pass",
        ),
        pytest.param(
            "tensorflow",
            "GL101",
            """
            import numpy as np
            import tensorflow as tf
            w = tf.Variable([1.0, 2.0])
            @tf.function
            def step(x):
                return tf.reduce_sum(np.square(w * x))
            step(tf.constant(2.0))
            """,
            "np.square(w * x)",
            "raises",
            id="raised in a compiled function",
        ),
        pytest.param(
            "tensorflow",
            "GL102",
            """
            import keras
            import tensorflow as tf
            class Encoder(keras.Model):
                def __init__(self):
                    super().__init__()
                    self.proj = keras.layers.Dense(3, use_bias=False)
                def call(self, x):
                    return self.proj(x)
                def penalty(self):
                    return tf.reduce_mean(self.proj.get_weights()[0] ** 2)
            encoder = Encoder()
            encoder(tf.zeros((1, 5)))
            with tf.GradientTape() as tape:
                penalty = encoder.penalty()
            tape.gradient(penalty, encoder.trainable_variables)  # asked
            """,
            "self.proj.get_weights()[0]",
            "none",
            id="weights that are made while Keras looks at shapes",
        ),
        pytest.param(
            "tensorflow",
            "GL309",
            """
            import keras
            import tensorflow as tf
            class Block(keras.layers.Layer):
                def call(self, x):
                    return keras.layers.Dense(2)(x)
            block = Block()
            block(tf.ones((1, 3)))
            """,
            "keras.layers.Dense(2)(x)",
            "wrong",
            id="weights that no layer keeps",
        ),
        pytest.param(
            "tensorflow",
            "GL503",
            """
            import tensorflow as tf
            x = tf.Variable([1.0, 2.0])  # enters
            with tf.GradientTape() as outer, tf.GradientTape() as inner:
                y = tf.reduce_sum(x ** 3)
            slope = inner.gradient(y, x)
            hessian = outer.jacobian(slope, x)  # asked
            """,
            "inner.gradient(y, x)",
            "none",
            id="a Jacobian that is None",
        ),
        pytest.param(
            "tensorflow",
            "GL504",
            """
            import tensorflow as tf
            x = tf.Variable([[0.3, -1.2, 0.7]])
            with tf.GradientTape() as tape:
                y = tf.nn.softmax(x @ tf.constant([[0.2, 0.7], [-0.4, 0.1], [0.9, -0.3]]))
            tape.gradient(y, x)  # asked
            """,
            "tape.gradient(y, x)",
            "zero",
            id="elements that cancel in their sum",
        ),
        pytest.param(
            "tensorflow",
            "GL607",
            ACCUMULATING.replace("SUM", "a + g"),
            "accumulated = [a + g for a, g in zip(accumulated, grads)]",
            "wrong",
            id="a step with the sum over several losses",
        ),
        pytest.param(
            "tensorflow",
            "GL607",
            """
            import tensorflow as tf
            w = tf.Variable([1.0, 2.0])
            total = tf.zeros_like(w)
            for x in (1.0, 2.0, 3.0):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((x * w) ** 2)
                total += tape.gradient(loss, w)
            w.assign_sub(0.1 * total)
            """,
            "total += tape.gradient(loss, w)",
            "wrong",
            id="a sum over several losses without an optimizer",
        ),
        pytest.param(
            "tensorflow",
            "GL607",
            ACCUMULATING.replace("SUM", "a + g / 2"),
            "accumulated = [a + g / 2 for a, g in zip(accumulated, grads)]",
            "unknown",
            id="a step with the mean over several losses",
        ),
        pytest.param(
            "jax",
            "GL401",
            """
            import jax
            import jax.numpy as jnp
            def loss(p, x):
                return jnp.sum(jax.lax.stop_gradient(p["w"]) * x) + p["b"] ** 2
            jax.grad(loss)({"w": jnp.ones(2), "b": 3.0}, jnp.ones(2))  # asked
            """,
            'jax.lax.stop_gradient(p["w"])',
            "zero",
            id="one leaf of a tree",
        ),
        pytest.param(
            "jax",
            "GL607",
            """
            import jax
            import jax.numpy as jnp
            params = {"w": jnp.array([1.0, 2.0]), "b": jnp.array(0.5)}
            total = jax.tree.map(jnp.zeros_like, params)
            for x in (1.0, 2.0, 3.0):
                grads = jax.grad(lambda p: jnp.mean((p["w"] * x + p["b"]) ** 2))(params)
                total = jax.tree.map(jnp.add, total, grads)
            params = jax.tree.map(lambda p, g: p - 0.1 * g, params, total)
            """,
            "total = jax.tree.map(jnp.add, total, grads)",
            "wrong",
            id="a sum over several losses in a tree",
        ),
        pytest.param(
            "jax",
            "GL505",
            """
            import jax
            grad, value = jax.value_and_grad(lambda w: (w - 3.0) ** 2)(6.0)
            """,
            "grad, value = jax.value_and_grad(lambda w: (w - 3.0) ** 2)(6.0)",
            "wrong",
            id="value and gradient swapped",
        ),
        pytest.param(
            "jax",
            "GL110",
            """
            import jax
            scale = 1.0
            @jax.jit
            def scaled(x):
                return scale * x
            scaled(2.0)
            scale = 10.0
            after = float(scaled(2.0))
            """,
            "scale * x",
            "wrong",
            id="a value that is read once",
        ),
        pytest.param(
            "numpy",
            "GL804",
            """
            import numpy as np
            def cube(x):
                return x ** 3
            def cube_grad(dout, x):
                return dout * x ** 2
            cube_grad(np.ones(2), np.array([1.0, 2.0]))
            """,
            "dout * x ** 2",
            "wrong",
            id="a factor is missing",
        ),
    ],
)
def test_other_frameworks_show_theirs(
    framework: str, code: str, source: str, cut: str, expected: str
) -> None:
    assert symptom(framework, code, source, cut) == expected


HARMLESS = {
    "the whole gradient": (
        "GL401",
        """
        import torch
        w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
        loss = (w * w ** 2).sum()
        loss.backward()  # asked
        """,
        "w * w ** 2",
    ),
    "many kinks": (
        "GL401",
        """
        import torch
        torch.manual_seed(3)
        net = torch.nn.Sequential(torch.nn.Linear(6, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))  # enters
        loss = net(torch.randn(40, 6)).abs().mean()
        loss.backward()  # asked
        """,
        "net(torch.randn(40, 6))",
    ),
    "single precision by decree": (
        "GL401",
        """
        import torch
        w = torch.tensor([0.3, -0.7], dtype=torch.float32, requires_grad=True)  # enters
        x = torch.linspace(-1, 1, 50, dtype=torch.float32)
        loss = torch.sigmoid(w[0] * x + w[1]).mean()
        loss.backward()  # asked
        """,
        "torch.sigmoid(w[0] * x + w[1])",
    ),
    "a source far from one": (
        "GL401",
        """
        import torch
        w = torch.tensor([1e-4, 2e-4], requires_grad=True)  # enters
        loss = (w ** 2).sum() * 1e3
        loss.backward()  # asked
        """,
        "(w ** 2).sum()",
    ),
    "level ground of a rectifier": (
        "GL401",
        """
        import torch
        w = torch.tensor([-3.0], requires_grad=True)  # enters
        loss = torch.relu(w).sum()
        loss.backward()  # asked
        """,
        "torch.relu(w)",
    ),
    "noise that is drawn anew": (
        "GL405",
        """
        import torch
        torch.manual_seed(1)
        mu = torch.zeros(4, requires_grad=True)  # enters
        z = torch.distributions.Normal(mu, torch.ones(4)).rsample()
        (z ** 2).sum().backward()  # asked
        """,
        "torch.distributions.Normal(mu, torch.ones(4)).rsample()",
    ),
    "cleared in every round": (
        "GL601",
        training("opt.zero_grad()", "loss = (w ** 2).sum()", "loss.backward()", "opt.step()"),
        "loss.backward()",
    ),
    "two losses before one step": (
        "GL601",
        training(
            "opt.zero_grad()", "(w ** 2).sum().backward()", "loss = w.sum()", "loss.backward()", "opt.step()"
        ),
        "loss.backward()",
    ),
    "two optimizers that share a graph": (
        "GL601",
        """
        import torch
        g, d = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
        opt_g = torch.optim.SGD(g.parameters(), lr=0.1)
        opt_d = torch.optim.SGD(d.parameters(), lr=0.1)
        for _ in range(3):
            x = torch.randn(4, 2)
            opt_d.zero_grad()
            d(g(x).detach()).mean().backward()
            opt_d.step()
            opt_g.zero_grad()
            d(g(x)).pow(2).mean().backward()
            opt_g.step()
        """,
        "d(g(x)).pow(2).mean().backward()",
    ),
    "a loss after another network was trained": (
        "GL401",
        """
        import torch
        g, d = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)  # enters
        opt_d = torch.optim.SGD(d.parameters(), lr=0.5)
        x = torch.randn(4, 2)
        d(g(x).detach()).pow(2).mean().backward()
        opt_d.step()
        d(g(x)).pow(2).mean().backward()  # asked
        """,
        "d(g(x)).pow(2)",
    ),
    "clipped in time": (
        "GL602",
        training(
            "opt.zero_grad()",
            "loss = (w ** 2).sum()",
            "loss.backward()",
            "torch.nn.utils.clip_grad_norm_([w], 1.0)",
            "opt.step()",
        ),
        "torch.nn.utils.clip_grad_norm_([w], 1.0)",
    ),
    "numbers kept, no graph": (
        "GL604",
        "seen = []\n"
        + training(
            "opt.zero_grad()",
            "loss = (w ** 2).sum()",
            "loss.backward()",
            "opt.step()",
            "seen.append(loss.item())",
        ),
        "seen.append(loss.item())",
    ),
    "a parameter written to without recording": (
        "GL201",
        """
        import torch
        w = torch.ones(3, requires_grad=True)
        with torch.no_grad():
            w.mul_(2)
        (w ** 2).sum().backward()
        """,
        "w.mul_(2)",
    ),
    "equal shapes": (
        "GL510",
        """
        import torch
        w = torch.ones(1, requires_grad=True)
        pred, y = torch.ones(3, 1) * w, torch.zeros(3, 1)
        ((pred - y) ** 2).mean().backward()
        """,
        "pred - y",
    ),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_right_is_never_confirmed(name: str) -> None:
    code, source, cut = HARMLESS[name]
    report = confirm(job("torch", code, source, cut))
    verdict = verdict_of_report(report)
    assert verdict.kind in {"refuted", "inconclusive"}, (verdict, report["as_written"])


@pytest.mark.parametrize(
    "name",
    [
        "the whole gradient",
        "many kinks",
        "clipped in time",
        "a loss after another network was trained",
    ],
)
def test_what_is_measured_as_right_is_refuted_for_these_inputs(name: str) -> None:
    code, source, cut = HARMLESS[name]
    verdict = verdict_of_report(confirm(job("torch", code, source, cut)))
    assert verdict.kind == "refuted"
    assert verdict.level == "program"
    assert verdict.evidence


@pytest.mark.parametrize(
    ("framework", "source", "cut"),
    [
        (
            "tensorflow",
            """
            import tensorflow as tf
            @tf.custom_gradient
            def reverse(x):
                def grad(upstream):
                    return -0.1 * tf.ones_like(x)
                return tf.identity(x), grad
            x = tf.Variable([1.0, 2.0])
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(3.0 * reverse(x + 0.0))
            tape.gradient(loss, x)
            """,
            "-0.1 * tf.ones_like(x)",
        ),
        (
            "jax",
            """
            import jax
            import jax.numpy as jnp
            @jax.custom_vjp
            def rounded(x):
                return jnp.round(x)
            rounded.defvjp(lambda x: (rounded(x), x), lambda x, upstream: (jnp.cos(x),))
            jax.grad(lambda x: jnp.sum(3.0 * rounded(x)))(jnp.array([0.3, 2.2]))
            """,
            "jnp.cos(x)",
        ),
    ],
)
def test_a_derivative_that_is_no_derivative_still_has_to_use_what_it_is_given(
    framework: str, source: str, cut: str
) -> None:
    fixed = source.replace(cut, f"{cut} * upstream")
    verdict = verdict_of_report(confirm(job(framework, "GL802", source, cut, fixed)))
    assert verdict.kind == "confirmed", verdict
    assert verdict.evidence[0].startswith("as written: of 0 times the loss the gradient of x is [")
    assert verdict.evidence[-1] == "after the fix: of 0 times the loss every gradient is 0"
    harmless = verdict_of_report(confirm(job(framework, "GL802", fixed, cut)))
    assert harmless.kind in {"refuted", "inconclusive"}, harmless


def test_what_is_no_longer_asked_for_is_not_missed() -> None:
    source = """
        import keras
        import tensorflow as tf
        net = keras.Sequential([keras.Input((3,)), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(tf.random.normal((4, 3)), training=True) ** 2)
        grads = tape.gradient(loss, net.weights)
        """
    fixed = source.replace("net.weights", "net.trainable_variables")
    verdict = verdict_of_report(confirm(job("tensorflow", "GL311", source, "net.weights", fixed)))
    assert verdict.kind == "confirmed", verdict
    assert verdict.evidence[-1] == "after the fix: none of the 4 gradients that are requested is None"


MASKED = """
import tensorflow as tf
x = tf.Variable([{values}])  # enters
{decorated}
def gradient():
    with tf.GradientTape() as tape:
        y = {expression}
        loss = tf.reduce_sum(y)
    return tape.gradient(loss, x)  # asked
gradient()
"""


def masked(expression: str, safe: str, values: str = "-1.0, 4.0", decorated: str = "") -> dict[str, Any]:
    """A finding about an expression that is guarded, and its fix: the argument is guarded as well."""
    source, fixed = (
        MASKED.format(expression=each, values=values, decorated=decorated) for each in (expression, safe)
    )
    return job("tensorflow", "GL701", source, expression, fixed, ("x",))


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(
            masked(
                "tf.where(x > 0, tf.sqrt(x), 0.0)", "tf.where(x > 0, tf.sqrt(tf.where(x > 0, x, 1.0)), 0.0)"
            ),
            id="square root",
        ),
        pytest.param(
            masked(
                "tf.where(x > 0, tf.math.reciprocal(x), 0.0)",
                "tf.where(x > 0, tf.math.reciprocal(tf.where(x > 0, x, 1.0)), 0.0)",
                values="0.0, 4.0",
                decorated="@tf.function",
            ),
            id="reciprocal in a compiled function",
        ),
        pytest.param(
            masked(
                "tf.where(x > 0, tf.math.rsqrt(x), 0.0)",
                "tf.where(x > 0, tf.math.rsqrt(tf.where(x > 0, x, 1.0)), 0.0)",
                values="1.0, 4.0",
            ),
            id="only for other inputs",
        ),
    ],
)
def test_what_a_kernel_hides_is_seen_under_xla(made: dict[str, Any]) -> None:
    report = confirm(made)
    verdict = verdict_of_report(report)
    assert (verdict.kind, report["level"]) == ("confirmed", "program"), verdict
    assert verdict.reason.startswith("the gradient is not finite under XLA")
    assert any("jit_compile=True" in line and "CPU kernel" in line for line in verdict.evidence)
    assert any("nan" in line for line in verdict.evidence)
    assert any(line.startswith("after the fix") and "nan" not in line for line in verdict.evidence)


def test_what_is_seen_under_xla_is_what_a_compiled_program_does() -> None:
    values = []
    for compiled in ("", "@tf.function(jit_compile=True)"):
        source = MASKED.format(
            expression="tf.where(x > 0, tf.sqrt(x), 0.0)", values="0.0, 4.0", decorated=compiled
        )
        outcome = run_file("tensorflow", source + "print(gradient().numpy())\n")
        values.append(outcome.stdout.strip())
    assert values == ["[0.   0.25]", "[ nan 0.25]"]


@pytest.mark.parametrize(
    ("code", "expression", "values"),
    [
        ("GL701", "tf.where(x > 0, tf.sqrt(tf.where(x > 0, x, 1.0)), 0.0)", "-1.0, 4.0"),
        ("GL701", "tf.where(x > 0, tf.math.rsqrt(tf.maximum(x, 0.5)), 0.0)", "-1.0, 4.0"),
        ("GL701", "tf.math.divide_no_nan(x, x + 1.0)", "-1.0, 4.0"),
        ("GL701", "tf.where(x > 0, tf.math.reciprocal(tf.abs(x) + 0.1), 0.0)", "-1.0, 4.0"),
        ("GL702", "tf.sqrt(tf.reduce_sum(x ** 2) + 1e-6) ** 2", "0.0, 0.0"),
        ("GL702", "tf.math.l2_normalize(x)", "0.0, 0.0"),
    ],
)
def test_what_is_guarded_is_right_under_xla_too(code: str, expression: str, values: str) -> None:
    source = MASKED.format(expression=expression, values=values, decorated="")
    verdict = verdict_of_report(confirm(job("tensorflow", code, source, expression, names=("x",))))
    assert verdict.kind in {"refuted", "inconclusive"}, verdict


def test_what_xla_cannot_compile_is_not_refuted() -> None:
    expression = "tf.where(x > 0, tf.sqrt(x), 0.0) + tf.py_function(tf.identity, [x], tf.float32)"
    source = MASKED.format(expression=expression, values="-1.0, 4.0", decorated="")
    verdict = verdict_of_report(confirm(job("tensorflow", "GL701", source, expression, names=("x",))))
    assert verdict.kind == "inconclusive"
    assert "XLA" in verdict.reason


def test_a_fix_must_put_the_gradient_right() -> None:
    source = """
    import torch
    w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
    loss = (w.detach() * w ** 2).sum()
    loss.backward()  # asked
    """
    good, useless = source.replace(".detach()", ""), source.replace("w ** 2", "w * w")
    verdict = verdict_of_report(confirm(job("torch", "GL401", source, "w.detach()", good)))
    assert verdict.kind == "confirmed"
    assert verdict.evidence == (
        "as written: the gradient of w is [2.0000, 8.0000]",
        "finite differences: [3.0000, 12.0000]",
        "after the fix: the gradient of w is [3.0000, 12.0000]",
    )
    verdict = verdict_of_report(confirm(job("torch", "GL401", source, "w.detach()", useless)))
    assert verdict.kind == "inconclusive"


def test_a_second_cut_that_the_fix_leaves_is_not_held_against_it() -> None:
    source = """
    import torch
    w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
    b = torch.tensor(1.0, requires_grad=True)
    loss = (w.detach() * b).sum() + w.detach().pow(2).sum()
    loss.backward()  # asked
    """
    fixed = source.replace("w.detach() *", "w *")
    verdict = verdict_of_report(confirm(job("torch", "GL401", source, "w.detach()", fixed, ("w",))))
    assert verdict.kind == "confirmed"
    assert "arrives" in verdict.reason


@pytest.mark.parametrize(
    ("code", "source", "fixed", "cut"),
    [
        pytest.param(
            "GL510",
            """
            import torch
            w = torch.ones(1, requires_grad=True)
            pred, y = torch.arange(3.0).reshape(3, 1) * w, torch.tensor([1.0, 5.0, 2.0])
            ((pred - y) ** 2).mean().backward()
            """,
            None,
            "pred - y",
            id="operands of the same shape",
        ),
        pytest.param(
            "GL705",
            """
            import torch
            logits = torch.tensor([[1.0, 2.0, 0.5]], requires_grad=True)
            p = torch.softmax(logits, dim=1)
            torch.nn.functional.cross_entropy(p, torch.tensor([1])).backward()
            """,
            None,
            "torch.nn.functional.cross_entropy(p, torch.tensor([1]))",
            id="logits in place of probabilities",
        ),
    ],
)
def test_an_expression_without_a_fix_is_fixed_as_it_runs(
    code: str, source: str, fixed: str | None, cut: str
) -> None:
    verdict = verdict_of_report(confirm(job("torch", code, source, cut, fixed)))
    assert verdict.kind == "confirmed"
    assert any(line.startswith("after the fix: the gradient") for line in verdict.evidence)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        pytest.param("import nothing_of_the_kind\nx = 1\n", "nothing_of_the_kind", id="a missing import"),
        pytest.param("open('absent.csv')\nx = 1\n", "absent.csv", id="a missing file"),
        pytest.param(
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('data')\np.parse_args()\nx = 1\n",
            "SystemExit",
            id="arguments that were not given",
        ),
        pytest.param("raise RuntimeError('element 0 of tensors')\nx = 1\n", "element 0", id="another place"),
        pytest.param("assert False\nx = 1\n", "AssertionError", id="an assertion"),
    ],
)
def test_what_has_nothing_to_do_with_gradients_is_no_evidence(source: str, why: str) -> None:
    verdict = verdict_of_report(confirm(job("torch", "GL401", source, "x = 1")))
    assert verdict.kind == "not-run"
    assert why in verdict.reason


def test_an_absent_device_is_not_replaced_by_another() -> None:
    asked = job("torch", "GL401", "x = 1\n", "x = 1")
    verdict = verdict_of_report(confirm({**asked, "device": "cuda:7"}))
    assert (verdict.kind, verdict.reason) == ("not-run", "device cuda:7 is absent")


def test_a_flagged_line_that_is_never_reached_is_not_refuted() -> None:
    source = """
    import torch
    w = torch.ones(2, requires_grad=True)
    def unused():
        return w.detach()
    w.sum().backward()
    """
    report = confirm(job("torch", "GL401", source, "w.detach()"))
    assert report["attempts"][0] == {"level": "program", "why": "the flagged line is not executed"}
    assert verdict_of_report(report).kind != "refuted"


def test_a_statement_of_a_document_that_raises_does_not_stop_the_others() -> None:
    source = """
    import torch
    undefined_name + 1
    x = torch.ones(3, requires_grad=True)
    x.exp_()
    """
    asked = job("torch", "GL201", source, "x.exp_()")
    assert verdict_of_report(confirm({**asked, "kind": "markdown"})).kind == "confirmed"
    assert confirm(asked)["attempts"][0]["level"] == "program"


VIEWS = """
import torch
w = torch.tensor(0.4, requires_grad=True)
out = torch.ones(4) * 1.0
left, right = out[:2], out[2:]
left.copy_(torch.ones(2) * w)
right.copy_(torch.ones(2) * w)
out.sum().backward()
"""


def test_looking_does_not_change_what_is_looked_at() -> None:
    """Reading `grad_fn` of `right` before the write would rebuild it, and the write would be allowed."""
    verdict = verdict_of_report(confirm(job("torch", "GL204", VIEWS, "right.copy_(torch.ones(2) * w)")))
    assert verdict.kind == "confirmed"
    watched = confirm(
        job("torch", "GL401", VIEWS.replace("right.copy_(torch.ones(2) * w)", "pass"), "out.sum()")
    )
    assert watched["as_written"]["end"] == "ran"
    assert watched["as_written"]["symptom"] == "right"


def test_a_long_training_is_stopped_when_it_has_shown_enough() -> None:
    source = """
    import torch
    w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
    for _ in range(10**9):
        loss = (w.detach() * w ** 2).sum()
        loss.backward()  # asked
    """
    asked = job("torch", "GL401", source, "w.detach()", names=("w",))
    report = confirm({**asked, "seconds": 8.0})
    assert report["as_written"]["cut_short"]
    assert report["as_written"]["symptom"] == "wrong"


# What needs no framework.


@dataclass
class Watched:
    """A watcher that changes nothing."""

    names: list[str]
    hits: int = 0

    def bound(self, name: str, row: int, value: Any) -> Any:
        self.names.append(name)
        return value

    def attribute(self, owner: Any, attribute: str, name: str, row: int) -> None:
        self.names.append(name)

    def seen(self, role: str, value: Any) -> Any:
        return value

    def hit(self) -> None:
        self.hits += 1

    def caught(self) -> None:
        self.names.append("caught")


PROGRAM = '''
"""A docstring."""
from __future__ import annotations
import math
total, table, seen = 0, {}, []
class Config:
    rate = 0.5
    def __init__(self):
        self.__hidden = 3
    @property
    def hidden(self):
        return self.__hidden
config = Config()
def write(key):
    """It writes to what it does not bind."""
    table[key] = len(table)
    config.rate += 1
    seen.append(key)
    if (half := key / 2) > 1:
        return half
    return -1
def count():
    global total
    total += 1
    yield total
for (a, *rest), b in [((1, 2, 3), 4), ((5, 6), 7)]:
    write(a)
with open(__file__ if False else "/dev/null") as handle:
    text = handle.read()
match rest:
    case [first, *_]:
        first = first + 1
    case _:
        first = 0
square = lambda v: v ** 2
values = [square(v) for v in rest if (last := v)]
result = sum(count()) + config.hidden + math.floor(write(9))
try:
    raise ValueError
except ValueError as problem:
    caught = type(problem).__name__
print(result)
'''


def test_a_watched_program_does_what_it_does_alone() -> None:
    script = Script(Program(PROGRAM, "program.py"), Focus(predicted("GL401"), ((17, 4, 17, 27),)))
    alone, watcher = script.run(), Watched([])
    watched = script.run(watcher)
    assert alone.problem is watched.problem is None
    assert alone.printed == watched.printed
    plain = (int, float, str, list, dict)
    ours, theirs = (
        {name: value for name, value in ended.names.items() if isinstance(value, plain) and "__" not in name}
        for ended in (alone, watched)
    )
    assert ours == theirs
    assert watcher.hits == 3
    assert {"half", "a", "rest", "b", "handle", "first", "table", "config.rate", "last"} <= set(watcher.names)


def test_rows_of_a_watched_program_are_those_of_its_text() -> None:
    text = "a = 1\ndef f(x):\n    y = x\n    return y / 0\nf(a)\n"
    script = Script(Program(text, "program.py"), Focus(predicted("GL401"), ((4, 11, 4, 16),)))
    for ended in (script.run(), script.run(Watched([]))):
        assert ended.problem is not None
        problem = problem_of(ended.problem, script.filename)
        assert (problem.type, problem.rows) == ("ZeroDivisionError", (5, 4))


def test_an_exception_counts_where_the_finding_says_it_happens() -> None:
    def raised(text: str, row: int) -> bool:
        script = Script(
            Program("\n" * (row - 1) + f"raise RuntimeError({text!r})\n", "p.py"), Focus(Predicted(), ())
        )
        problem = script.run().problem
        assert problem is not None
        return proves(problem_of(problem, script.filename), focus)

    focus = Focus(predicted("GL401"), cut=((3, 0, 3, 9),), asked=((7, 0, 7, 9),))
    text = "element 0 of tensors does not require grad and does not have a grad_fn"
    assert raised(text, 7)
    assert raised(text, 3)
    assert not raised(text, 5)
    assert not raised("CUDA out of memory", 7)


def cubic(found: tuple[float, ...] | None, at: tuple[float, ...] = (1.0, 2.0), **changes: Any) -> Asked:
    value = np.array(at)
    facts: dict[str, Any] = {
        "found": None if found is None else np.array(found),
        "integer": False,
        "centre": np.array([float((value**3).sum())]),
        "target": lambda d: np.array([float(((value + d) ** 3).sum())]),
    }
    return Asked("w", 1, value=value, **(facts | changes))


def judgement(asked: Asked, precision: Any = DOUBLE) -> str:
    slope = along(asked, direction(asked.value.size, 0), precision)
    return judged(slope, asked.found, asked.value.size, precision)


def staircase(displacement: Any) -> Any:
    return np.array([float(np.round(np.array([1.2, 2.7]) + displacement).sum())])


@pytest.mark.parametrize("precision", [SINGLE, DOUBLE], ids=["single", "double"])
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(cubic((3.0, 12.0)), "right", id="right"),
        pytest.param(cubic((3.0, 13.0)), "wrong", id="one element is off"),
        pytest.param(cubic((3.0,)), "wrong", id="an element is missing"),
        pytest.param(cubic((0.0, 0.0)), "zero", id="zero on a slope"),
        pytest.param(cubic(None), "none", id="missing"),
        pytest.param(cubic((math.nan, 1.0)), "nan", id="not a number"),
        pytest.param(cubic((math.inf, 1.0)), "nan", id="infinite"),
        pytest.param(cubic((0.0, 0.0), at=(0.0, 0.0)), "right", id="zero at a saddle"),
        pytest.param(
            cubic((0.0, 0.0), target=staircase, centre=staircase(0), at=(1.2, 2.7)), "zero", id="a staircase"
        ),
        pytest.param(
            cubic(None, target=lambda d: np.array([5.0]), centre=np.array([5.0])),
            "unrelated",
            id="a constant",
        ),
        pytest.param(
            cubic((0.0, 0.0), target=lambda d: np.array([5.0]), centre=np.array([5.0])),
            "unrelated",
            id="zero for a constant",
        ),
        pytest.param(
            cubic((1.0,), at=(0.0,), target=lambda d: np.abs(d), centre=np.zeros(1)),
            "unknown",
            id="on a kink, the slope of one side",
        ),
        pytest.param(
            cubic((2.0,), at=(0.0,), target=lambda d: np.abs(d), centre=np.zeros(1)),
            "wrong",
            id="on a kink, the slope of neither side",
        ),
        pytest.param(
            cubic((0.0,), at=(0.0,), target=lambda d: np.maximum(d - 1e-9, 0.0), centre=np.zeros(1)),
            "unknown",
            id="zero just beside a kink",
        ),
    ],
)
def test_a_gradient_is_judged_by_what_finite_differences_say(
    asked: Asked, expected: str, precision: Any
) -> None:
    assert judgement(asked, precision) == expected


def test_what_the_clock_has_stopped_is_not_compared() -> None:
    def observed(left: float, cut_short: bool = False, late: bool = False) -> Observed:
        trace = Trace(NumPy(), Focus(predicted("GL208"), ((1, 0, 1, 1),)), "program.py", late=late)
        return Observed(None, (), "", cut_short=cut_short, trace=trace, left={"w": np.array([left])})

    assert list(apart(observed(1.0), observed(2.0)))
    assert not list(apart(observed(1.0, cut_short=True), observed(2.0)))
    assert not list(apart(observed(1.0), observed(2.0, late=True)))


def test_what_the_clock_has_stopped_did_not_run_to_its_end() -> None:
    focus = Focus(predicted("GL201"), ((1, 0, 1, 1),))
    trace = Trace(NumPy(), focus, "program.py")
    ended = Observed(None, (), "", trace=trace)
    stopped = Observed(None, (), "", cut_short=True, trace=trace)
    assert (symptom_of(ended, focus).kind, symptom_of(stopped, focus).kind) == ("right", "unknown")


def test_two_steps_that_disagree_give_no_opinion() -> None:
    rough = cubic((3.0, 12.0), target=lambda d: np.array([float(np.sin(1e7 * d.sum()))]), centre=np.zeros(1))
    assert judgement(rough) == "unknown"


def test_a_program_that_goes_another_way_is_not_judged() -> None:
    def lost(displacement: Any) -> Any:
        raise Lost("another way")

    with pytest.raises(Lost):
        along(cubic((3.0, 12.0), target=lost), direction(2, 0), DOUBLE)


def test_a_direction_is_fixed_and_leaves_no_element_out() -> None:
    assert (direction(1, 5) == 1.0).all()
    assert (direction(1000, 5) == direction(1000, 5)).all()
    assert np.abs(direction(1000, 5)).min() > 0
    assert math.isclose(float(np.linalg.norm(direction(1000, 5))), 4.0)


def test_the_slope_of_many_elements_is_one_number() -> None:
    slope = along(cubic((3.0, 12.0)), np.array([1.0, -1.0]), DOUBLE)
    assert slope.found == -9.0
    assert slope.expected == pytest.approx(-9.0)
    assert isinstance(slope, Slope)


def run(symptom: str, **changes: Any) -> dict[str, Any]:
    facts = {
        "end": "ran",
        "error": None,
        "symptom": symptom,
        "evidence": [f"as written: {symptom}"],
        "reason": "",
    }
    return facts | changes


def report(
    written: dict[str, Any] | None, fixed: dict[str, Any] | None = None, **changes: Any
) -> dict[str, Any]:
    facts: dict[str, Any] = {"level": "program", "as_written": written, "after_fix": fixed, "hits": 1}
    return facts | {"device": "cpu", "devices_seen": [], "trouble": None, "unanswered": ""} | changes


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (report(run("none"), run("right")), "confirmed"),
        (report(run("none")), "confirmed"),
        (report(run("wrong")), "confirmed"),
        (report(run("none"), run("arrives")), "confirmed"),
        (report(run("none"), run("none")), "inconclusive"),
        (report(run("raises"), run("raises")), "inconclusive"),
        (report(run("none"), run("unknown")), "inconclusive"),
        (report(run("right")), "refuted"),
        (report(run("right"), hits=0), "inconclusive"),
        (report(run("right"), level="slice"), "not-reproduced"),
        (report(run("right"), level="operation"), "not-reproduced"),
        (report(run("right"), stubs=["loader"]), "not-reproduced"),
        (report(run("unknown")), "inconclusive"),
        (report(run("unknown", end="raised"), unanswered="it stops in line 3"), "not-run"),
        (report(run("right"), unanswered="the flagged line is not executed", hits=0), "not-run"),
        (report(None), "not-run"),
        (report(None, trouble="device cuda is absent"), "not-run"),
        (report(run("none"), run("right"), device="cuda:0", devices_seen=["cpu"]), "inconclusive"),
        (report(run("none"), run("right"), device="cuda:0", devices_seen=["cuda:0"]), "confirmed"),
        (report(run("none"), run("right"), device="cuda", devices_seen=["/device:GPU:0"]), "confirmed"),
    ],
)
def test_a_verdict_follows_from_a_report(made: dict[str, Any], kind: str) -> None:
    verdict = verdict_of_report(made)
    assert verdict.kind == kind
    assert verdict.reason
    assert verdict.evidence or kind in {"not-run", "inconclusive"}


def test_an_exception_is_shown_with_its_line() -> None:
    error = {"type": "RuntimeError", "row": 12, "text": "RuntimeError: a leaf Variable", "message": ""}
    made = report(run("raises", error=error, evidence=[]), run("right", evidence=[]))
    assert verdict_of_report(made, lambda row: f"cell 2, line {row - 10}").evidence == (
        "as written: RuntimeError at cell 2, line 2: a leaf Variable",
        "after the fix: the program runs to the end",
    )


@dataclass(frozen=True)
class Answer:
    end: str
    reason: str
    report: dict[str, Any] | None
    layers: dict[str, str]
    wall_seconds: float = 0.5


def test_a_job_that_did_not_report_was_not_run() -> None:
    layers = {"seccomp": "active"}
    for end in ("timeout", "memory", "crashed", "exited", "setup", "absent"):
        verdict = verdict_of(Answer(end, "", report(run("right")), layers))
        assert verdict.kind == "not-run"
        assert verdict.reason
    verdict = verdict_of(Answer("reported", "", report(run("none"), run("right")), layers))
    assert (verdict.kind, verdict.isolation, verdict.seconds) == ("confirmed", (("seccomp", "active"),), 0.5)


def test_a_trace_without_a_framework_notes_what_is_bound() -> None:
    trace = Trace(NumPy(), Focus(predicted("GL401"), ((2, 0, 2, 9),)), "program.py")
    assert trace.bound("x", 2, 3) == 3
    assert trace.objects == [("x", 3)]


def test_agreement_within_the_noise_alone_is_no_agreement() -> None:
    """A loss in the thousands in single precision: -0.07 and -0.73 are then within its rounding errors."""
    slope = Slope(-0.07, -0.73, None, 1.0, flat=False, depends=True, noise=0.5)
    assert judged(slope, np.array([-0.07]), 1, SINGLE) == "unknown"
    small = Slope(-0.7300, -0.7302, None, 1.0, flat=False, depends=True, noise=0.5)
    assert judged(small, np.array([-0.73]), 1, SINGLE) == "right"
