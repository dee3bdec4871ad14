# framework: jax
# verdict: nan
# seen: nan
import jax
import jax.numpy as jnp


def nll(params, x, y):
    z = x @ params
    p = jnp.exp(z) / jnp.exp(z).sum(axis=-1, keepdims=True)  # HAZARD GL703
    return -jnp.mean(jnp.log(p[jnp.arange(len(y)), y]))


g = jax.grad(nll)(100.0 * jnp.eye(3), jnp.eye(3), jnp.array([0, 1, 2]))
print("OBSERVED", "nan" if jnp.isnan(g).any() else "clean")
