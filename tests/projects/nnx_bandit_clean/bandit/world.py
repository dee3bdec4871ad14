import jax
import jax.numpy as jnp


def arms(key, size=6):
    a, b, c = jax.random.split(key, 3)
    x = jax.random.normal(a, (size, 4))
    action = jax.random.randint(b, (size,), 0, 3)
    reward = jax.random.uniform(c, (size,))
    return x, action, reward
