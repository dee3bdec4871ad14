# framework: jax
# verdict: nan
# seen: tanh(x) ** 2 rounds to 1, so log1p of its negative is -inf and the gradient nan
import jax
import jax.numpy as jnp


def log_density(x):
    return -jnp.sum(jnp.log1p(-jnp.tanh(x) ** 2))  # HAZARD GL703


gradient = jax.grad(log_density)(jnp.array([20.0, 0.5]))
print("OBSERVED", "clean" if jnp.isfinite(gradient).all() else "nan")
