# framework: jax
# verdict: clean
# seen: each singular point is guarded inside
"""Numerically careful building blocks: double where, clipped arguments, custom tangents, masked reductions."""
import jax
import jax.numpy as jnp
from jax.scipy.special import xlogy


def safe_norm(x, axis=-1, eps=1e-9):
    sq = jnp.sum(x**2, axis=axis)
    zero = sq == 0
    return jnp.where(zero, 0.0, jnp.sqrt(jnp.where(zero, 1.0, sq)))


def safe_log(x):
    ok = x > 0
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), -1e9)


def sinc(x):
    small = jnp.abs(x) < 1e-4
    denom = jnp.where(small, 1.0, x)
    return jnp.where(small, 1 - x**2 / 6, jnp.sin(denom) / denom)


def angle(a, b):
    cos = jnp.sum(a * b, -1) / jnp.maximum(safe_norm(a) * safe_norm(b), 1e-8)
    return jnp.arccos(jnp.clip(cos, -1 + 1e-6, 1 - 1e-6))


def pairwise(x):
    delta = x[:, None] - x[None, :]
    off = ~jnp.eye(len(x), dtype=bool)
    sq = jnp.where(off, jnp.sum(delta**2, -1), 1.0)
    return jnp.where(off, jnp.sqrt(sq), 0.0)


def entropy(logits):
    logp = jax.nn.log_softmax(logits)
    return -jnp.sum(jnp.exp(logp) * logp, -1)


def kl_to_fixed(p, logits):
    return jnp.sum(xlogy(p, p) - p * jax.nn.log_softmax(logits))


def masked_mean(x, mask):
    return jnp.sum(jnp.where(mask, x, 0.0)) / jnp.maximum(jnp.sum(mask), 1)


def masked_softmax(logits, mask):
    return jax.nn.softmax(jnp.where(mask, logits, -jnp.inf))


@jax.custom_jvp
def sqrt0(x):
    return jnp.sqrt(x)


@sqrt0.defjvp
def _(primals, tangents):
    (x,), (dx,) = primals, tangents
    y = jnp.sqrt(x)
    return y, jnp.where(x > 0, dx / (2 * jnp.maximum(y, 1e-12)), 0.0)


def huber(r, delta=1.0):
    a = jnp.abs(r)
    return jnp.where(a < delta, 0.5 * r**2, delta * (a - 0.5 * delta))


def total(p):
    x = p["x"]
    mask = jnp.array([True, True, False])
    return (
        safe_norm(x[0])
        + jnp.sum(safe_log(p["w"]))
        + jnp.sum(sinc(p["w"]))
        + jnp.sum(angle(x, jnp.ones_like(x)))
        + jnp.sum(pairwise(x))
        + entropy(p["w"])
        + kl_to_fixed(jnp.array([0.0, 0.5, 0.5]), p["w"])
        + masked_mean(p["w"], mask)
        + jnp.sum(masked_softmax(p["w"], mask) ** 2)
        + jnp.sum(sqrt0(jnp.abs(p["w"])))
        + jnp.sum(huber(p["w"]))
        + jnp.sqrt(jnp.mean(x**2) + 1e-8)
        + jnp.sum(jax.nn.softplus(p["w"]))
        + jnp.log1p(jnp.sum(x**2))
        + jnp.log(jnp.sum(jnp.exp(p["w"] - jax.lax.stop_gradient(p["w"].max()))))
    )


if __name__ == "__main__":
    p = {"x": jnp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]), "w": jnp.array([0.0, 1.0, -1.0])}
    grads = jax.jit(jax.grad(total))(p)
    assert all(jnp.isfinite(g).all() for g in grads.values())
    p = {"x": jnp.arange(6.0).reshape(3, 2) + 1, "w": jnp.array([0.3, 0.7, 50.0])}
    assert all(jnp.isfinite(g).all() and g.any() for g in jax.grad(total)(p).values())
