# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
import jax
import jax.numpy as jnp
from jax import lax


def reservoir(inflow, capacity, release):
    def day(level, rain):
        level = level + rain - release * level
        spill = max(level - capacity, 0.0)  # HAZARD GL506
        return level - spill, spill

    _, spilled = lax.scan(day, jnp.array(1.0), inflow)
    return jnp.sum(spilled)


inflow = jnp.array([0.5, 2.0, 0.1, 1.5])
print(jax.grad(reservoir, argnums=2)(inflow, 2.0, 0.2))
