# framework: jax
# verdict: clean
# seen: the mean is trained through the inherited density
import jax
import jax.numpy as jnp
import numpyro.distributions as dist


class Clipped(dist.Normal):
    def __init__(self, loc, limit=3.0):
        super().__init__(loc=loc, scale=1.0)
        self.limit = limit

    def log_prob(self, value):
        return super().log_prob(jnp.clip(value, -self.limit, self.limit))


def loss(params, x, action):
    mean = x @ params
    policy = Clipped(mean)
    weight = jax.lax.stop_gradient(jnp.exp(mean))
    return -jnp.mean(weight * policy.log_prob(action))


gradient = jax.grad(loss)(0.1 * jnp.ones((3, 2)), jnp.ones((4, 3)), jnp.ones((4, 2)))
assert float(jnp.abs(gradient).sum()) > 0.1
print("OBSERVED clean", "the mean is trained through the inherited density")
