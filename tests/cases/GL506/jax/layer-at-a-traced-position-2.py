# framework: jax
# verdict: raises
# seen: TracerIntegerConversionError: The __index__() method was called on traced array
import jax
import jax.numpy as jnp


@jax.jit
def penalty(weights, kind):
    rates = (0.1, 0.2, 0.5)
    return rates[kind] * jnp.sum(weights**2)  # HAZARD GL506


print(jax.grad(penalty)(jnp.ones(3), 1))
