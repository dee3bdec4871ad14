# framework: jax
# verdict: zero
# seen: weight gradient all zero
from functools import partial

import jax
import jax.numpy as jnp


class QuantisedLinear:
    def __init__(self, bits):
        self.levels = 2**bits - 1

    def quantise(self, w):
        return jnp.round(w * self.levels) / self.levels  # HAZARD GL403

    def loss(self, params, x, y):
        return jnp.mean((x @ self.quantise(params["w"]) - y) ** 2)


layer = QuantisedLinear(bits=4)
params = {"w": jnp.array([0.31, -0.72])}
x, y = jnp.array([[1.0, 0.5], [-1.0, 2.0]]), jnp.array([0.3, -1.0])
slope = jax.grad(partial(layer.loss, x=x, y=y))(params)["w"]
assert not slope.any()
print("OBSERVED zero", "weight gradient all zero")
