# framework: jax
# verdict: wrong
# seen: 5.0 times the full gradient
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def loss_fn(w, x, y):
    return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


@partial(jax.jit, static_argnames="num_micro")
def large_batch_update(w, x, y, num_micro, rate=0.1):
    chunks = (x.reshape(num_micro, -1, x.shape[-1]), y.reshape(num_micro, -1))

    def body(total, chunk):
        grads = jax.grad(loss_fn)(w, *chunk)
        return total + grads, None  # HAZARD GL607

    total, _ = lax.scan(body, jnp.zeros_like(w), chunks)
    return w - rate * total


key = jax.random.PRNGKey(0)
w = jnp.array([0.3, -0.1])
x, y = jax.random.normal(key, (20, 2)), jnp.ones(20) * 0.2
after = large_batch_update(w, x, y, num_micro=5)
ratio = (w - after) / (0.1 * jax.grad(loss_fn)(w, x, y))
assert jnp.allclose(ratio, 5.0, rtol=1e-3)
print("OBSERVED wrong", round(float(ratio[0]), 1), "times the full gradient")
