"""jax.custom_vjp and custom_jvp, with arguments that are not differentiated."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def mul(x, y):
    return x * y


def mul_fwd(x, y):
    return x * y, (x, y)


def mul_bwd(res, g):  # right
    x, y = res
    return g * y, g * x


mul.defvjp(mul_fwd, mul_bwd)


@jax.custom_vjp
def mul_wrong(x, y):
    return x * y


def mul_wrong_bwd(res, g):  # wrong
    x, y = res
    return g * x, g * y


mul_wrong.defvjp(lambda x, y: (x * y, (x, y)), mul_wrong_bwd)


@jax.custom_jvp
def safe_log(x):
    return jnp.log(x)


@safe_log.defjvp
def safe_log_jvp(primals, tangents):  # right
    (x,), (dx,) = primals, tangents
    return jnp.log(x), dx / x


@jax.custom_jvp
def sine(x):
    return jnp.sin(x)


@sine.defjvp
def sine_jvp(primals, tangents):  # wrong: sign error
    (x,), (dx,) = primals, tangents
    return jnp.sin(x), -jnp.cos(x) * dx


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def power(x, n):
    return x**n


def power_fwd(x, n):
    return x**n, x


def power_bwd(n, x, g):  # right
    return (g * n * x ** (n - 1),)


power.defvjp(power_fwd, power_bwd)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def apply_twice(f, x):
    return f(f(x))


def apply_twice_fwd(f, x):
    return f(f(x)), x


def apply_twice_bwd(f, x, g):  # wrong
    _, pull = jax.vjp(f, x)
    return pull(g)


apply_twice.defvjp(apply_twice_fwd, apply_twice_bwd)


@jax.custom_vjp
def clip_gradient(lo, hi, x):
    return x


def clip_gradient_fwd(lo, hi, x):
    return x, (lo, hi)


def clip_gradient_bwd(res, g):  # surrogate
    lo, hi = res
    return None, None, jnp.clip(g, lo, hi)


clip_gradient.defvjp(clip_gradient_fwd, clip_gradient_bwd)


@jax.custom_vjp
def round_through(x):
    return jnp.round(x)


def round_through_bwd(res, g):  # surrogate
    return (g,)


round_through.defvjp(lambda x: (jnp.round(x), None), round_through_bwd)


@jax.custom_vjp
def matmul(a, b):
    return a @ b


def matmul_bwd(res, g):  # raises
    a, b = res
    return (g @ b.T,)


matmul.defvjp(lambda a, b: (a @ b, (a, b)), matmul_bwd)


@jax.custom_jvp
def square(x):
    return x**2


@square.defjvp
def square_jvp(primals, tangents):  # wrong: it is zero
    (x,), (dx,) = primals, tangents
    return x**2, 0.0 * x


def softplus(x):
    return jnp.logaddexp(x, 0.0)


def softplus_grad(x):  # right
    return jax.nn.sigmoid(x)


def cosine(x):
    return jnp.cos(x)


def cosine_grad(x):  # wrong: sign error
    return jnp.sin(x)


@jax.custom_vjp
def masked(x, mask):
    return jnp.sin(x) * mask


def masked_bwd(res, g):  # right
    x, mask = res
    return g * jnp.cos(x) * mask, None


masked.defvjp(lambda x, mask: (jnp.sin(x) * mask, (x, mask)), masked_bwd)
