# framework: jax
# verdict: clean
# seen: NumPy says at which places a condition holds, or how often: these are numbers and no mask
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def chosen(values, order):
    return values[order]


levels = np.array([1, 2, 2])
values = jnp.arange(3.0)
for level in (1, 2):
    indices = np.where(levels == level)[0]
    chosen(values, indices)
chosen(values, np.flatnonzero(levels == 2))
chosen(values, np.cumsum(levels == 2) - 1)
chosen(values, (levels == 2).sum())
print(chosen(values, np.concatenate([np.where(levels == each)[0] for each in (1, 2)])))
