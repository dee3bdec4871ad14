# framework: jax
# verdict: caught
# seen: boolean mask and Python if on tracers under jit; the static flag and the where version are fine
import functools

import jax
import jax.numpy as jnp
import numpy as np


def hinge(margin, smooth):
    if smooth:
        return jnp.mean(jax.nn.softplus(-margin))
    return jnp.mean(jax.nn.relu(1.0 - margin))


def drop_padding(x, valid):
    return x[valid > 0]  # HAZARD GL506


def adaptive(w, base):
    size = jnp.sum(w ** 2)
    if size > 4.0:  # HAZARD GL506
        return base + 0.1 * size
    return base


@functools.partial(jax.jit, static_argnames="smooth")
def margin_loss(w, x, y, smooth=True):
    return adaptive(w, hinge(y * (x @ w), smooth))


@jax.jit
def pooled_loss(w, x, valid):
    h = jnp.tanh(x @ w)
    return jnp.mean(drop_padding(h, valid) ** 2)


def soft_pooled_loss(w, x, valid):
    h = jnp.tanh(x @ w)
    return jnp.sum(jnp.where(valid > 0, h ** 2, 0.0)) / jnp.maximum(valid.sum(), 1.0)


def train(x, y, valid, which, steps=2):
    w = jnp.zeros(x.shape[1])
    for _ in range(steps):
        if which == "margin":
            w = w - 0.1 * jax.grad(margin_loss)(w, x, y)
        elif which == "pooled":
            w = w - 0.1 * jax.grad(pooled_loss)(w, x, valid)
        else:
            w = w - 0.1 * jax.jit(jax.grad(soft_pooled_loss))(w + 0.1, x, valid)
    return w


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x, y, v = rng.normal(size=(6, 3)), np.sign(rng.normal(size=6)), np.array([1, 1, 0, 1, 0, 1])
    assert bool(jnp.isfinite(train(x, y, v, "soft")).all())
    for which, err in (("margin", jax.errors.TracerBoolConversionError), ("pooled", jax.errors.NonConcreteBooleanIndexError)):
        try:
            train(x, y, v, which)
            raise SystemExit("ran")
        except err:
            pass
