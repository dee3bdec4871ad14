# framework: jax
# verdict: clean
# seen: stiffness is the second free argument
from functools import partial

import jax
import jax.numpy as jnp


def spring_energy(positions, rest, stiffness):
    stretch = jnp.diff(positions) - rest
    return 0.5 * jnp.sum(stiffness * stretch**2)


positions, k = jnp.array([0.0, 1.2, 2.1]), jnp.array([3.0, 4.0])
fixed = partial(spring_energy, positions)
by_stiffness = jax.grad(fixed, argnums=1)(1.0, k)
by_all = jax.grad(spring_energy, argnums=(0, 1, 2))(positions, 1.0, k)
stretch = jnp.diff(positions) - 1.0
assert jnp.allclose(by_stiffness, 0.5 * stretch**2, atol=1e-5)
assert jnp.allclose(by_all[2], by_stiffness) and jnp.isclose(by_all[1], -jnp.sum(k * stretch), atol=1e-5)
tension = k * stretch
assert jnp.allclose(by_all[0], jnp.array([-tension[0], tension[0] - tension[1], tension[1]]), atol=1e-5)
print("OBSERVED clean", "stiffness is the second free argument")
