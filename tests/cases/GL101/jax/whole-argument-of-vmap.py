# framework: jax
# verdict: raises
# seen: TracerArrayConversionError
import jax
import jax.numpy as jnp
import numpy as np

table = np.arange(12.0).reshape(4, 3)


def looked_up(index, table):
    return table[index].sum(axis=-1)  # HAZARD GL101


print(jax.vmap(looked_up, in_axes=(0, None))(jnp.array([1, 3]), table))
