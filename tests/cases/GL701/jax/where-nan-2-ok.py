# framework: jax
# verdict: clean
# seen: three guarded branches
import jax
import jax.numpy as jnp
from jax import lax


def softplus(x):
    return jnp.where(x > 30.0, x, jnp.log1p(jnp.exp(jnp.minimum(x, 30.0))))


def leaky(x):
    return jnp.where(x > 0.0, jnp.square(x), 0.1 * x)


def reciprocal(x):
    return lax.cond(x > 0.0, lambda v: 1.0 / v, lambda v: v, x)


def objective(x):
    return jnp.sum(softplus(x)) + jnp.sum(leaky(x)) + reciprocal(x[0]) + reciprocal(x[2])


x = jnp.array([2.0, 120.0, 0.0])
slope = jax.grad(objective)(x)
sigmoid = 1.0 / (1.0 + jnp.exp(-2.0))
expected = jnp.array([sigmoid + 4.0 - 0.25, 1.0 + 240.0, 0.5 + 0.1 + 1.0])
assert jnp.allclose(slope, expected, rtol=1e-4)
print("OBSERVED clean", "three guarded branches")
