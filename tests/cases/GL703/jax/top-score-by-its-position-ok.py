# framework: jax
# verdict: clean
# seen: finite for large scores
import jax
import jax.numpy as jnp


def log_partition(scores):
    top = scores[jnp.argmax(scores)]
    return top + jnp.log(jnp.sum(jnp.exp(scores - top)))


gradient = jax.grad(log_partition)(jnp.array([1000.0, 998.0, 3.0]))
assert jnp.isfinite(gradient).all()
print("OBSERVED clean", gradient)
