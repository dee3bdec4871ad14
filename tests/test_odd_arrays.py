"""Arrays that are no plain tables of numbers, beside a finding, spoil no proof: keys, small types, texts, lists."""

from __future__ import annotations

import pytest

from gradlint.confirm.verdicts import verdict_of_report
from tests.support.findings import job_for
from tests.support.runner import confirm

JAX = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"
CUT = "return jax.lax.stop_gradient((w * x).sum())  # here\n"
ODD_IN_JAX = {
    "a key": "key = jax.random.key(0)\nx = jax.random.normal(key, (3,))\n"
    f"def f(w):\n    {CUT}jax.grad(f)(jnp.ones(3))\n",
    "a key as an argument": "def f(w, key):\n    x = jax.random.normal(key, (3,))\n"
    f"    {CUT}jax.grad(f)(jnp.ones(3), jax.random.key(0))\n",
    "a key among parameters": "def f(p):\n    w, x = p['w'], jax.random.normal(p['key'], (3,))\n"
    f"    {CUT}jax.grad(f, allow_int=True)({{'w': jnp.ones(3), 'key': jax.random.key(0)}})\n",
    "a key in a vjp": "def f(w, key):\n    x = jax.random.normal(key, (3,))\n"
    f"    {CUT}y, pull = jax.vjp(f, jnp.ones(3), jax.random.key(0))\npull(1.0)\n",
    "a function that takes a key": "def f(w, key):\n"
    "    return jax.lax.stop_gradient(w * jax.random.normal(key, w.shape))  # here\n",
    "a half": f"x = jnp.ones(3, jnp.bfloat16)\ndef f(w):\n    {CUT}jax.grad(f)(jnp.ones(3, jnp.bfloat16))\n",
    "no numbers at all": "texts, objects = np.array(['a']), np.array([None], dtype=object)\n"
    f"records = np.zeros(2, dtype=[('a', 'f4')])\nx = jnp.ones(3)\ndef f(w):\n    {CUT}jax.grad(f)(jnp.ones(3))\n",
    "an empty array": "x = jnp.ones(3)\ndef f(w, e):\n"
    f"    {CUT}jax.grad(f, argnums=(0, 1))(jnp.ones(3), jnp.zeros((0, 3)))\n",
}
TORCH = "import torch\n"
LOSS = "w = torch.ones(3, requires_grad=True)\nloss = (2.0 * w).sum().detach()  # here\nloss.backward()\n"
ODD_IN_TORCH = {
    "a nested tensor": "n = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], requires_grad=True)\n",
    "a jagged tensor": "n = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(1, 3)], layout=torch.jagged)\n",
    "a quantised tensor": "q = torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8)\n",
    "a sparse tensor": "s = torch.eye(3).to_sparse().requires_grad_()\nc = torch.eye(3).to_sparse_csr()\n",
    "an eighth": "e = torch.ones(3).to(torch.float8_e4m3fn)\n",
    "an empty tensor": "e = torch.zeros(0, 3, requires_grad=True)\n(e.sum() + torch.ones(2, requires_grad=True).sum())"
    ".backward()\n",
    "a tensor without numbers": "m = torch.ones(3, device='meta', requires_grad=True)\n",
}
TENSORFLOW = "import tensorflow as tf\n"
TAPE = (
    "w = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as tape:\n"
    "    loss = tf.stop_gradient(tf.reduce_sum(w * 2.0))  # here\ntape.gradient(loss, {})\n"
)
ODD_IN_TENSORFLOW = {
    "a ragged tensor": "r = tf.ragged.constant([[1.0], [2.0, 3.0]])\n" + TAPE.format("[w, r.flat_values]"),
    "a ragged source": "r = tf.ragged.constant([[1.0], [2.0, 3.0]])\n" + TAPE.format("[w, r]"),
    "a text": "v = tf.Variable(['a'])\n" + TAPE.format("w"),
    "a half": TAPE.format("w").replace("[1.0, 2.0]", "tf.ones(3, tf.bfloat16)"),
}


def verdict(framework: str, text: str) -> tuple[str, str]:
    fixed = text
    for cut in (".detach()", "jax.lax.stop_gradient", "tf.stop_gradient"):
        fixed = fixed.replace(cut, "")
    report = confirm(job_for(text, "GL401", framework, fixed=fixed, path="odd.py"))
    found = verdict_of_report(report)
    return found.kind, found.reason


SHOWN = {"confirmed", "illustrated"}
"""An argument that only we give a value, and a half that differences cannot resolve, illustrate at best."""


@pytest.mark.parametrize("name", ODD_IN_JAX)
def test_jax(name: str) -> None:
    assert verdict("jax", JAX + ODD_IN_JAX[name])[0] in SHOWN


@pytest.mark.parametrize("name", ODD_IN_TORCH)
def test_torch(name: str) -> None:
    assert verdict("torch", TORCH + ODD_IN_TORCH[name] + LOSS)[0] == "confirmed"


@pytest.mark.parametrize("name", ODD_IN_TENSORFLOW)
def test_tensorflow(name: str) -> None:
    assert verdict("tensorflow", TENSORFLOW + ODD_IN_TENSORFLOW[name])[0] == "confirmed"


def test_a_gradient_that_is_right_beside_a_key_is_refuted() -> None:
    text = (
        "def f(w, key):\n    kept = jax.lax.stop_gradient(w)  # here\n"
        "    return (w * jax.random.normal(key, (3,)) + 0 * kept).sum()\njax.grad(f)(jnp.ones(3), jax.random.key(0))\n"
    )
    assert verdict("jax", JAX + text)[0] == "refuted"
