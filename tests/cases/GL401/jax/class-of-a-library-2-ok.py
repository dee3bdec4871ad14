# framework: jax
# verdict: clean
# seen: the mean is trained through a distribution around it
import jax
import jax.numpy as jnp
import numpyro.distributions as dist


class Policy(dist.Normal):
    """A normal distribution with a name of its own."""


def loss(params, x, action):
    mean = x @ params
    policy = dist.Independent(Policy(mean, 1.0), 1)
    weight = jax.lax.stop_gradient(jnp.exp(mean)).sum(axis=-1)
    return -jnp.mean(weight * policy.log_prob(action))


gradient = jax.grad(loss)(0.1 * jnp.ones((3, 2)), jnp.ones((4, 3)), jnp.ones((4, 2)))
assert float(jnp.abs(gradient).sum()) > 0.1
print("OBSERVED clean", "the mean is trained through a distribution around it")
