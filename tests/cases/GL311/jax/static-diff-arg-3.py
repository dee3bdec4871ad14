# framework: jax
# verdict: raises
# seen: ValueError: Non-hashable static arguments are not supported. An error occurred while trying to hash an object of type <class 'jax._src.interpreters.ad
from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rate")
def decay(rate, t):
    return jnp.sum(jnp.exp(-rate * t))


jax.grad(decay)(0.5, jnp.arange(3.0))  # HAZARD GL311
