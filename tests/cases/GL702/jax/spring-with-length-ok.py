# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def energy(places, anchor):
    stretch = jnp.linalg.norm(places[0] - places[1] - anchor)
    return (stretch - 1.0) ** 2


force = jax.grad(energy)(jnp.zeros((2, 3)), jnp.ones(3))
print("OBSERVED", "clean" if jnp.isfinite(force).all() else "nan")
