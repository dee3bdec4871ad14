# framework: jax
# verdict: clean
# seen: relu hands exactly zero back where its result is zero, whatever comes
import jax
import jax.numpy as jnp


def loss(weights, x):
    length = jax.nn.relu(x @ weights)
    return jnp.sum(jnp.where(length > 0, jnp.sqrt(length), 0.0))


x = jnp.array([[1.0, 2.0], [-1.0, -2.0]])
assert jnp.isfinite(jax.grad(loss)(jnp.ones((2, 3)), x)).all()
print("OBSERVED clean")
