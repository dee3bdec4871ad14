import jax
import jax.numpy as jnp


def safe_norm(x, axis=-1):
    squared = jnp.sum(x ** 2, axis=axis)
    positive = squared > 0
    return jnp.where(positive, jnp.sqrt(jnp.where(positive, squared, 1.0)), 0.0)


@jax.custom_vjp
def bounded(x):
    return jnp.tanh(x)


def _bounded_fwd(x):
    y = jnp.tanh(x)
    return y, y


def _bounded_bwd(y, cotangent):
    return (cotangent * (1.0 - y ** 2),)


bounded.defvjp(_bounded_fwd, _bounded_bwd)
