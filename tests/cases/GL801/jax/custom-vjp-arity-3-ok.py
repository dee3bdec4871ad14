# framework: jax
# verdict: clean
# seen: gradient as expected
from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def clip_gradient(x, limit):
    return x


def clip_fwd(x, limit):
    return x, None


def clip_bwd(limit, _, g):
    return (jnp.clip(g, -limit, limit),)


clip_gradient.defvjp(clip_fwd, clip_bwd)


@jax.custom_vjp
def bilinear(a, b, mask):
    return jnp.sum(a * b * mask)


def bi_fwd(a, b, mask):
    return bilinear(a, b, mask), (a, b, mask)


def bi_bwd(residuals, ct):
    a, b, mask = residuals
    return ct * b * mask, ct * a * mask, None


bilinear.defvjp(bi_fwd, bi_bwd)


@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1.0 + jnp.exp(x))


log1pexp.defjvps(lambda t, ans, x: (1 - 1 / (1 + jnp.exp(x))) * t)


@jax.custom_jvp
def power(x, n):
    return x ** n


@power.defjvp
def power_jvp(primals, tangents):
    x, n = primals
    dx, _ = tangents
    return power(x, n), n * x ** (n - 1) * dx


a = jax.grad(lambda x: 10.0 * clip_gradient(x, 1.0))(2.0)
x = jnp.array([1.0, 2.0])
b = jax.grad(bilinear, argnums=(0, 1))(x, 2 * x, jnp.array([1.0, 0.0]))
c = jax.grad(log1pexp)(0.0)
d = jax.grad(power)(2.0, 3.0)
print("OBSERVED", "clean" if a == 1.0 and jnp.allclose(b[0], jnp.array([2.0, 0.0])) and c == 0.5 and d == 12.0 else "wrong")
