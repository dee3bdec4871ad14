# framework: jax
# verdict: clean
# seen: stress falls
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def pairwise(points):
    difference = points[:, None, :] - points[None, :, :]
    return jnp.sqrt(jnp.sum(difference**2, axis=-1) + 1e-6)


def upper(points):
    rows, columns = jnp.triu_indices(points.shape[0], k=1)
    return jnp.sum((points[rows] - points[columns]) ** 2, axis=-1)


def stress(points, wanted):
    return jnp.mean((pairwise(points) - wanted) ** 2) + 0.01 * jnp.mean(upper(points))


points = jax.random.normal(jax.random.PRNGKey(0), (4, 2))
wanted = 1.0 - jnp.eye(4)
check_grads(lambda p: stress(p, wanted), (points,), order=1, modes=["rev"], atol=2e-2, rtol=2e-2)
value, grad = jax.value_and_grad(stress)(points, wanted)
assert stress(points - 0.05 * grad, wanted) < value
print("OBSERVED clean", "stress falls")
