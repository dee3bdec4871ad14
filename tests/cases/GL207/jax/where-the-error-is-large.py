# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment
import jax
import jax.numpy as jnp


def clipped_error(scale, signal, target):
    error = scale * signal - target
    error[jnp.abs(error) > 5.0] = 5.0  # HAZARD GL207
    squared = error**2
    squared[squared == 0.0] = 1e-8  # HAZARD GL207
    return jnp.mean(squared)


print(jax.value_and_grad(clipped_error)(2.0, jnp.arange(4.0), jnp.ones(4)))
