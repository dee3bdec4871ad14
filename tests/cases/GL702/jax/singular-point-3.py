# framework: jax
# verdict: nan
# seen: nan
import jax
import jax.numpy as jnp


def energy(positions):
    disp = positions[:, None, :] - positions[None, :, :]
    r = jnp.linalg.norm(disp, axis=-1)  # HAZARD GL702
    return jnp.sum(jnp.exp(-r))


f = jax.grad(energy)(jnp.arange(6.0).reshape(3, 2))
print("OBSERVED", "nan" if jnp.isnan(f).any() else "clean")
