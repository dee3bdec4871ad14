# framework: jax
# verdict: clean
# seen: custom_jvp rules right to second order, lax.cond guards finite at zero
"""Special functions with forward-mode rules, and branches kept apart by lax.cond."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.test_util import check_grads


@jax.custom_jvp
def log1pexp(x):
    return jnp.log1p(jnp.exp(jnp.minimum(x, 30.0))) + jnp.maximum(x - 30.0, 0.0)


@log1pexp.defjvp
def _(primals, tangents):
    (x,), (dx,) = primals, tangents
    return log1pexp(x), jax.nn.sigmoid(x) * dx


@jax.custom_jvp
def smooth_abs(x, eps):
    return jnp.sqrt(x * x + eps)


smooth_abs.defjvps(lambda dx, y, x, eps: dx * x / y, None)


def entropy_term(p):
    return lax.cond(p > 1e-12, lambda q: -q * jnp.log(q), lambda q: 0.0 * q, p)


def xlogx_guarded(p):
    return lax.cond(p > 0.0, lambda q: q * jnp.log(q), jnp.zeros_like, p)


def loss(theta, counts):
    p = jnp.maximum(theta, 0.0)
    p = p / jnp.sum(p)
    h = sum(entropy_term(v) for v in p)
    soft = jnp.sum(log1pexp(theta * counts))
    return soft + 0.1 * jnp.sum(smooth_abs(theta, 1e-4)) - h


def minimise(theta, counts, steps=3, lr=1e-3):
    f = jax.jit(jax.value_and_grad(loss))
    for _ in range(steps):
        value, g = f(theta, counts)
        theta = theta - lr * g
    return theta, g


if __name__ == "__main__":
    counts = jnp.array([1.0, 80.0, -3.0])
    theta, g = minimise(jnp.array([0.5, 1.0, 0.2]), counts)
    assert bool(jnp.isfinite(g).all()) and float(jnp.abs(g).min()) > 0
    check_grads(log1pexp, (jnp.array([-4.0, 0.5, 3.0]),), order=2, modes=["fwd", "rev"], rtol=2e-2, atol=2e-2)
    check_grads(lambda x: smooth_abs(x, 1e-2), (jnp.array([-1.0, 0.5]),), order=1, rtol=2e-2, atol=2e-2)
    assert jnp.isfinite(jax.grad(xlogx_guarded)(0.0)) and jnp.isfinite(jax.grad(entropy_term)(0.0))
