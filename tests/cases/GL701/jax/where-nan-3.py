# framework: jax
# verdict: nan
# seen: nan
import jax
import jax.numpy as jnp


def sinc(x):
    return jnp.where(x == 0, 1.0, jnp.sin(jnp.pi * x) / (jnp.pi * x))  # HAZARD GL701


def unit(v):
    n2 = jnp.sum(v ** 2)
    return jnp.where(n2 > 0, v / jnp.sqrt(n2), v)  # HAZARD GL701


a = jax.vmap(jax.grad(sinc))(jnp.array([0.0, 0.5]))
b = jax.jacrev(unit)(jnp.zeros(2))
print("OBSERVED", "nan" if jnp.isnan(a).any() and jnp.isnan(b).any() else "clean")
