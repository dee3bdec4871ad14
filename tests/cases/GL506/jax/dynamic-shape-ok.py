# framework: jax
# verdict: clean
# seen: three rows counted
import jax
import jax.numpy as jnp


def eager_loss(w, x, y):
    observed = ~jnp.isnan(y)
    residual = x[observed] @ w - y[observed]
    return jnp.mean(residual**2)


@jax.jit
def masked_loss(w, x, y):
    observed = ~jnp.isnan(y)
    residual = jnp.where(observed, x @ w - jnp.where(observed, y, 0.0), 0.0)
    return jnp.sum(residual**2) / jnp.sum(observed)


x = jnp.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.5]])
y, w = jnp.array([1.0, jnp.nan, 2.0, 0.5]), jnp.array([0.2, -0.1])
eager = jax.grad(eager_loss)(w, x, y)
jitted = jax.grad(masked_loss)(w, x, y)
keep = jnp.array([0, 2, 3])
expected = 2.0 * x[keep].T @ (x[keep] @ w - y[keep]) / 3.0
assert jnp.allclose(eager, expected, atol=1e-5) and jnp.allclose(jitted, expected, atol=1e-5)
print("OBSERVED clean", "three rows counted")
