# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
from functools import partial

import jax
import jax.numpy as jnp
import scipy.special as sp


def hit_rate(skill, difficulty):
    return sp.expit(skill[:, None] - difficulty[None, :])  # HAZARD GL101


def rasch_loss(skill, difficulty, outcomes):
    p = hit_rate(skill, difficulty)
    return jnp.mean((p - outcomes) ** 2)


outcomes = jnp.array([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
objective = partial(rasch_loss, outcomes=outcomes)
step = jax.jit(jax.grad(objective, argnums=(0, 1)))
print(step(jnp.zeros(2), jnp.zeros(3)))
