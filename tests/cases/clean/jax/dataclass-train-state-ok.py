# framework: jax
# verdict: clean
# seen: frozen dataclass state, EMA target outside the loss, bernoulli dropout mask, plateau decay on the host
"""Train state as a frozen dataclass pytree, with EMA weights and plateau decay on the host."""
from __future__ import annotations

from dataclasses import dataclass, field, replace

import jax
import jax.numpy as jnp
import numpy as np
import optax


@jax.tree_util.register_pytree_node_class
@dataclass(frozen=True)
class TrainState:
    params: dict
    ema: dict
    opt_state: optax.OptState
    rng: jax.Array
    tx: optax.GradientTransformation = field(repr=False)

    def tree_flatten(self):
        return (self.params, self.ema, self.opt_state, self.rng), self.tx

    @classmethod
    def tree_unflatten(cls, tx, children):
        return cls(*children, tx)

    @classmethod
    def create(cls, params, tx, seed):
        return cls(params, params, tx.init(params), jax.random.PRNGKey(seed), tx)

    def apply_gradients(self, grads):
        updates, opt_state = self.tx.update(grads, self.opt_state, self.params)
        params = optax.apply_updates(self.params, updates)
        ema = jax.tree.map(lambda e, p: 0.99 * e + 0.01 * p, self.ema, params)
        return replace(self, params=params, ema=ema, opt_state=opt_state)


def model(params, x, key, drop=0.1):
    h = jax.nn.relu(x @ params["w0"])
    keep = jax.random.bernoulli(key, 1.0 - drop, h.shape)
    h = jnp.where(keep, h / (1.0 - drop), 0.0)
    return h @ params["w1"]


@jax.jit
def step(state, x, y):
    rng, key = jax.random.split(state.rng)
    consistency_target = model(state.ema, x, key, drop=0.0)

    def loss_fn(params):
        out = model(params, x, key)
        return jnp.mean((out - y) ** 2) + 0.1 * jnp.mean((out - consistency_target) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return replace(state.apply_gradients(grads), rng=rng), loss, grads


def train(steps=6):
    gen = np.random.default_rng(0)
    x = gen.normal(size=(32, 4)).astype("float32")
    y = (x ** 2).sum(-1, keepdims=True)
    params = {"w0": jnp.array(gen.normal(size=(4, 10)), jnp.float32), "w1": jnp.array(gen.normal(size=(10, 1)), jnp.float32)}
    tx = optax.inject_hyperparams(optax.adam)(learning_rate=1e-2)
    state, best, wait = TrainState.create(params, tx, 0), float("inf"), 0
    for _ in range(steps):
        state, loss, grads = step(state, x, y)
        wait = 0 if float(loss) < best else wait + 1
        best = min(best, float(loss))
        if wait >= 2:
            state.opt_state.hyperparams["learning_rate"] = state.opt_state.hyperparams["learning_rate"] * 0.5
    return state, grads


if __name__ == "__main__":
    state, grads = train()
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
    assert float(jnp.abs(state.params["w0"] - state.ema["w0"]).max()) > 0
