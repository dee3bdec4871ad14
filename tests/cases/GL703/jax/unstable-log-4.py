# framework: jax
# verdict: nan
# seen: log(softmax), log(1-sigmoid), log(sum(exp)): not finite at large arguments
"""Observation models of a state-space library, written from the formulas of the paper."""
import jax
import jax.numpy as jnp
from jax.nn import log_sigmoid, log_softmax, sigmoid, softmax


class Categorical:
    def __init__(self, logits):
        self.logits = logits

    @property
    def probs(self):
        return softmax(self.logits)

    def log_prob(self, k):
        return jnp.log(self.probs)[k]  # HAZARD GL703

    def entropy(self):
        return -jnp.sum(self.probs * log_softmax(self.logits))


class Bernoulli:
    def __init__(self, logit):
        self.logit = logit

    def log_prob(self, y):
        p = sigmoid(self.logit)
        return y * log_sigmoid(self.logit) + (1.0 - y) * jnp.log(1.0 - p)  # HAZARD GL703


class Mixture:
    def __init__(self, log_weights, means):
        self.log_weights, self.means = log_weights, means

    def log_prob(self, x):
        parts = log_softmax(self.log_weights) - 0.5 * (x - self.means) ** 2
        return jax.scipy.special.logsumexp(parts)

    def naive(self, x):
        parts = log_softmax(self.log_weights) - 0.5 * (x - self.means) ** 2
        return jnp.log(jnp.sum(jnp.exp(parts)))  # HAZARD GL703


def nll(theta, kind, x):
    if kind == "cat":
        return -Categorical(theta * x).log_prob(0)
    if kind == "bern":
        return -Bernoulli(theta[0] * x).log_prob(0.0)
    if kind == "naive":
        return -Mixture(jnp.zeros(2), theta).naive(x)
    return -Mixture(jnp.zeros(2), theta).log_prob(x) + 0.1 * Categorical(theta).entropy()


if __name__ == "__main__":
    theta = jnp.array([-1.0, 1.0])
    grad = jax.grad(nll)
    for kind, x in (("cat", 200.0), ("bern", -200.0), ("naive", 40.0)):
        assert bool(jnp.isfinite(grad(theta, kind, 0.5)).all()) and not bool(jnp.isfinite(grad(theta, kind, x)).all())
    assert bool(jnp.isfinite(grad(theta, "mix", 40.0)).all())
