# framework: jax
# verdict: nan
# seen: nan at zero
import jax
import jax.numpy as jnp


def entropy(p):
    return -jnp.sum(jnp.where(p > jnp.zeros_like(p), p * jnp.log(p), 0.0))  # HAZARD GL701


gradient = jax.grad(entropy)(jnp.array([0.0, 0.5, 0.5]))
print("OBSERVED", "nan" if not jnp.isfinite(gradient).all() else "clean", gradient)
