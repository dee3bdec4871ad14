# framework: jax
# verdict: clean
# seen: fixed number of steps
import jax
import jax.numpy as jnp
from jax import lax


def decay(rate, y0, steps):
    return lax.fori_loop(0, steps, lambda i, y: y - 0.1 * rate * y, y0)


@jax.jit
def rate_slope(rate, y0):
    return jax.grad(lambda r: jnp.sum(decay(r, y0, 10)))(rate)


def total(rate, schedule, y0):
    body = lambda i, y: y - schedule[i] * rate * y
    return jnp.sum(lax.fori_loop(0, schedule.shape[0], body, y0))


y0, schedule = jnp.array([1.0, 2.0]), jnp.full(10, 0.1)
slope = rate_slope(0.7, y0)
expected = 3.0 * 10 * (1.0 - 0.07) ** 9 * -0.1
assert jnp.isclose(slope, expected, rtol=1e-4)
assert jnp.isclose(jax.grad(total)(0.7, schedule, y0), expected, rtol=1e-4)
print("OBSERVED clean", "fixed number of steps")
