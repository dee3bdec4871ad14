# framework: jax
# verdict: wrong
# seen: the sum over micro-batches is taken for their mean: four times the gradient of the batch
"""Gradient accumulation over micro-batches with a generator of slices."""
from dataclasses import dataclass
from operator import add

import jax
import jax.numpy as jnp
import optax


@dataclass(frozen=True)
class Options:
    micro: int = 4
    rate: float = 0.05


def micro_batches(batch, n):
    size = len(batch["x"]) // n
    for i in range(n):
        yield {k: v[i * size : (i + 1) * size] for k, v in batch.items()}


def loss(params, batch):
    return jnp.mean((batch["x"] @ params["w"] - batch["y"]) ** 2)


def accumulated(params, batch, options):
    total = jax.tree.map(jnp.zeros_like, params)
    for part in micro_batches(batch, options.micro):
        grads = jax.grad(loss)(params, part)
        total = jax.tree.map(add, total, grads)  # HAZARD GL607
    return total


def train(params, batch, options=Options(), steps=3):
    tx = optax.sgd(options.rate)
    state = tx.init(params)
    for _ in range(steps):
        updates, state = tx.update(accumulated(params, batch, options), state)
        params = optax.apply_updates(params, updates)
    return params


if __name__ == "__main__":
    x = jax.random.normal(jax.random.PRNGKey(0), (16, 3))
    batch = {"x": x, "y": x.sum(-1)}
    params = {"w": jnp.zeros(3)}
    train(params, batch)
    found = accumulated(params, batch, Options())["w"]
    want = jax.grad(loss)(params, batch)["w"]
    assert jnp.allclose(found, 4 * want, rtol=1e-4)
