# framework: jax
# verdict: raises
# seen: ValueError: Non-hashable static arguments are not supported
from functools import partial

import jax
import jax.numpy as jnp


class Regression:
    def __init__(self, penalty):
        self.penalty = penalty

    @partial(jax.jit, static_argnums=(0, 1))
    def loss(self, params, x, y):
        return jnp.mean((x @ params - y) ** 2) + self.penalty * jnp.sum(params**2)

    def training_step(self, params, x, y):
        value, grads = jax.value_and_grad(self.loss)(params, x, y)  # HAZARD GL311
        return value, params - 0.1 * grads


x = jnp.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
y = jnp.array([1.0, 0.5, -1.0])
model = Regression(0.01)
print(model.training_step(jnp.array([0.5, -0.5]), x, y))
