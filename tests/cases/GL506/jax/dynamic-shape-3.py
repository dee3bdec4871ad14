# framework: jax
# verdict: raises
# seen: jax.errors.NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[3]
import jax
import jax.numpy as jnp


@jax.jit
def positive_mean(x):
    keep = x > 0
    return jnp.mean(x[keep])  # HAZARD GL506


jax.grad(positive_mean)(jnp.array([1.0, -1.0, 2.0]))
