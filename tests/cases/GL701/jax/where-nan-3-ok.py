# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def sinc(x):
    safe = jnp.where(x == 0, 1.0, x)
    return jnp.where(x == 0, 1.0, jnp.sin(jnp.pi * safe) / (jnp.pi * safe))


def unit(v):
    n2 = jnp.sum(v ** 2)
    ok = n2 > 0
    n = jnp.sqrt(jnp.where(ok, n2, 1.0))
    return jnp.where(ok, v / n, v)


def leaky(x):
    return jnp.where(x > 0, x, 0.01 * x) + jnp.where(x > 1, jnp.log1p(jnp.abs(x)), x ** 2)


a = jax.vmap(jax.grad(sinc))(jnp.array([0.0, 0.5]))
b = jax.jacrev(unit)(jnp.zeros(2))
c = jax.grad(lambda v: leaky(v).sum())(jnp.array([-1.0, 2.0]))
print("OBSERVED", "clean" if jnp.isfinite(a).all() and jnp.isfinite(b).all() and jnp.isfinite(c).all() else "nan")
