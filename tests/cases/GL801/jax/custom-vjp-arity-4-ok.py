# framework: jax
# verdict: clean
# seen: gradient as expected
from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_gradient(lo, hi, x):
    return x


def clip_fwd(lo, hi, x):
    return x, (lo, hi)


def clip_bwd(res, g):
    lo, hi = res
    return None, None, jnp.clip(g, lo, hi)


clip_gradient.defvjp(clip_fwd, clip_bwd)


@partial(jax.custom_vjp, nondiff_argnums=(0, 2))
def fixed_point(f, a, steps):
    x = jnp.ones_like(a)
    return jax.lax.fori_loop(0, steps, lambda _, x: f(a, x), x)


def fp_fwd(f, a, steps):
    x = fixed_point(f, a, steps)
    return x, (a, x)


def fp_bwd(f, steps, res, v):
    a, x = res
    _, vjp_x = jax.vjp(lambda x: f(a, x), x)
    u = jax.lax.fori_loop(0, steps, lambda _, u: v + vjp_x(u)[0], v)
    _, vjp_a = jax.vjp(lambda a: f(a, x), a)
    return vjp_a(u)


fixed_point.defvjp(fp_fwd, fp_bwd)


@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1.0 + jnp.exp(x))


@log1pexp.defjvp
def log1pexp_jvp(primals, tangents):
    (x,), (dx,) = primals, tangents
    return log1pexp(x), (1 - 1 / (1 + jnp.exp(x))) * dx


@jax.custom_jvp
def f(x, y):
    return jnp.sin(x) * y


f.defjvps(lambda dx, ans, x, y: jnp.cos(x) * dx * y, lambda dy, ans, x, y: jnp.sin(x) * dy)


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def quantize(x, levels):
    return jnp.round(x * levels) / levels


@quantize.defjvp
def quantize_jvp(levels, primals, tangents):
    (x,), (t,) = primals, tangents
    return quantize(x, levels), t


@jax.custom_vjp
def ste_sign(x):
    return jnp.sign(x)


ste_sign.defvjp(lambda x: (ste_sign(x), x), lambda x, g: (jnp.where(jnp.abs(x) <= 1, g, 0.0),))
a = jnp.array([2.0, 3.0])
sq = lambda a, x: 0.5 * (x + a / x)
outs = [
    jax.grad(lambda v: clip_gradient(-1.0, 1.0, 10 * v).sum())(a),
    jax.grad(lambda v: fixed_point(sq, v, 10).sum())(a) - 0.5 / jnp.sqrt(a) + 1,
    jax.grad(lambda v: log1pexp(v).sum())(a),
    jax.grad(lambda v: f(v, v).sum())(a),
    jax.grad(lambda v: quantize(v, 4).sum())(a),
    jax.grad(lambda v: ste_sign(v / 10).sum())(a),
]
print("OBSERVED", "clean" if all(bool(jnp.isfinite(o).all()) and o.any() for o in outs) and jnp.allclose(outs[1], 1, atol=1e-4) else "wrong")
