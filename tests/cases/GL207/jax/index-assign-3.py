# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] =
from functools import partial

import jax
import jax.numpy as jnp


class CausalAttention:
    def __init__(self, width):
        self.width = width

    def scores(self, params, x):
        s = (x @ params["q"]) @ (x @ params["k"]).T / self.width**0.5
        future = jnp.triu(jnp.ones_like(s), 1) > 0
        s[future] = -1e9  # HAZARD GL207
        return s

    def loss(self, params, x):
        weights = jax.nn.softmax(self.scores(params, x), axis=-1)
        return jnp.mean((weights @ x) ** 2)


layer = CausalAttention(3)
params = {"q": jnp.eye(3), "k": jnp.eye(3)}
x = jax.random.normal(jax.random.PRNGKey(0), (4, 3))
print(jax.jit(jax.grad(partial(layer.loss, x=x)))(params)["q"])
