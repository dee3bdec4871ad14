# framework: jax
# verdict: nan
# seen: nan at zero
import jax
import jax.numpy as jnp


def potential(r, cutoff):
    return jnp.sum(jnp.where(r > cutoff, 1.0 / r - 1.0, 0.0))  # HAZARD GL701


print("OBSERVED", "nan" if jnp.isnan(jax.grad(potential)(jnp.array([0.0, 2.0]), jnp.float32(0.5))).any() else "clean")
