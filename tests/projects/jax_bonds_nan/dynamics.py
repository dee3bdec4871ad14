import jax
import jax.numpy as jnp


def make_relax(energy, rate, limit):
    force = jax.grad(energy)

    @jax.jit
    def relax(positions):
        step = jnp.clip(-rate * force(positions), -limit, limit)
        return positions + step

    return relax
