# framework: jax
# verdict: wrong
# seen: the gradient is not that of the prediction alone
import haiku as hk
import jax
import jax.numpy as jnp

network = hk.without_apply_rng(hk.transform(lambda x: hk.nets.MLP([4, 1])(x)))
weights = network.init(jax.random.PRNGKey(0), jnp.ones((1, 2)))


def error(weights, state, reward, following):
    target = reward + 0.9 * network.apply(weights, following)[:, 0]  # HAZARD GL414
    return jnp.mean((network.apply(weights, state)[:, 0] - target) ** 2)


def meant(weights, state, reward, following):
    target = jax.lax.stop_gradient(reward + 0.9 * network.apply(weights, following)[:, 0])
    return jnp.mean((network.apply(weights, state)[:, 0] - target) ** 2)


batch = jnp.ones((3, 2)), jnp.ones(3), jnp.array([[0.5, -1.0]] * 3)
given, wanted = jax.grad(error)(weights, *batch), jax.grad(meant)(weights, *batch)
assert not jnp.allclose(given["mlp/~/linear_1"]["b"], wanted["mlp/~/linear_1"]["b"])
print("OBSERVED wrong")
