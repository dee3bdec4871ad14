# framework: jax
# verdict: clean
# seen: length scale fitted
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


class GaussianProcess:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.log_scale = jnp.array(0.0)

    def negative_log_likelihood(self, log_scale):
        gap = (self.x[:, None] - self.x[None, :]) * jnp.exp(-log_scale)
        k = jnp.exp(-0.5 * gap**2) + 0.1 * jnp.eye(self.x.size)
        return 0.5 * self.y @ jnp.linalg.solve(k, self.y) + 0.5 * jnp.linalg.slogdet(k)[1]

    def fit(self, steps, rate):
        for _ in range(steps):
            slope = jax.grad(self.negative_log_likelihood)(self.log_scale)
            self.log_scale = self.log_scale - rate * slope


gp = GaussianProcess(jnp.array([0.0, 0.5, 2.0]), jnp.array([0.1, 0.6, -0.4]))
check_grads(gp.negative_log_likelihood, (gp.log_scale,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
before = gp.negative_log_likelihood(gp.log_scale)
gp.fit(5, 0.1)
assert gp.negative_log_likelihood(gp.log_scale) < before
print("OBSERVED clean", "length scale fitted")
