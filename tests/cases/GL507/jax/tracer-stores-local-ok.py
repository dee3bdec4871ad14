# framework: jax
# verdict: clean
# seen: what is stored during the trace is local, or stored outside it
"""Stores that look like leaks: lists inside the loss, an interception context, caches filled after the step."""
import contextlib
from functools import cached_property, lru_cache

import jax
import jax.numpy as jnp
import numpy as np
import optax


class Tape:
    """Collects intermediate values; created and read inside the traced function."""

    def __init__(self):
        self.values = {}

    def sow(self, name, value):
        self.values.setdefault(name, []).append(value)
        return value

    def summary(self):
        return {k: jnp.stack([jnp.mean(v) for v in vs]) for k, vs in self.values.items()}


@lru_cache(maxsize=None)
def positions(length, dim):
    angles = np.arange(length)[:, None] / 10 ** (np.arange(dim) / dim)
    return np.sin(angles)


def apply(params, x, tape):
    hidden = []
    for i, w in enumerate(params["layers"]):
        x = tape.sow("act", jnp.tanh(x @ w + positions(x.shape[0], w.shape[1])))
        hidden.append(x)
    hidden.append(sum(hidden))
    out = {}
    out["last"] = hidden[-1]
    return out["last"] @ params["head"]


def loss_fn(params, x, y):
    tape = Tape()
    pred = apply(params, x, tape)
    return jnp.mean((pred - y) ** 2), tape.summary()


class Trainer:
    def __init__(self, params, rate=0.05):
        self.params, self.tx = params, optax.sgd(rate)
        self.state = self.tx.init(params)
        self.history, self.last = [], None

    @cached_property
    def step(self):
        def step(params, state, x, y):
            (loss, acts), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, y)
            updates, state = self.tx.update(grads, state)
            return optax.apply_updates(params, updates), state, loss, acts

        return jax.jit(step)

    def fit(self, x, y, n):
        for _ in range(n):
            self.params, self.state, loss, self.last = self.step(self.params, self.state, x, y)
            self.history.append(float(loss))

    @contextlib.contextmanager
    def averaged(self, decay):
        saved = self.params
        self.params = jax.tree.map(lambda p: decay * p, saved)
        try:
            yield self
        finally:
            self.params = saved


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 4)
    params = {"layers": [jax.random.normal(k[0], (3, 3)) * 0.5, jax.random.normal(k[1], (3, 3)) * 0.5], "head": jax.random.normal(k[2], (3, 1))}
    x = jax.random.normal(k[3], (6, 3))
    trainer = Trainer(params)
    trainer.fit(x, jnp.ones((6, 1)), 10)
    with trainer.averaged(0.9) as t:
        assert t.params is not params
    assert trainer.history[-1] < trainer.history[0] and trainer.last["act"].shape == (2,)
