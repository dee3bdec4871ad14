# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax
import jax.numpy as jnp
import numpy as np


def rotated(angle, point):
    rows = [[jnp.cos(angle), -jnp.sin(angle)], [jnp.sin(angle), jnp.cos(angle)]]
    matrix = np.stack([jnp.stack(row) for row in rows])  # HAZARD GL101
    return jnp.sum((matrix @ point) ** 2 * jnp.array([1.0, 2.0]))


print(jax.grad(rotated)(0.3, jnp.array([1.0, 2.0])))
