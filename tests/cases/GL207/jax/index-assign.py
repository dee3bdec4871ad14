# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] =
import jax
import jax.numpy as jnp


def heat_step(u, kappa):
    new = u + kappa * (jnp.roll(u, 1) - 2.0 * u + jnp.roll(u, -1))
    new[0] = 1.0  # HAZARD GL207
    return new


def final_gap(kappa, u0, target):
    u = u0
    for _ in range(4):
        u = heat_step(u, kappa)
    return jnp.sum((u - target) ** 2)


print(jax.grad(final_gap)(0.1, jnp.zeros(6), jnp.linspace(1.0, 0.0, 6)))
