# framework: jax
# verdict: clean
# seen: weights of the robust fit
import jax
import jax.numpy as jnp


@jax.custom_jvp
def log_cosh(x):
    return jnp.logaddexp(x, -x) - jnp.log(2.0)


@log_cosh.defjvp
def log_cosh_jvp(primals, tangents):
    x, dx = primals[0], tangents[0]
    slope = jnp.tanh(x)
    return [log_cosh(x), slope * dx]


def robust_loss(w, x, y):
    return jnp.mean(log_cosh(x @ w - y))


x, y = jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0])
w = jnp.array([0.2, -0.4])
grad = jax.grad(robust_loss)(w, x, y)
assert jnp.allclose(grad, x.T @ jnp.tanh(x @ w - y) / 2, atol=1e-5)
print("OBSERVED clean", "weights of the robust fit")
