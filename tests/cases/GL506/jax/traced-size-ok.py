# framework: jax
# verdict: clean
# seen: sizes from shapes, from len() and from static arguments
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def folded(values, count, scale=2.0):
    rows = values.reshape(count, -1)
    padded = jnp.zeros((rows.shape[0], len(rows) + 1)).at[:, 0].set(rows[:, 0] * scale)
    return jnp.sum(jnp.broadcast_to(padded.sum(), (count, 2))) + jnp.reshape(values, (-1, count))[0, 0]


grad = jax.grad(folded)(jnp.arange(6.0), 3)
assert grad.shape == (6,)
print("OBSERVED clean", float(grad.sum()))
