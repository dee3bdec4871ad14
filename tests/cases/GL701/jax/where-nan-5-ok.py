# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def safe_norm(x, eps=1e-12):
    sq = jnp.sum(x ** 2, -1)
    zero = sq < eps
    return jnp.where(zero, 0.0, jnp.sqrt(jnp.where(zero, 1.0, sq)))


def safe_log(x):
    ok = x > 0
    return jnp.where(ok, jnp.log(jnp.where(ok, x, 1.0)), 0.0)


def log_eps(x, eps=1e-8):
    return jnp.log(jnp.maximum(x, eps))


def softplus(x):
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def logsumexp(x):
    c = jax.lax.stop_gradient(x.max(-1, keepdims=True))
    return jnp.log(jnp.exp(x - c).sum(-1)) + c[..., 0]


def masked_mean(x, mask):
    return jnp.sum(jnp.where(mask, x, 0.0)) / jnp.maximum(mask.sum(), 1)


def arccos(x):
    return jnp.arccos(jnp.clip(x, -1 + 1e-6, 1 - 1e-6))


def sinc(x):
    small = jnp.abs(x) < 1e-3
    safe = jnp.where(small, 1.0, x)
    return jnp.where(small, 1 - x ** 2 / 6, jnp.sin(safe) / safe)


def power(x, p):
    base = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, base ** p, 0.0)


def distances(x):
    d = x[:, None] - x[None]
    sq = (d ** 2).sum(-1) + jnp.eye(len(x))
    return jnp.sqrt(sq) * (1 - jnp.eye(len(x)))


x = jnp.array([[0.0, 0.0], [1.0, -2.0], [0.0, 0.0]])
fns = [safe_norm, safe_log, log_eps, lambda v: softplus(v * 200), lambda v: logsumexp(v * 1e3), lambda v: masked_mean(v, v > 9),
       arccos, sinc, lambda v: power(v, 0.5), lambda v: distances(v + jnp.arange(3.0)[:, None]), lambda v: jnp.sqrt(jnp.var(v, 0) + 1e-6), lambda v: jnp.sqrt(v ** 2 + 1e-3)]
ok = all(bool(jnp.isfinite(jax.grad(lambda v: f(v).sum())(x)).all()) for f in fns)
print("OBSERVED", "clean" if ok else "nan")
