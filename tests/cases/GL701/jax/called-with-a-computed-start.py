# framework: jax
# verdict: nan
# seen: [nan nan nan]
import jax
import jax.numpy as jnp


def energy(position):
    scaled = 2.0 * position
    return jnp.where(scaled > 0, jnp.sqrt(scaled), 0.0).sum()  # HAZARD GL701


start = -0.5 * jnp.ones(3)
gradient = jax.grad(energy)(start)
print("OBSERVED", "clean" if (gradient == gradient).all() else "nan")
