# framework: jax
# verdict: nan
# seen: [nan nan nan]
import jax
import jax.numpy as jnp


def bent(w):
    x = 1.2 * jnp.tanh(w)
    inside = jnp.abs(x) < 1.0
    return jnp.where(inside, jnp.arcsin(x), x).sum()  # HAZARD GL701


w = 2 * jnp.ones(3)
gradient = jax.grad(bent)(w)
print("OBSERVED", "clean" if (gradient == gradient).all() else "nan")
