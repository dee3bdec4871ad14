# framework: jax
# verdict: clean
# seen: the keys of a split are one array
import jax, jax.numpy as jnp


def cross(key, n):
    keys = jax.random.split(key, n)

    def step(c, i):
        return c + jax.random.uniform(keys[i]), None

    return jax.lax.scan(step, 0.0, jnp.arange(3))


print(cross(jax.random.key(0), 3))
