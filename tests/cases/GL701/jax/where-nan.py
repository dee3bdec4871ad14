# framework: jax
# verdict: nan
# seen: charges at nan
import jax
import jax.numpy as jnp


def screened_energy(x, charges):
    gap = jnp.abs(x[:, None] - x[None, :])
    pair = charges[:, None] * charges[None, :]
    coulomb = jnp.where(gap > 0.0, pair * jnp.exp(-gap) / gap, 0.0)  # HAZARD GL701
    return 0.5 * jnp.sum(coulomb)


x = jnp.array([0.0, 0.7, 1.9])
charges = jnp.array([1.0, -1.0, 0.5])
energy, force = jax.value_and_grad(screened_energy)(x, charges)
assert jnp.isfinite(energy) and jnp.isnan(force).all()
print("OBSERVED nan", "charges at nan")
