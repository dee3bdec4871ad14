# framework: jax
# verdict: clean
# seen: with one side constant the ratio is 1 and its gradient is that of the log-probability
import jax
import jax.numpy as jnp


def chosen(weights, seen, taken):
    return jax.nn.log_softmax(seen @ weights)[jnp.arange(len(taken)), taken]


def surrogate(weights, seen, taken, advantage):
    before = jax.lax.stop_gradient(chosen(weights, seen, taken))
    ratio = jnp.exp(chosen(weights, seen, taken) - before)
    return -jnp.mean(ratio * advantage)


def spread(weights, key, seen):
    one, two = jax.random.split(key)
    first = seen * jax.random.normal(one, seen.shape) @ weights
    second = seen * jax.random.normal(two, seen.shape) @ weights
    return jnp.mean(jnp.exp(first - second))


seen = jax.random.normal(jax.random.key(1), (4, 3))
weights = jnp.ones((3, 2))
assert jnp.abs(jax.grad(surrogate)(weights, seen, jnp.array([0, 1, 1, 0]), jnp.arange(4.0))).max() > 0
assert jnp.abs(jax.grad(spread)(weights, jax.random.key(0), seen)).max() > 0
print("OBSERVED clean")
