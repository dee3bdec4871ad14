# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax
import jax.numpy as jnp
from scipy.stats import norm


class LinearGaussian:
    def __init__(self, x, y):
        self.x = jnp.asarray(x)
        self.y = jnp.asarray(y)

    def log_likelihood(self, theta):
        mean = theta[0] + theta[1] * self.x
        return jnp.sum(norm.logpdf(self.y, loc=mean, scale=0.5))  # HAZARD GL101

    def fit(self, theta, steps):
        score = jax.grad(self.log_likelihood)
        for _ in range(steps):
            theta = theta + 0.01 * score(theta)
        return theta


model = LinearGaussian([0.0, 1.0, 2.0], [0.1, 1.2, 1.9])
print(model.fit(jnp.zeros(2), 3))
