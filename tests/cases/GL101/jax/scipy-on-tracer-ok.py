# framework: jax
# verdict: clean
# seen: score [6.84, 12.34]
import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.stats import norm
from scipy.special import gammaln

x = np.array([0.0, 1.0, 2.0], np.float32)
y = np.array([0.1, 1.2, 1.9], np.float32)
counts = np.array([2.0, 0.0, 5.0])
log_factorial = gammaln(counts + 1.0)


def log_likelihood(theta):
    mean = theta[0] + theta[1] * x
    gaussian = jnp.sum(norm.logpdf(y, loc=mean, scale=0.5))
    poisson = jnp.sum(counts * mean - jnp.exp(mean) - log_factorial)
    return gaussian + poisson


theta = jnp.array([0.2, 0.4])
got = jax.grad(log_likelihood)(theta)
mean = 0.2 + 0.4 * x
slope = (y - mean) / 0.25 + counts - np.exp(mean)
assert np.allclose(got, [slope.sum(), (slope * x).sum()], atol=1e-3)
print("OBSERVED clean", "score", [round(float(g), 2) for g in got])
