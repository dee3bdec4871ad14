import jax
import jax.numpy as jnp

from physics.kinetics import arrhenius, decay_matrix


def concentrations(params, start, times):
    k = arrhenius(params["rate"], params["temperature"])
    matrix = jnp.asarray(decay_matrix(start.shape[0])) * k
    return jax.vmap(lambda t: jax.scipy.linalg.expm(matrix * t) @ start)(times)
