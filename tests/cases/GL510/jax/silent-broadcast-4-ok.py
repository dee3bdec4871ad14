# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np


def mmd(x, y, sigma=1.0):
    def k(a, b):
        return jnp.exp(-((a[:, None, :] - b[None, :, :]) ** 2).sum(-1) / sigma)

    return k(x, x).mean() - 2 * k(x, y).mean() + k(y, y).mean()


def huber_quantile(theta, target, taus):
    u = target[None, :] - theta[:, None]
    return jnp.mean(jnp.abs(taus[:, None] - (u < 0)) * jnp.where(jnp.abs(u) < 1, 0.5 * u ** 2, jnp.abs(u) - 0.5))


def pinball(w, x, y):
    pred = x @ w
    return jnp.mean(jnp.maximum(0.9 * (y - pred), 0.1 * (pred - y)))


x = jnp.array(np.random.default_rng(0).normal(size=(4, 2)), jnp.float32)
a = jax.grad(mmd)(x, x + 1.0)
b = jax.grad(huber_quantile)(jnp.arange(3.0), jnp.array([0.5, 2.5, 1.5]), jnp.array([0.1, 0.5, 0.9]))
c = jax.grad(pinball)(jnp.ones(2), x, jnp.zeros(4))
print("OBSERVED", "clean" if a.any() and b.any() and c.any() else "wrong")
