"""When a fix of TensorFlow, Keras or JAX code is certain, and what makes it uncertain.

Each pair of programs differs in one fact: with it the fix is offered as safe, without it as unsafe, as a sketch or not
at all.
"""

from __future__ import annotations

import pytest

from gradlint.fixing.rounds import fix_file
from tests.support.trials import found, level, lint

JAX = "import jax\nimport jax.numpy as jnp\nimport numpy as np\nimport optax\n\n"
TF = "import numpy as np\nimport tensorflow as tf\n\n"


def levels(code: str, source: str) -> set[str]:
    """How certain the fixes of a rule are that are really made; `none` for a finding that keeps its line."""
    made = set()
    for finding in found(source):
        if finding.code == code:
            done = fix_file(source.encode(), lint, lambda one, this=finding: one == this)  # type: ignore[misc]
            made.add(level(finding) if done.fixed else "none")
    return made


def fixed(code: str, source: str) -> str:
    return fix_file(source.encode(), lint, lambda one: one.code == code).data.decode()


def jax_loss(*lines: str, before: str = "", call: str = "loss(jnp.ones(3))") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"{JAX}{before}def loss(x):\n{body}\n\n{call.replace('loss(', 'jax.grad(loss)(')}\n"


def jitted(*lines: str) -> str:
    return jax_loss(*lines).replace("def loss", "@jax.jit\ndef loss")


def tape(*lines: str, after: str = "", before: str = "w = tf.Variable([1.0, 2.0])") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"{TF}{before}\nwith tf.GradientTape() as tape:\n{body}{after}grads = tape.gradient(loss, w)\n"


def stepped(*lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"{TF}w = tf.Variable([1.0, 2.0])\nfor _ in range(3):\n    with tf.GradientTape() as tape:\n"
        f"        loss = tf.reduce_sum(w ** 2)\n    g = tape.gradient(loss, w)\n{body}"
    )


SAFE, NOT_SAFE = "safe", "not safe"


