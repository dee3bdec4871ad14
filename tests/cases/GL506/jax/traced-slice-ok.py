# framework: jax
# verdict: clean
# seen: bounds from shapes, from static arguments and in eager mode
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="burn")
def trimmed(weights, xs, burn=1):
    half = xs.shape[0] // 2
    kept = xs[burn:]
    return jnp.sum(weights[:half] * xs[:half]) + kept[-1]


def eager(weights, count):
    return jnp.sum(weights[:count] ** 2)


print(jax.grad(trimmed)(jnp.ones(4), jnp.arange(4.0), burn=2))
total = sum(float(eager(jnp.ones(4), n)) for n in range(3))
grad = jax.grad(eager)(jnp.ones(4), 2)
assert float(grad.sum()) == 4.0
print("OBSERVED clean", total)
