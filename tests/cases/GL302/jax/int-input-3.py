# framework: jax
# verdict: raises
# seen: TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of
import jax.numpy as jnp
from jax import grad, vmap


def bump(t):
    return jnp.exp(-0.5 * (t - 2.0) ** 2)


grid = jnp.arange(5)
velocity = vmap(grad(bump))(grid)  # HAZARD GL302
print(velocity)
