# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


def weighted(x):
    peak = jnp.max(x).item()  # HAZARD GL104
    return jnp.sum(x) / peak


x = jnp.array([1.0, 4.0])
g = jax.grad(weighted)(x)
true = jax.grad(lambda v: jnp.sum(v) / jnp.max(v))(x)
print("OBSERVED", "clean" if jnp.allclose(g, true) else "wrong")
