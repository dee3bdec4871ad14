# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, theta, x0):
    return jax.lax.while_loop(lambda c: jnp.abs(c - f(theta, c)) > 1e-5, lambda c: f(theta, c), x0)


def fwd(f, theta, x0):
    x = fixed_point(f, theta, x0)
    return x, (theta, x)


def bwd(f, res, g):
    theta, x = res
    _, pull = jax.vjp(f, theta, x)
    w = g / (1 - pull(1.0)[1])
    return pull(w)[0], jnp.zeros_like(x)


fixed_point.defvjp(fwd, bwd)


def unroll(theta, x0, n=30):
    return jax.lax.fori_loop(0, n, lambda i, c: jnp.cos(theta * c), x0)


f = lambda t, x: jnp.cos(t * x)
a = jax.grad(fixed_point, argnums=1)(f, 0.5, 1.0)
b = jax.grad(unroll)(0.5, 1.0)
c = jax.jacfwd(lambda t: jax.lax.while_loop(lambda s: s[1] < 30, lambda s: (jnp.cos(t * s[0]), s[1] + 1), (1.0, 0))[0])(0.5)
print("OBSERVED", "clean" if jnp.allclose(jnp.array([a, c]), b, atol=1e-3) else "wrong")
