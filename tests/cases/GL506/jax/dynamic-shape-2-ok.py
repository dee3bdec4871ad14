# framework: jax
# verdict: clean
# seen: static count, padded lookup
from functools import partial

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def power_iteration(a, v, steps):
    for _ in range(steps):
        v = a @ v
        v = v / jnp.sum(v)
    return v


@partial(jax.jit, static_argnums=(1,))
def ranking_gap(a, steps):
    n = a.shape[0]
    start = jnp.ones(n) / n
    top = power_iteration(a, start, steps)
    (linked,) = jnp.nonzero(a[0] > 0.5, size=n, fill_value=0)
    head = jax.lax.dynamic_slice(top, (linked[0],), (1,))
    ramp = jnp.linspace(1.0, 0.0, steps)
    return head[0] - top[1] + jnp.mean(ramp) * top[0]


a = jnp.array([[0.6, 0.3], [0.4, 0.7]])
check_grads(lambda m: ranking_gap(m, 4), (a,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert jax.grad(ranking_gap)(a, 4).any()
print("OBSERVED clean", "static count, padded lookup")
