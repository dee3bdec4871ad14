# framework: jax
# verdict: wrong
# seen: bwd ignores the cotangent (wrong against finite differences); bwd returns two cotangents for three arguments
"""Hand-written reverse rules for a small library of layers."""
from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def mish(x):
    return x * jnp.tanh(jax.nn.softplus(x))


def mish_fwd(x):
    t = jnp.tanh(jax.nn.softplus(x))
    return x * t, (x, t)


def mish_bwd(res, ct):
    x, t = res
    slope = t + x * (1.0 - t ** 2) * jax.nn.sigmoid(x)
    return (slope,)  # HAZARD GL802


mish.defvjp(mish_fwd, mish_bwd)


@jax.custom_vjp
def scale_shift(x, gamma, beta):
    return x * gamma + beta


def ss_fwd(x, gamma, beta):
    return scale_shift(x, gamma, beta), (x, gamma)


def ss_bwd(res, ct):
    x, gamma = res
    d_gamma = jnp.sum(ct * x, axis=0)
    return ct * gamma, d_gamma  # HAZARD GL801


scale_shift.defvjp(ss_fwd, ss_bwd)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def leaky(x, slope):
    return jnp.where(x > 0, x, slope * x)


leaky.defvjp(lambda x, slope: (leaky(x, slope), x > 0), lambda slope, pos, ct: (jnp.where(pos, ct, slope * ct),))


def loss(w, x, act):
    return jnp.mean(act(x @ w) ** 2)


def norm_loss(p, x):
    return jnp.mean(scale_shift(x, p["g"], p["b"]) ** 2)


if __name__ == "__main__":
    x, w = jax.random.normal(jax.random.PRNGKey(0), (5, 3)), jnp.ones((3, 2)) * 0.3
    e = jnp.zeros((3, 2)).at[1, 0].set(1e-2)
    for act, right in ((mish, False), (lambda v: leaky(v, 0.1), True)):
        fd = (loss(w + e, x, act) - loss(w - e, x, act)) / 2e-2
        assert bool(jnp.allclose(jax.grad(loss)(w, x, act)[1, 0], fd, atol=1e-2)) is right
    try:
        jax.grad(norm_loss)({"g": jnp.ones(3), "b": jnp.zeros(3)}, x)
        raise SystemExit("ran")
    except TypeError as err:
        assert "bwd rule" in str(err)
