# framework: jax
# verdict: clean
# seen: a step of the inner loop taken as a number, and a penalty that is differentiated
import jax
import jax.numpy as jnp


def inner_loss(w, x):
    return jnp.sum(jnp.tanh(x @ w) ** 2)


def first_order(w, x, y):
    adapted = w - 0.1 * jax.lax.stop_gradient(jax.grad(inner_loss)(w, x))
    return jnp.mean((x @ adapted - y) ** 2)


def smooth(w, x):
    slopes = jax.grad(lambda value: inner_loss(w, value))(x)
    return jnp.mean(jnp.sum(slopes**2, axis=-1))


x, y = jnp.arange(6.0).reshape(2, 3) / 6.0, jnp.ones(2)
w = jnp.array([0.1, -0.2, 0.3])
assert float(jnp.abs(jax.grad(first_order)(w, x, y)).sum()) > 0
assert float(jnp.abs(jax.grad(smooth)(w, x)).sum()) > 0
print("OBSERVED clean")
