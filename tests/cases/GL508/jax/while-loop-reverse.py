# framework: jax
# verdict: raises
# seen: ValueError: Reverse-mode differentiation does not work for lax.while_loop
import jax
import jax.numpy as jnp
from jax import lax


def equilibrium(w, x, tol=1e-5):
    def unfinished(carry):
        z, previous = carry
        return jnp.max(jnp.abs(z - previous)) > tol

    def iterate(carry):
        z, _ = carry
        return jnp.tanh(w @ z + x), z

    z, _ = lax.while_loop(unfinished, iterate, (jnp.zeros_like(x), x))  # HAZARD GL508
    return z


def loss(w, x, y):
    return jnp.mean((equilibrium(w, x) - y) ** 2)


w = jnp.array([[0.2, 0.1], [-0.1, 0.3]])
print(jax.value_and_grad(loss)(w, jnp.array([1.0, -0.5]), jnp.zeros(2)))
