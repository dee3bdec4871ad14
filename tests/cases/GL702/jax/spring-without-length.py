# framework: jax
# verdict: nan
# seen: nan
import jax
import jax.numpy as jnp


def energy(places, stiffness=2.0):
    stretch = jnp.linalg.norm(places[0] - places[1])  # HAZARD GL702
    return 0.5 * stiffness * stretch**2


force = jax.grad(energy)(jnp.zeros((2, 3)))
print("OBSERVED", "nan" if jnp.isnan(force).any() else "clean")
