# framework: jax
# verdict: clean
# seen: self is static and hashable; gradients are averaged over an axis name
"""A trainer whose methods are jitted with self static, gradients averaged by pmean under a named vmap."""
from functools import partial

import jax
import jax.numpy as jnp
import optax


class Model:
    def __init__(self, width, activation="tanh", tied=True):
        self.width, self.activation, self.tied = width, activation, tied

    def __hash__(self):
        return hash((self.width, self.activation, self.tied))

    def __eq__(self, other):
        return isinstance(other, Model) and hash(self) == hash(other)

    def init(self, key, n_in):
        a, b = jax.random.split(key)
        params = {"w": jax.random.normal(a, (n_in, self.width)) * 0.5}
        if not self.tied:
            params["v"] = jax.random.normal(b, (self.width, n_in)) * 0.5
        return params

    @partial(jax.jit, static_argnums=0)
    def apply(self, params, x):
        act = {"tanh": jnp.tanh, "relu": jax.nn.relu}[self.activation]
        decoder = params["w"].T if self.tied else params["v"]
        return act(x @ params["w"]) @ decoder

    @partial(jax.jit, static_argnames=("self", "reduce"))
    def loss(self, params, x, *, reduce="mean"):
        error = (self.apply(params, x) - x) ** 2
        if reduce == "mean":
            return error.mean()
        if reduce == "sum":
            return error.sum()
        return error.mean(-1)


class Trainer:
    def __init__(self, model, tx):
        self.model, self.tx = model, tx
        self.replicas = partial(jax.vmap, axis_name="batch", in_axes=(None, None, 0), out_axes=0)

    def replica_step(self, params, state, x):
        loss, grads = jax.value_and_grad(self.model.loss)(params, x)
        grads = jax.lax.pmean(grads, axis_name="batch")
        loss = jax.lax.pmean(loss, "batch")
        updates, state = self.tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss

    def fit(self, params, shards, steps):
        state = self.tx.init(params)
        step = jax.jit(self.replicas(self.replica_step))
        losses = []
        for _ in range(steps):
            params, state, loss = jax.tree.map(lambda leaf: leaf[0], step(params, state, shards))
            losses.append(float(loss))
        return params, losses


if __name__ == "__main__":
    for tied in (True, False):
        model = Model(3, tied=tied)
        params = model.init(jax.random.PRNGKey(0), 5)
        shards = jax.random.normal(jax.random.PRNGKey(1), (2, 6, 5))
        params, losses = Trainer(model, optax.adam(1e-2)).fit(params, shards, 6)
        assert losses[-1] < losses[0]
        per_row = model.loss(params, shards[0], reduce="none")
        assert per_row.shape == (6,) and model.loss(params, shards[0], reduce="sum") > 0
