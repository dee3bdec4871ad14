# framework: jax
# verdict: clean
# seen: finite force on three charges
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def screened_energy(x, charges):
    gap = jnp.abs(x[:, None] - x[None, :])
    apart = gap > 0.0
    pair = charges[:, None] * charges[None, :]
    safe = jnp.where(apart, gap, 1.0)
    coulomb = jnp.where(apart, pair * jnp.exp(-safe) / safe, 0.0)
    return 0.5 * jnp.sum(coulomb)


x = jnp.array([0.0, 0.7, 1.9])
charges = jnp.array([1.0, -1.0, 0.5])
energy, force = jax.value_and_grad(screened_energy)(x, charges)
check_grads(lambda v: screened_energy(v, charges), (x,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert jnp.isfinite(force).all() and abs(float(force.sum())) < 1e-5
print("OBSERVED clean", "finite force on three charges")
