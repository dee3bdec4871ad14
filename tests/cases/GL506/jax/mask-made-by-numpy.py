# framework: jax
# verdict: raises
# seen: NonConcreteBooleanIndexError: Array boolean indices must be concrete; got bool[3]
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def chosen(values, mask):
    return values[mask].sum()  # HAZARD GL506


levels = np.array([1, 2, 2])
print(chosen(jnp.arange(3.0), np.stack([levels == 1, levels == 2]).reshape(2, 3)[0]))
