# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
import jax
import jax.numpy as jnp
import numpy as np


def likelihood(means, labels, values):
    spread = np.array([[0.5, 1.0], [1.0, 2.0]])

    def of_one(label, value):
        width = spread[label, 0]  # HAZARD GL101
        return ((value - means[label]) / width) ** 2

    return jnp.sum(jax.vmap(of_one)(labels, values))


print(jax.grad(likelihood)(jnp.zeros(2), jnp.array([0, 1, 1]), jnp.ones(3)))
