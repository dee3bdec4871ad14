"""What only models of flax, Equinox, Haiku and NumPyro can get wrong, and what looks like it and is right."""

from __future__ import annotations

import pytest

import gradlint
from tests.support.runner import run_file

_HEAD = "import jax\nimport jax.numpy as jnp\nimport optax\n"
WRONG = {
    "static weight": """
import equinox as eqx
class Affine(eqx.Module):
    weight: jax.Array = eqx.field(static=True)  # GL308
    bias: jax.Array
    def __init__(self, key):
        self.weight = jax.random.normal(key, (1, 3))
        self.bias = jnp.zeros(1)
    def __call__(self, x):
        return self.weight @ x + self.bias
model = Affine(jax.random.key(0))
""",
    "array in setup": """
import flax.linen as nn
class Scaled(nn.Module):
    def setup(self):
        self.dense = nn.Dense(1)
        self.offset = jnp.zeros((1,))  # GL308
    def __call__(self, x):
        return self.dense(x) + self.offset
model = Scaled()
""",
    "variable for a parameter": """
from flax import nnx
class Gate(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(3, 1, rngs=rngs)
        self.gain = nnx.Variable(jnp.ones((1,)))  # GL308
    def __call__(self, x):
        return self.gain.value * self.linear(x)
model = Gate(nnx.Rngs(0))
""",
    "state of SVI": """
from numpyro.infer import SVI, Trace_ELBO
import numpyro
def fit(model, guide, data):
    svi = SVI(model, guide, numpyro.optim.Adam(0.1), Trace_ELBO())
    state = svi.init(jax.random.key(0), data)
    for _ in range(50):
        svi.update(state, data)  # GL208
    return svi.get_params(state)
""",
    "unknown train state": """
def train_step(state, batch):
    grads = jax.grad(lambda p: state.apply_fn({"params": p}, batch).mean())(state.params)
    state.apply_gradients(grads=grads)  # GL208
    return state
""",
    "model of a class, tx with a positive scale": """
from flax.training.train_state import TrainState
import flax.linen as nn
net = nn.Dense(1)
tx = optax.chain(optax.scale_by_adam(), optax.scale(1e-3))  # GL621
state = TrainState.create(apply_fn=net.apply, params=net.init(jax.random.key(0), jnp.ones((1, 3))), tx=tx)
""",
    "statistics trained": """
import flax.linen as nn
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=True)(nn.Dense(4)(x))
net = Net()
x = jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x)
grads = jax.grad(lambda v: net.apply(v, x).sum())(variables)  # GL311
""",
    "function in what is differentiated": """
import equinox as eqx
class Net(eqx.Module):
    layer: eqx.nn.Linear
    act: callable
    def __init__(self, key):
        self.layer = eqx.nn.Linear(3, 1, key=key)
        self.act = jax.nn.tanh
    def __call__(self, x):
        return self.act(self.layer(x))
model = Net(jax.random.key(0))
grads = jax.grad(lambda m: m(jnp.ones(3)).sum())(model)  # GL505
""",
    "nnx under jax.jit": """
from flax import nnx
model = nnx.Linear(3, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
@jax.jit
def step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: (m(x) ** 2).mean())(model)
    optimizer.update(model, grads)  # GL208
    return loss
losses = [step(model, optimizer, jnp.ones((2, 3))) for _ in range(3)]
""",
    "numpy in a linen module": """
import numpy as np
import flax.linen as nn
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        h = nn.Dense(4)(x)
        return nn.Dense(1)(np.tanh(h))  # GL101
net = Net()
x = jnp.ones((2, 3))
params = net.init(jax.random.key(0), x)
grads = jax.grad(lambda p: net.apply(p, x).sum())(params)
""",
}
RIGHT = {
    "static size": """
import equinox as eqx
class Affine(eqx.Module):
    weight: jax.Array
    size: int = eqx.field(static=True)
    def __init__(self, key):
        self.weight = jax.random.normal(key, (1, 3))
        self.size = 3
    def __call__(self, x):
        return self.weight @ x
grads = eqx.filter_grad(lambda m: m(jnp.ones(3)).sum())(Affine(jax.random.key(0)))
""",
    "constants in setup": """
import flax.linen as nn
class Normal(nn.Module):
    def setup(self):
        self.dense = nn.Dense(3)
        self.mean = jnp.array([0.4, 0.5, 0.6])
        self.mask = jnp.ones((3,)).at[0].set(0.0)
        self.start = jnp.zeros((3,))
    def __call__(self, x):
        carry = self.start
        for _ in range(2):
            carry = jnp.tanh(carry + self.dense(x))
        return (carry - self.mean) * self.mask
net = Normal()
x = jnp.ones((2, 3))
params = net.init(jax.random.key(0), x)
grads = jax.grad(lambda p: net.apply(p, x).sum())(params)
""",
    "state of nnx": """
from flax import nnx
class Counter(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(3, 1, rngs=rngs)
        self.calls = nnx.Variable(jnp.zeros(()))
    def __call__(self, x):
        self.calls.value = self.calls.value + 1
        return self.linear(x)
grads = nnx.grad(lambda m: m(jnp.ones((1, 3))).sum())(Counter(nnx.Rngs(0)))
""",
    "running mean taken along": """
import flax.linen as nn
class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(4)(x))
        return nn.Dense(1)(nn.relu(x))
net = Net()
x = jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x, train=False)
params, stats = variables["params"], variables["batch_stats"]
def loss_fn(params, stats):
    out, new = net.apply({"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"])
    return (out ** 2).mean(), new["batch_stats"]
(loss, stats), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, stats)
""",
    "static activation, nnx.jit": """
import equinox as eqx
class Net(eqx.Module):
    weight: jax.Array
    act: callable = eqx.field(static=True)
    def __init__(self, key):
        self.weight = jax.random.normal(key, (1, 3))
        self.act = jax.nn.tanh
    def __call__(self, x):
        return self.act(self.weight @ x)
grads = jax.grad(lambda m: m(jnp.ones(3)).sum())(Net(jax.random.key(0)))
from flax import nnx
model = nnx.Linear(3, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
@nnx.jit
def step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: (m(x) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss
losses = [step(model, optimizer, jnp.ones((2, 3))) for _ in range(3)]
""",
    "frozen part": """
params = {"encoder": jnp.ones(3), "head": jnp.ones(3)}
def loss_fn(p):
    return jnp.sum((jax.lax.stop_gradient(p["encoder"]) * p["head"] - 2.0) ** 2)
grads = jax.grad(loss_fn)(params)
""",
    "own class that works in place": """
class Trainer:
    def __init__(self):
        self.w = jnp.ones(3)
    def apply_gradients(self, grads):
        self.w = self.w - 0.1 * grads
trainer = Trainer()
trainer.apply_gradients(grads=jax.grad(lambda w: (w ** 2).sum())(trainer.w))
""",
}


def _found(text: str) -> list[tuple[int, str]]:
    return [(each.span.start.row, each.code) for each in gradlint.lint_source(_HEAD + text)]


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_found_on_its_line(name: str) -> None:
    lines = (_HEAD + WRONG[name]).splitlines()
    marked = [(row, line[-5:]) for row, line in enumerate(lines, 1) if "  # GL" in line]
    assert _found(WRONG[name]) == marked


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_silent_and_runs(name: str) -> None:
    assert _found(RIGHT[name]) == []
    outcome = run_file("jax", _HEAD + RIGHT[name])
    assert outcome.end == "ran", outcome.error
