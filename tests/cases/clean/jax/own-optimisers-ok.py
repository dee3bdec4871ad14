# framework: jax
# verdict: clean
# seen: optimisers written by hand as pairs of functions; raw steps and updates that look like raw gradients
"""Optimisers by hand in optax's style: transformations as NamedTuples, lookahead, sign descent, SAM, EMA."""
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp
import optax


class Transformation(NamedTuple):
    init: Callable
    update: Callable


def scale(factor):
    return Transformation(lambda p: (), lambda g, s, p=None: (jax.tree.map(lambda x: factor * x, g), s))


def sign_momentum(decay):
    def init(params):
        return jax.tree.map(jnp.zeros_like, params)

    def update(grads, state, params=None):
        state = jax.tree.map(lambda m, g: decay * m + (1 - decay) * g, state, grads)
        return jax.tree.map(jnp.sign, state), state

    return Transformation(init, update)


def chain(*parts):
    def init(params):
        return tuple(part.init(params) for part in parts)

    def update(grads, state, params=None):
        new = []
        for part, s in zip(parts, state):
            grads, s = part.update(grads, s, params)
            new.append(s)
        return grads, tuple(new)

    return Transformation(init, update)


def loss(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - y) ** 2)


def sam_gradient(params, x, y, rho=0.05):
    grads = jax.grad(loss)(params, x, y)
    norm = optax.global_norm(grads)
    nearby = jax.tree.map(lambda p, g: p + rho * g / (norm + 1e-12), params, grads)
    return jax.grad(loss)(nearby, x, y)


def descend(params, x, y, steps=10):
    tx = chain(sign_momentum(0.9), scale(-1e-2))
    state = tx.init(params)
    slow = params
    for i in range(steps):
        updates, state = tx.update(sam_gradient(params, x, y), state, params)
        params = optax.apply_updates(params, updates)
        if (i + 1) % 5 == 0:
            slow = jax.tree.map(lambda s, f: s + 0.5 * (f - s), slow, params)
            params = slow
    return params


def by_hand(params, x, y, rate=0.1, steps=5):
    """Negative gradients scaled by the rate are updates."""
    for _ in range(steps):
        grads = jax.grad(loss)(params, x, y)
        updates = jax.tree.map(lambda g: -rate * g, grads)
        params = optax.apply_updates(params, updates)
    return params


def frozen_step(params, x, y):
    """A stateless transformation: its state is empty and need not be kept."""
    tx = optax.sgd(0.1)
    updates, _ = tx.update(jax.grad(loss)(params, x, y), tx.init(params))
    return optax.apply_updates(params, updates)


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 3)
    params = {"w": jax.random.normal(k[0], (3, 5)), "v": jax.random.normal(k[1], (5,))}
    x = jax.random.normal(k[2], (12, 3))
    y = x.sum(-1)
    start = loss(params, x, y)
    for fn in (descend, by_hand, frozen_step):
        assert loss(fn(params, x, y), x, y) < start, fn.__name__
