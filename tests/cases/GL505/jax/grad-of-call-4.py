# framework: jax
# verdict: raises
# seen: TypeError: Expected a callable value, got
"""Langevin sampling of a Bayesian regression's posterior."""
import itertools

import jax
import jax.numpy as jnp


class Posterior:
    def __init__(self, x, y, noise=0.3):
        self.x, self.y, self.noise = x, y, noise

    def log_prior(self, w):
        return -0.5 * jnp.sum(w**2)

    def log_prob(self, w):
        residual = self.y - self.x @ w
        return self.log_prior(w) - 0.5 * jnp.sum(residual**2) / self.noise**2


def langevin(posterior, w, key, step=1e-3):
    while True:
        key, sub = jax.random.split(key)
        drift = jax.grad(posterior.log_prob(w))  # HAZARD GL505
        w = w + step * drift + jnp.sqrt(2 * step) * jax.random.normal(sub, w.shape)
        yield w


if __name__ == "__main__":
    x = jax.random.normal(jax.random.PRNGKey(1), (20, 3))
    posterior = Posterior(x, x @ jnp.array([1.0, -1.0, 0.5]))
    chain = langevin(posterior, jnp.zeros(3), jax.random.PRNGKey(0))
    print(jnp.stack(list(itertools.islice(chain, 5))).mean(0))
