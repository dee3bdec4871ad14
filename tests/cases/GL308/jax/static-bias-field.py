# framework: jax
# verdict: none
# seen: OBSERVED none
import warnings

import equinox
import jax
import jax.numpy as jnp
import optax
from jax import Array

warnings.filterwarnings("ignore")


class Affine(equinox.Module):
    matrix: Array
    bias: Array = equinox.field(static=True)  # HAZARD GL308

    def __init__(self, key):
        self.matrix = jax.random.normal(key, (2, 3))
        self.bias = jnp.zeros(2)

    def __call__(self, x):
        return self.matrix @ x + self.bias


def loss(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


model = Affine(jax.random.PRNGKey(0))
optimizer = optax.sgd(0.1)
state = optimizer.init(equinox.filter(model, equinox.is_array))
value, grads = equinox.filter_value_and_grad(loss)(model, jnp.ones(3), jnp.ones(2))
updates, state = optimizer.update(grads, state)
model = equinox.apply_updates(model, updates)
print("OBSERVED", "none" if float(jnp.abs(model.bias).sum()) == 0 else "clean")
