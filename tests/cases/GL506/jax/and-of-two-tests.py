# framework: jax
# verdict: raises
# seen: jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
import jax
import jax.numpy as jnp


def energy(x):
    inside = jnp.all(x > -1.0) and jnp.all(x < 1.0)  # HAZARD GL506
    return jnp.sum(x**2) * inside


points = jnp.array([[0.1, 0.2], [0.3, 2.0]])
print(jax.vmap(jax.grad(energy))(points))
