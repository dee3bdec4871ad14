# framework: jax
# verdict: nan
# seen: layout gradient is nan
import jax
import jax.numpy as jnp


def pairwise(points):
    difference = points[:, None, :] - points[None, :, :]
    return jnp.sqrt(jnp.sum(difference**2, axis=-1))  # HAZARD GL702


def stress(points, wanted):
    return jnp.mean((pairwise(points) - wanted) ** 2)


points = jax.random.normal(jax.random.PRNGKey(0), (4, 2))
wanted = 1.0 - jnp.eye(4)
value, grad = jax.value_and_grad(stress)(points, wanted)
assert jnp.isfinite(value) and jnp.isnan(grad).all()
print("OBSERVED nan", "layout gradient is nan")
