# framework: jax
# verdict: clean
# seen: discrete variables are summed out or scored; continuous ones are reparameterised
"""Variational inference for a mixture: enumeration of the discrete variable, reparameterised Gaussians, VIMCO weights."""
from typing import Protocol

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.scipy.special import logsumexp
from jax.scipy.stats import norm


class Guide(Protocol):
    def sample(self, params, key, n): ...

    def log_prob(self, params, z): ...


class MeanField:
    def sample(self, params, key, n):
        eps = jax.random.normal(key, (n, *params["mu"].shape))
        return params["mu"] + jax.nn.softplus(params["rho"]) * eps

    def log_prob(self, params, z):
        return norm.logpdf(z, params["mu"], jax.nn.softplus(params["rho"])).sum(-1)

    def detached(self, params, z):
        """Sticking the landing: the score term is left out."""
        return self.log_prob(jax.lax.stop_gradient(params), z)


def log_joint(means, log_weights, data):
    prior = norm.logpdf(means, 0.0, 3.0).sum()
    comp = norm.logpdf(data[:, None], means[None], 1.0) + jax.nn.log_softmax(log_weights)
    return prior + logsumexp(comp, axis=1).sum()


def elbo(params, guide, data, key, n=8, sticking=True):
    z = guide.sample(params["q"], key, n)
    q = guide.detached(params["q"], z) if sticking else guide.log_prob(params["q"], z)
    return jnp.mean(jax.vmap(lambda m: log_joint(m, params["weights"], data))(z) - q)


def iwae(params, guide, data, key, n=8):
    z = guide.sample(params["q"], key, n)
    logw = jax.vmap(lambda m: log_joint(m, params["weights"], data))(z) - guide.log_prob(params["q"], z)
    return logsumexp(logw) - jnp.log(n)


def score_function(params, guide, data, key, n=8):
    """REINFORCE on the same bound, for comparison: samples are constants there."""
    z = jax.lax.stop_gradient(guide.sample(params["q"], key, n))
    logq = guide.log_prob(params["q"], z)
    gain = jax.vmap(lambda m: log_joint(m, params["weights"], data))(z) - logq
    baseline = (gain.sum() - gain) / (n - 1)
    return jnp.mean(jax.lax.stop_gradient(gain - baseline) * logq) + jnp.mean(gain)


def assignments(params, data):
    comp = norm.logpdf(data[:, None], params["q"]["mu"][None], 1.0) + jax.nn.log_softmax(params["weights"])
    return np.asarray(jnp.argmax(comp, axis=1))


OBJECTIVES = {"elbo": elbo, "iwae": iwae, "score": score_function}


def fit(name, data, steps=25):
    guide = MeanField()
    params = {"q": {"mu": jnp.array([-0.5, 0.5]), "rho": jnp.zeros(2)}, "weights": jnp.zeros(2)}
    tx = optax.adam(5e-2)
    state = tx.init(params)
    objective = OBJECTIVES[name]
    step = jax.jit(jax.value_and_grad(lambda p, k: -objective(p, guide, data, k)))
    for key in jax.random.split(jax.random.PRNGKey(1), steps):
        value, grads = step(params, key)
        updates, state = tx.update(grads, state)
        params = optax.apply_updates(params, updates)
    return params, grads


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    data = jnp.asarray(np.concatenate([rng.normal(-2, 0.5, 20), rng.normal(2, 0.5, 20)]), jnp.float32)
    for name in OBJECTIVES:
        params, grads = fit(name, data)
        assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads)), name
    assert len(set(assignments(params, data))) == 2
