# framework: jax
# verdict: raises
# seen: TypeError: differentiating with respect to argnums=2 requires at least 3 positional arguments
from functools import partial

import jax
import jax.numpy as jnp


def spring_energy(positions, rest, stiffness):
    stretch = jnp.diff(positions) - rest
    return 0.5 * jnp.sum(stiffness * stretch**2)


fixed = partial(spring_energy, jnp.array([0.0, 1.2, 2.1]))
stiffness_slope = jax.grad(fixed, argnums=2)
print(stiffness_slope(1.0, jnp.array([3.0, 4.0])))  # HAZARD GL505