@pytest.mark.parametrize(
    ("code", "source", "expected"),
    [
        # An array is written to by binding its name again, which must be the same variable.
        pytest.param("GL207", jax_loss("x[0] = 0.0", "return x.sum()"), SAFE, id="write to a parameter"),
        pytest.param(
            "GL207",
            jax_loss("total[0] = x[0]", "return (total * x).sum()", before="total = jnp.zeros(3)\n"),
            NOT_SAFE,
            id="write to a global name",
        ),
        pytest.param(
            "GL207", jax_loss("x[x > 2] = 0.0", "return x.sum()"), SAFE, id="a number where a mask says so"
        ),
        pytest.param(
            "GL207",
            jax_loss("x[x > 0] = jnp.ones(3)", "return x.sum()"),
            NOT_SAFE,
            id="as many numbers as a mask has true elements",
        ),
        pytest.param(
            "GL208", jax_loss("x.at[0].set(0.0)", "return x.sum()"), SAFE, id="result of a local array"
        ),
        pytest.param(
            "GL208",
            jax_loss("total.at[0].set(1.0)", "return (total * x).sum()", before="total = jnp.zeros(3)\n"),
            NOT_SAFE,
            id="result of a global array",
        ),
        # The functions of JAX do not take lists.
        pytest.param("GL101", jax_loss("return np.sin(x).sum()"), SAFE, id="NumPy on an array"),
        pytest.param(
            "GL101",
            jax_loss("parts = [x[0], x[1]]", "return np.mean(parts)"),
            NOT_SAFE,
            id="NumPy on a list of arrays",
        ),
        # A tensor in place of a number is not noticed where it is only computed with.
        pytest.param(
            "GL104", tape("loss = tf.reduce_sum(w) * float(w[0])"), SAFE, id="a number that is multiplied"
        ),
        pytest.param(
            "GL104",
            tape("scale = float(w[0])", "loss = tf.reduce_sum(w) * scale", after="print(f'{scale:.2f}')\n"),
            NOT_SAFE,
            id="a number that is also printed",
        ),
        pytest.param(
            "GL104",
            tape("loss = tf.reduce_sum(float(w[0]) * np.ones(2))"),
            NOT_SAFE,
            id="a number beside an array of double precision",
        ),
        pytest.param(
            "GL102", tape("loss = tf.reduce_sum(w[0].numpy() * w)"), SAFE, id="numpy() in a product"
        ),
        pytest.param(
            "GL102",
            tape("value = w[0].numpy()", "loss = tf.reduce_sum(value * w)", after="results = {'v': value}\n"),
            NOT_SAFE,
            id="numpy() that is stored",
        ),
        # A copy without a past.
        pytest.param("GL105", tape("loss = tf.reduce_sum(tf.constant(w) ** 2)"), SAFE, id="a constant of w"),
        pytest.param(
            "GL105",
            tape("loss = tf.reduce_sum(tf.constant(w, tf.float64) ** 2)"),
            NOT_SAFE,
            id="a constant of w in another type",
        ),
        # The larger of two, not of three.
        pytest.param("GL506", jitted("return max(x[0], 0.0) * x[1]"), SAFE, id="max of two"),
        pytest.param("GL506", jitted("return max(x[0], x[1], 0.0)"), NOT_SAFE, id="max of three"),
        # What is looked at in a callback.
        pytest.param("GL104", jax_loss("print(f'{x[0]:.2f}')", "return x.sum()"), NOT_SAFE, id="an element"),
        pytest.param(
            "GL104",
            jax_loss("y = x.sum()", "print(f'{y:.2f}')", "return y"),
            SAFE,
            id="one value that is printed",
        ),
        pytest.param(
            "GL104",
            jax_loss("y = x.sum()", "z = y + 1", "print(f'{y:.2f}', z)", "return y"),
            NOT_SAFE,
            id="a value that is printed beside another",
        ),
        # Stable formulas.
        pytest.param(
            "GL703", jax_loss("return jnp.log(jnp.sum(jnp.exp(x), axis=0))"), SAFE, id="the sum over an axis"
        ),
        pytest.param(
            "GL703",
            jax_loss("return (jnp.exp(x) / jnp.sum(jnp.exp(x)))[0]"),
            NOT_SAFE,
            id="a softmax over everything",
        ),
        # Statements change places only if nothing connects them.
        pytest.param(
            "GL501",
            f"{TF}w = tf.Variable([1.0, 2.0])\ny = w * 2.0\nz = tf.ones(2)\nwith tf.GradientTape() as tape:\n"
            "    loss = tf.reduce_sum(y * z)\ngrads = tape.gradient(loss, w)\n",
            SAFE,
            id="into the tape past a constant",
        ),
        pytest.param(
            "GL501",
            f"{TF}w = tf.Variable([1.0, 2.0])\ny = w * 2.0\nw.assign_add([1.0, 1.0])\nwith tf.GradientTape() as tape:\n"
            "    loss = tf.reduce_sum(y)\ngrads = tape.gradient(loss, w)\n",
            NOT_SAFE,
            id="into the tape past a step",
        ),
        pytest.param(
            "GL501",
            f"{TF}w = tf.Variable([1.0, 2.0])\ny = w * tf.random.normal([2])\nz = tf.random.normal([2])\n"
            "with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(y * z)\ngrads = tape.gradient(loss, w)\n",
            NOT_SAFE,
            id="into the tape past a draw",
        ),
        # A variable is changed in place where nobody holds on to what it was.
        pytest.param("GL305", stepped("w = w - 0.1 * g"), SAFE, id="a step"),
        pytest.param(
            "GL305", stepped("best = w", "w = w - 0.1 * g"), NOT_SAFE, id="a step from what is kept"
        ),
        pytest.param("GL305", stepped("w = g * 2.0"), NOT_SAFE, id="another value"),
        # A source is watched where it is there.
        pytest.param(
            "GL307",
            tape("loss = tf.reduce_sum(w ** 2)", before="w = tf.constant([1.0, 2.0])"),
            SAFE,
            id="a constant from before the tape",
        ),
        pytest.param(
            "GL304",
            tape(
                "w = tf.constant([1.0, 2.0])",
                "y = w ** 2",
                "tape.watch(w)",
                "loss = tf.reduce_sum(y)",
                before="",
            ),
            SAFE,
            id="watched after its use, made in the tape",
        ),
        # Gradient functions.
        pytest.param(
            "GL505",
            f"{JAX}def loss(x):\n    return (x ** 2).sum()\n\n\ng = jax.grad(loss(jnp.ones(3)))\n",
            SAFE,
            id="gradient of a call",
        ),
        pytest.param(
            "GL505",
            f"{JAX}def loss(x):\n    return (x ** 2).sum()\n\n\ng = jax.grad(loss(x=jnp.ones(3)))\n",
            NOT_SAFE,
            id="gradient of a call by keyword",
        ),
        pytest.param(
            "GL505",
            f"{JAX}def loss(x):\n    return x.sum(), x\n\n\nvalue, g = jax.value_and_grad(loss)(jnp.ones(3))\n",
            SAFE,
            id="a loss with an auxiliary value",
        ),
        pytest.param(
            "GL505",
            f"{JAX}def loss(x):\n    y = x.sum()\n    return y, x, y\n\n\n"
            "value, g = jax.value_and_grad(loss)(jnp.ones(3))\n",
            NOT_SAFE,
            id="a loss with two auxiliary values",
        ),
        pytest.param(
            "GL505",
            f"{JAX}def loss(x):\n    return x.sum()\n\n\ngrad, value = jax.value_and_grad(loss)(jnp.ones(3))\n",
            SAFE,
            id="a gradient and a value by name",
        ),
        pytest.param(
            "GL505",
            f"{JAX}def f(x):\n    return x.sum()\n\n\ng, dg = jax.value_and_grad(f)(jnp.ones(3))\n",
            NOT_SAFE,
            id="a function that is called g",
        ),
        # A derivative written by hand.
        pytest.param(
            "GL801",
            f"{JAX}@jax.custom_jvp\ndef f(x):\n    return x ** 2\n\n\n@f.defjvp\ndef f_jvp(primals, tangents):\n"
            "    (x,), (t,) = primals, tangents\n    return 2 * x * t\n\n\njax.grad(f)(1.0)\n",
            SAFE,
            id="a tangent without its value",
        ),
        pytest.param(
            "GL801",
            f"{JAX}@jax.custom_jvp\ndef f(x):\n    return x ** 2\n\n\n@f.defjvp\ndef f_jvp(primals, tangents):\n"
            "    (x,), (t,) = primals, tangents\n    return x ** 2\n\n\njax.grad(f)(1.0)\n",
            NOT_SAFE,
            id="a value without its tangent",
        ),
    ],
)
def test_a_fix_is_safe_where_a_fact_makes_it_so(code: str, source: str, expected: str) -> None:
    made = levels(code, source)
    assert made, f"{code} is not found\n{source}"
    assert ("safe" in made) == (expected == SAFE), f"{made}\n{fixed(code, source)}"


