# framework: jax
# verdict: clean
# seen: pairwise kernel on purpose
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def energy_distance(shift, x, y):
    moved = x + shift
    cross = jnp.sqrt(1.0 + (moved[:, None] - y[None, :]) ** 2)
    within = jnp.sqrt(1.0 + (moved[:, None] - moved[None, :]) ** 2)
    return 2.0 * jnp.mean(cross) - jnp.mean(within)


def scaled_rows(scale, table):
    return jnp.sum((scale[:, None] * table - jnp.mean(table, axis=0)) ** 2)


x, y = jnp.array([0.1, 0.4, -0.2]), jnp.array([1.0, 1.3])
table, scale = jnp.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5]]), jnp.array([0.9, 1.1, 1.0])
check_grads(lambda s: energy_distance(s, x, y), (0.3,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
slope = jax.grad(scaled_rows)(scale, table)
gap = scale[:, None] * table - table.mean(axis=0)
assert jnp.allclose(slope, 2.0 * (gap * table).sum(axis=1), atol=1e-4)
print("OBSERVED clean", "pairwise kernel on purpose")
