# framework: jax
# verdict: clean
# seen: the variance is at least one
import jax
import jax.numpy as jnp


def total_deviation(variance):
    return jnp.sum(jnp.where(variance > 0.0, jnp.sqrt(variance), 0.0))


samples = jnp.array([-1.0, 0.0, 2.0])
gradient = jax.grad(total_deviation)(jnp.square(samples) + 1.0)
assert jnp.isfinite(gradient).all()
print("OBSERVED clean", gradient)
