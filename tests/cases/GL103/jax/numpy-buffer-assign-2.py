# framework: jax
# verdict: raises
# seen: ValueError: setting an array element with a sequence.
import jax
import jax.numpy as jnp
import numpy as np


def rbf(a, b, scale):
    return jnp.exp(-0.5 * jnp.sum((a - b) ** 2) / scale**2)


@jax.jit
def log_marginal(log_scale, points, values):
    n = points.shape[0]
    gram = np.empty((n, n), dtype=np.float32)
    for i in range(n):
        for j in range(n):
            gram[i, j] = rbf(points[i], points[j], jnp.exp(log_scale))  # HAZARD GL103
    chol = jnp.linalg.cholesky(gram + 0.1 * jnp.eye(n))
    alpha = jax.scipy.linalg.cho_solve((chol, True), values)
    return -0.5 * values @ alpha - jnp.sum(jnp.log(jnp.diag(chol)))


points = jnp.array([[0.0], [0.5], [2.0]])
values = jnp.array([0.1, 0.4, -0.3])
print(jax.grad(log_marginal)(0.0, points, values))
