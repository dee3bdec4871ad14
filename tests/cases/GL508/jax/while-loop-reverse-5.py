# framework: jax
# verdict: caught
# seen: while_loop in reverse mode (ValueError; under stop_gradient it is fine); vjp result is a tuple (TypeError)
"""Entropic optimal transport as a training loss."""
import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.scipy.special import logsumexp


def potentials(cost, eps, tol=1e-4):
    n, m = cost.shape
    loga, logb = -jnp.log(n) * jnp.ones(n), -jnp.log(m) * jnp.ones(m)

    def keep_going(s):
        f, g, err, i = s
        return jnp.logical_and(err > tol, i < 300)

    def sweep(s):
        f, g, _, i = s
        f2 = eps * (loga - logsumexp((g[None] - cost) / eps, axis=1))
        g2 = eps * (logb - logsumexp((f2[:, None] - cost) / eps, axis=0))
        return f2, g2, jnp.max(jnp.abs(f2 - f)), i + 1

    start = (jnp.zeros(n), jnp.zeros(m), jnp.inf, 0)
    f, g, _, it = lax.while_loop(keep_going, sweep, start)  # HAZARD GL508
    return f, g, it


def sinkhorn(x, y, eps=0.5):
    cost = jnp.sum((x[:, None] - y[None]) ** 2, -1)
    f, g, it = potentials(cost, eps)
    return f.mean() + g.mean(), it


def frozen_plan_loss(x, y, eps=0.5):
    cost = jnp.sum((x[:, None] - y[None]) ** 2, -1)
    f, g, _ = potentials(lax.stop_gradient(cost), eps)
    plan = lax.stop_gradient(jnp.exp((f[:, None] + g[None] - cost) / eps))
    return jnp.sum(plan * cost)


def cost_pullback(x, y, plan):
    cost, pull = jax.vjp(lambda a: jnp.sum((a[:, None] - y[None]) ** 2, -1), x)
    step = 0.1 * pull(plan)  # HAZARD GL505
    return x - step, jnp.sum(plan * cost)


def match(x, y, loss, steps=2):
    opt = optax.sgd(0.1)
    state = opt.init(x)
    for _ in range(steps):
        g = jax.grad(loss)(x, y)
        updates, state = opt.update(g, state)
        x = optax.apply_updates(x, updates)
    return x


if __name__ == "__main__":
    a, b = jnp.arange(6.0).reshape(3, 2) / 6, jnp.ones((4, 2))
    assert bool(jnp.isfinite(match(a, b, frozen_plan_loss)).all())
    try:
        cost_pullback(a, b, jnp.ones((3, 4)) / 12)
        raise SystemExit("ran")
    except TypeError as e:
        assert "sequence" in str(e)
    try:
        match(a, b, lambda x, y: sinkhorn(x, y)[0])
        raise SystemExit("ran")
    except ValueError as e:
        assert "Reverse-mode" in str(e)