def test_code_for_any_backend_of_keras_stays_so() -> None:
    source = (
        "import keras\nfrom keras import ops\n\n\ndef loss(y_true, y_pred):\n"
        "    return ops.mean(ops.log(1 + ops.exp(-y_true * y_pred)))\n\n\n"
        "model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])\nmodel.compile('adam', loss=loss)\n"
    )
    assert fixed("GL703", source) == source.replace(
        "ops.log(1 + ops.exp(-y_true * y_pred))", "ops.softplus(-y_true * y_pred)"
    )


def test_a_condition_becomes_one_that_arrays_can_take() -> None:
    source = jitted("y = x.sum()", "if y > 0 and len(x) > 2:", "    y = y * 2", "return y")
    assert "y = jnp.where(jnp.logical_and(y > 0, len(x) > 2), y * 2, y)" in fixed("GL506", source)
    source = jitted("y = x.sum()", "return y if 0 < y < 1 else -y")
    assert "return jnp.where(jnp.logical_and(0 < y, y < 1), y, -y)" in fixed("GL506", source)


def test_a_question_that_is_no_array_s_is_left_to_the_author() -> None:
    source = jitted("y = x.sum()", "if x is not None and y > 0:", "    y = y * 2", "return y")
    assert fixed("GL506", source) == source


def test_a_variable_of_the_module_is_not_made_a_local_one_that_is_read_before_it_is_bound() -> None:
    source = (
        f"{TF}state = tf.Variable([1.0, 2.0])\ngain = tf.Variable(0.5)\n\n\ndef advance(u):\n"
        "    state.assign(state * gain + u)\n    return state\n\n\n"
        "with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(advance(1.0))\nprint(tape.gradient(loss, gain))\n"
    )
    assert levels("GL209", source) == {"none"}
