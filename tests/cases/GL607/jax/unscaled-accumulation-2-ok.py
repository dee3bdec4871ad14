# framework: jax
# verdict: clean
# seen: summed rows, averaged once
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def summed_loss(w, x, y):
    return jnp.sum((jnp.tanh(x @ w) - y) ** 2)


@partial(jax.jit, static_argnames="num_micro")
def large_batch_update(w, x, y, num_micro, rate=0.1):
    chunks = (x.reshape(num_micro, -1, x.shape[-1]), y.reshape(num_micro, -1))

    def body(total, chunk):
        grads = jax.grad(summed_loss)(w, *chunk)
        return total + grads, None

    total, _ = lax.scan(body, jnp.zeros_like(w), chunks)
    return w - rate * total / x.shape[0]


key = jax.random.PRNGKey(0)
w = jnp.array([0.3, -0.1])
x, y = jax.random.normal(key, (20, 2)), jnp.ones(20) * 0.2
after = large_batch_update(w, x, y, num_micro=5)
pred = jnp.tanh(x @ w)
full = x.T @ (2.0 * (pred - y) * (1.0 - pred**2)) / 20
assert jnp.allclose((w - after) / 0.1, full, atol=1e-4)
print("OBSERVED clean", "summed rows, averaged once")
