# framework: jax
# verdict: clean
# seen: probabilities that were clipped before
import jax
import jax.numpy as jnp


def entropy(p):
    return -jnp.sum(jnp.where(p > 0.0, p * jnp.log(p), 0.0))


counts = jnp.array([0.0, 3.0, 5.0])
p = jnp.clip(counts / counts.sum(), 1e-6, 1.0)
gradient = jax.grad(entropy)(p)
assert jnp.isfinite(gradient).all()
print("OBSERVED clean", gradient)
