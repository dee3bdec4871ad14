# framework: jax
# verdict: clean
# seen: the agreement trains the online weights
import jax
import jax.numpy as jnp


def agreement(online, target):
    target = jax.lax.stop_gradient(target)
    return 2 - 2 * (online * target).sum(-1).mean()


def spread(z):
    return jnp.log1p(jnp.exp(-2 * z).mean())


def loss(params, target_params, first, second):
    online, target = jnp.tanh(first @ params), jnp.tanh(second @ target_params)
    return agreement(online, target) + 0.1 * spread(online)


@jax.jit
def step(params, target_params, first, second):
    return params - 0.1 * jax.grad(loss)(params, target_params, first, second)


one, two = jax.random.normal(jax.random.PRNGKey(0), (2, 8, 4))
weights = jnp.full((4, 3), 0.1)
print(step(weights, weights, one, two))
