# framework: jax
# verdict: clean
# seen: double where, eps under roots, clipped arccos, evaluated at the singular points: finite
"""Numerically safe building blocks (all of them are evaluated at their bad points below)."""
import jax
import jax.numpy as jnp


def safe_norm(x, axis=-1):
    sq = jnp.sum(x * x, axis=axis)
    zero = sq == 0.0
    return jnp.where(zero, 0.0, jnp.sqrt(jnp.where(zero, 1.0, sq)))


def safe_log(x, floor=1e-8):
    return jnp.log(jnp.maximum(x, floor))


def sinc(x):
    tiny = jnp.abs(x) < 1e-4
    t = jnp.where(tiny, 1.0, x)
    return jnp.where(tiny, 1.0 - x * x / 6.0, jnp.sin(t) / t)


def masked_softmax(scores, mask):
    scores = jnp.where(mask, scores, -1e30)
    return jax.nn.softmax(scores, axis=-1)


def masked_mean(x, mask):
    return jnp.sum(jnp.where(mask, x, 0.0)) / jnp.maximum(jnp.sum(mask), 1)


def angle(u, v):
    c = jnp.sum(u * v, -1) / (safe_norm(u) * safe_norm(v) + 1e-6)
    return jnp.arccos(jnp.clip(c, -1.0 + 1e-6, 1.0 - 1e-6))


def softplus(x):
    return jnp.maximum(x, 0.0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def pairwise(e):
    diff = e[:, None] - e[None]
    return jnp.sqrt(jnp.sum(diff ** 2, -1) + 1e-9)


def objective(x, mask):
    att = masked_softmax(x @ x.T, mask)
    terms = [
        jnp.sum(safe_norm(x)), jnp.sum(safe_log(x ** 2)), jnp.sum(sinc(x)), jnp.sum(att @ x),
        masked_mean(x[:, 0], mask[0]), jnp.sum(angle(x, x[::-1] + 0.1)), jnp.sum(softplus(100.0 * x)), jnp.sum(pairwise(x)),
    ]
    return sum(terms)


def descend(x, mask, steps=3):
    step = jax.jit(lambda v: v - 1e-3 * jax.grad(objective)(v, mask))
    for _ in range(steps):
        x = step(x)
    return x


if __name__ == "__main__":
    x = jnp.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0], [-3.0, 0.0]])
    mask = jnp.tril(jnp.ones((4, 4), bool))
    g = jax.grad(objective)(x, mask)
    assert bool(jnp.isfinite(g).all()) and float(jnp.abs(g[1:]).max()) > 0
    assert bool(jnp.isfinite(descend(x, mask)).all())
