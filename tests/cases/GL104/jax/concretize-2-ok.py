# framework: jax
# verdict: clean
# seen: [1.8, 0.82] [-8.5, -1.25]
import math
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(2,))
def tempered_energy(w, x, temperature):
    beta = 1.0 / math.sqrt(float(temperature))
    return jnp.sum(jax.nn.softplus(beta * (x @ w))) / beta


def ridge(w, x, y, strength):
    return jnp.sum((x @ w - y) ** 2) + float(strength) * jnp.sum(w**2)


w = jnp.array([0.5, -0.25])
x = jnp.array([[1.0, 2.0], [0.0, 1.0], [2.0, -1.0]])
y = jnp.array([1.0, 0.0, 3.0])
soft = jax.grad(tempered_energy)(w, x, 4)
hard = jax.grad(ridge)(w, x, y, jnp.float32(0.5))
assert jnp.allclose(soft, x.T @ jax.nn.sigmoid(0.5 * (x @ w)), atol=1e-5)
assert jnp.allclose(hard, 2.0 * x.T @ (x @ w - y) + 1.0 * w, atol=1e-5)
print("OBSERVED clean", [round(float(g), 2) for g in soft], [round(float(g), 2) for g in hard])
