# framework: jax
# verdict: clean
# seen: the frames are differentiated, and handed on unseen; the lengths beside them are counted
import contextvars
from typing import NamedTuple

import jax
import jax.numpy as jnp

frames = contextvars.ContextVar("frames")


class Batch(NamedTuple):
    frames: jax.Array
    lengths: jax.Array


def score(mask):
    return frames.get() ** 2 * mask[:, None]


def loss(batch):
    frames.set(batch.frames)
    return score((batch.lengths != 0).astype(jnp.float32)).sum()


def salience(batch):
    return jax.grad(loss, allow_int=True)(batch).frames


form = jax.tree.structure(Batch(0, 0))
print(salience(jax.tree.unflatten(form, [jnp.ones((2, 3)), jnp.array([3, 0])])))
