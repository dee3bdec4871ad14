# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
"""Survival model: Weibull hazard with the gamma function of the wrong library."""
import jax
import jax.numpy as jnp
from jax.scipy.special import gammaln
from scipy import special


class Weibull:
    def __init__(self, shape, scale):
        self.shape, self.scale = shape, scale

    @classmethod
    def from_raw(cls, raw):
        return cls(jax.nn.softplus(raw[0]) + 0.1, jnp.exp(raw[1]))

    @property
    def mean(self):
        return self.scale * special.gamma(1.0 + 1.0 / self.shape)  # HAZARD GL101

    def log_survival(self, t):
        return -((t / self.scale) ** self.shape)

    def log_prob(self, t):
        z = t / self.scale
        return jnp.log(self.shape / self.scale) + (self.shape - 1) * jnp.log(z) - z**self.shape


def objective(raw, times, observed, prior_mean=2.0):
    model = Weibull.from_raw(raw)
    ll = jnp.where(observed, model.log_prob(times), model.log_survival(times)).sum()
    return -ll + (model.mean - prior_mean) ** 2 + 0.0 * gammaln(raw[0] ** 2 + 1.0)


if __name__ == "__main__":
    times = jnp.array([0.5, 1.0, 2.0, 3.0])
    observed = jnp.array([True, True, False, True])
    print(objective(jnp.zeros(2), times, observed))
    print(jax.grad(objective)(jnp.zeros(2), times, observed))
