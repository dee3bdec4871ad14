# framework: jax
# verdict: nan
# seen: the row that is masked divides by nothing
import jax
import jax.numpy as jnp


def loss(w, x, mask):
    count = jnp.sum(mask, axis=1)
    mean = jnp.sum((x @ w) * mask, axis=1) / count
    return jnp.sum(jnp.where(count == 0, 0.0, mean))  # HAZARD GL701


x = jnp.arange(12.0).reshape(2, 3, 2)
gradient = jax.grad(loss)(jnp.ones(2), x, jnp.array([[0.0, 0.0, 0.0], [1.0, 1.0, 0.0]]))
assert bool(jnp.isnan(gradient).any())
print("OBSERVED nan", "the row that is masked divides by nothing")
