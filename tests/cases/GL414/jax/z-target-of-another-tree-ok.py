# framework: jax
# verdict: clean
# seen: the target is that of slower weights, or the value of another network of the same tree
import haiku as hk
import jax
import jax.numpy as jnp

network = hk.without_apply_rng(hk.transform(lambda x: hk.nets.MLP([4, 1])(x)))
weights = network.init(jax.random.PRNGKey(0), jnp.ones((1, 2)))
slow = network.init(jax.random.PRNGKey(1), jnp.ones((1, 2)))


def error(weights, slow, state, reward, following):
    target = reward + 0.9 * network.apply(slow, following)[:, 0]
    return jnp.mean((network.apply(weights, state)[:, 0] - target) ** 2)


def two(x):
    return hk.Linear(1, name="first")(x), hk.Linear(1, name="second")(x)


pair = hk.without_apply_rng(hk.transform(two))
both = pair.init(jax.random.PRNGKey(2), jnp.ones((1, 2)))


def agreement(both, state, gain):
    first, second = pair.apply(both, state)
    return jnp.mean((first - (gain[:, None] + 0.9 * second)) ** 2)


batch = jnp.ones((3, 2)), jnp.ones(3), jnp.array([[0.5, -1.0]] * 3)
assert jax.grad(error)(weights, slow, *batch)["mlp/~/linear_1"]["b"].any()
assert jax.grad(agreement)(both, jnp.ones((3, 2)), jnp.ones(3))["second"]["b"].any()
print("OBSERVED clean")
