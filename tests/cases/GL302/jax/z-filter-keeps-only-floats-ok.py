# framework: jax
# verdict: clean
# seen: runs; eqx.filter leaves None where the step counter was
import equinox as eqx
import jax
import jax.numpy as jnp

state = {"weight": jnp.full(3, 2.0), "step": jnp.array(4), "name": "first"}
floats = eqx.filter(state, eqx.is_inexact_array)


@jax.grad
def slope(floats):
    return jnp.sum(floats["weight"] ** 2)


print(slope(floats)["weight"])
