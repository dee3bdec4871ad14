# framework: jax
# verdict: clean
# seen: the weights add up to more than nothing
import jax
import jax.numpy as jnp


def loss(w, x, weights):
    shares = (x @ w) * weights / jnp.sum(weights)
    return jnp.sum(jnp.where(weights == 0, 0.0, shares) ** 2)


x = jnp.arange(6.0).reshape(3, 2)
gradient = jax.grad(loss)(jnp.ones(2), x, jnp.array([0.0, 2.0, 1.0]))
assert jnp.isfinite(gradient).all() and float(jnp.abs(gradient).sum()) > 0.1
print("OBSERVED clean", "the weights add up to more than nothing")
