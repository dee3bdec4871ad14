import jax
import jax.numpy as jnp

from orbits.fit import fit

if __name__ == "__main__":
    key = jax.random.PRNGKey(0)
    position = jax.random.normal(key, (4, 2))
    observed = jnp.zeros((5, 4, 2))
    print(fit(jnp.ones(4), position, jnp.zeros((4, 2)), observed))
