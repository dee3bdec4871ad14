# framework: jax
# verdict: clean
# seen: slope 0.69
import jax
import jax.numpy as jnp
import numpy as np


def lag_matrix(n):
    lags = np.zeros((n, n), dtype=np.float32)
    for i in range(n):
        for j in range(n):
            lags[i, j] = abs(i - j)
    return lags


@jax.jit
def smoothness(log_scale, values):
    n = values.shape[0]
    kernel = jnp.exp(-lag_matrix(n) * jnp.exp(-log_scale))
    total = np.zeros(n, dtype=np.float32)
    for row in range(n):
        total += kernel[row] * values[row]
    return jnp.sum(total**2)


values = jnp.array([0.1, 0.4, -0.3, 0.8])
got = float(jax.grad(smoothness)(0.3, values))
numeric = float(smoothness(0.31, values) - smoothness(0.29, values)) / 0.02
assert abs(got - numeric) < 1e-2
print("OBSERVED clean", "slope", round(got, 2))
