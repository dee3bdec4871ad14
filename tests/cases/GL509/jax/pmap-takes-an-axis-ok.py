# framework: jax
# verdict: clean
# seen: pmap takes the first axis away, as vmap does; what it gives None for stays whole
import jax
import jax.numpy as jnp
import numpy as np

n = jax.local_device_count()


def smooth(kernel, x):
    return jnp.array([jnp.dot(x[i - 1 : i + 2], kernel) for i in range(1, len(x) - 1)])


kernel = np.array([2.0, 3.0, 4.0])
rows = np.arange(5.0 * n).reshape(n, 5)
both = jax.pmap(smooth)(np.stack([kernel] * n), rows)
shared = jax.pmap(smooth, in_axes=(None, 0))(kernel, rows)
assert both.shape == shared.shape == (n, 3)
slope = jax.grad(lambda k: jax.vmap(smooth, in_axes=(None, 0))(k, rows).sum())(kernel)
assert slope.shape == (3,)
