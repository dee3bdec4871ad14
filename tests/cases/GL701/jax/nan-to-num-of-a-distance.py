# framework: jax
# verdict: nan
# seen: nan at the point itself
import jax
import jax.numpy as jnp


def total_distance(points, center):
    distances = jnp.nan_to_num(jnp.sqrt(jnp.sum((points - center) ** 2, axis=1)))  # HAZARD GL701
    return distances.sum()


points = jnp.array([[0.0, 0.0], [1.0, 2.0]])
gradient = jax.grad(total_distance)(points, jnp.zeros(2))
print("OBSERVED", "nan" if jnp.isnan(gradient).any() else "clean", gradient)
