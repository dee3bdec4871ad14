# framework: jax
# verdict: clean
# seen: runs: arange(2, 8) and arange(0, 12, 2) have six elements each
import jax
import jax.numpy as jnp
import numpy as np

table = jnp.asarray(np.arange(2, 8)).reshape(3, 2) + jnp.asarray(np.arange(0, stop=12, step=2)).reshape(3, 2)
print(jax.grad(lambda s: jnp.sum(table * s))(1.0))
