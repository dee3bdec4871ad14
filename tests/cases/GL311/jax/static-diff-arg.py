# framework: jax
# verdict: raises
# seen: ValueError: Non-hashable static arguments are not supported.
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(1,))
def elastic_net(w, mix, x, y):
    fit = jnp.mean((x @ w - y) ** 2)
    return fit + mix * jnp.sum(jnp.abs(w)) + (1.0 - mix) * jnp.sum(w**2)


x, y = jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0])
w = jnp.array([0.4, -0.2])
by_mix = jax.grad(elastic_net, argnums=1)(w, 0.5, x, y)  # HAZARD GL311
print(by_mix)
