# framework: jax
# verdict: clean
# seen: runs; the integers are None in what is differentiated
import equinox as eqx
import jax
import jax.numpy as jnp

everything = (jnp.ones(2), 3, jnp.arange(3))
moving, still = eqx.partition(everything, eqx.is_inexact_array)


def energy(moving):
    y, count, steps = eqx.combine(moving, still)
    return jnp.sum(y) * count + jnp.sum(steps)


print(jax.grad(energy)(moving))
