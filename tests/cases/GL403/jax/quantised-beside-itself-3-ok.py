# framework: jax
# verdict: clean
# seen: whole bins of a value are added to its neighbour, and the value itself stands in the same sum
import jax
import jax.numpy as jnp


def height(depth, tide):
    bins = (5.0 * depth).astype(int).astype(float)
    shifted = bins + tide
    return jnp.sum((depth + tide + shifted) * jnp.array([0.3, 0.7, 1.1]))


depth, tide = jnp.array([1.023, 1.147, 1.048]), jnp.array([1.084, 0.719, 0.708])
for_depth, for_tide = jax.grad(height, argnums=(0, 1))(depth, tide)
assert jnp.allclose(for_depth, jnp.array([0.3, 0.7, 1.1])) and jnp.allclose(for_tide, 2 * for_depth)
print("OBSERVED clean", for_depth.tolist())
