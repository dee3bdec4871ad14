# framework: jax
# verdict: clean
# seen: the rounded price is added to the exact one
import jax
import jax.numpy as jnp


def revenue(price, demand):
    steps = (10.0 * price).astype(int).astype(float)
    listed = steps + demand
    return jnp.sum((price + demand + listed) * jnp.array([1.0, 2.0]))


for_price, for_demand = jax.grad(revenue, argnums=(0, 1))(jnp.array([1.26, 2.17]), jnp.array([0.5, 0.25]))
assert jnp.allclose(for_price, jnp.array([1.0, 2.0])) and jnp.allclose(for_demand, 2 * for_price)
print("OBSERVED clean", for_price)
