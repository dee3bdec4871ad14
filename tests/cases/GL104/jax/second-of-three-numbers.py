# framework: jax
# verdict: raises
# seen: TypeError: unsupported format string passed to DynamicJaxprTracer.__format__
import jax
import jax.numpy as jnp


@jax.jit
def energy(values):
    total = jnp.sum(values)
    print("{} {level:.2f} {:d}".format("energy", 3, level=total))  # HAZARD GL104
    return total


print(energy(jnp.ones(3)))
