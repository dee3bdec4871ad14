# framework: jax
# verdict: raises
# seen: TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got int32. If you want to use Boolean- or
import jax
import jax.numpy as jnp
from functools import partial


def energy(k, n):
    return 0.5 * k * n ** 2


force = jax.vmap(jax.grad(energy, argnums=1), in_axes=(None, 0))
print(force(2.0, jnp.arange(4)))  # HAZARD GL302
