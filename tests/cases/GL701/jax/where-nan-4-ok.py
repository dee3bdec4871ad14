# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax.scipy.special import xlogy


def entropy(p):
    safe = jnp.where(p > 0, p, 1.0)
    return -jnp.sum(jnp.where(p > 0, p * jnp.log(safe), 0.0))


def masked_mean(x, mask):
    n = mask.sum()
    return jnp.where(n > 0, (x * mask).sum() / jnp.maximum(n, 1.0), 0.0)


def norm(v):
    sq = jnp.sum(v ** 2)
    return jnp.sqrt(jnp.where(sq == 0, 1.0, sq)) * (sq > 0)


def poisson(rate, k):
    return jnp.mean(rate - xlogy(k, rate))


a = jax.grad(entropy)(jnp.array([0.0, 1.0]))
b = jax.grad(masked_mean)(jnp.ones(3), jnp.zeros(3))
c = jax.grad(norm)(jnp.zeros(2))
d = jax.grad(poisson)(jnp.array([1.0, 2.0]), jnp.array([0.0, 3.0]))
print("OBSERVED", "clean" if all(jnp.isfinite(v).all() for v in (a, b, c, d)) else "nan")
