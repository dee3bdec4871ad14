import jax
import jax.numpy as jnp


def sample_moons(key, count):
    a, b = jax.random.split(key)
    angle = jax.random.uniform(a, (count,)) * jnp.pi
    return jnp.stack([jnp.cos(angle), jnp.sin(angle)], axis=-1) + 0.05 * jax.random.normal(b, (count, 2))


def log_normal(z):
    return -0.5 * jnp.sum(z**2 + jnp.log(2 * jnp.pi), axis=-1)
