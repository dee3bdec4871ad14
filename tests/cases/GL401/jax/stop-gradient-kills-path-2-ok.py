# framework: jax
# verdict: clean
# seen: (3, 3)
import jax
import jax.numpy as jnp
from jax import lax


def q_values(params, obs):
    return obs @ params


def td_loss(params, target_params, obs, action, reward, next_obs):
    target = lax.stop_gradient(reward + 0.9 * q_values(target_params, next_obs).max(axis=1))
    soft = lax.stop_gradient(jax.nn.softmax(q_values(params, obs)))
    chosen = jnp.take_along_axis(q_values(params, obs), action[:, None], axis=1)[:, 0]
    regulariser = -jnp.mean(jnp.sum(soft * q_values(params, obs), axis=1))
    return jnp.mean((chosen - target) ** 2) + 0.1 * regulariser


k = jax.random.split(jax.random.PRNGKey(2), 3)
params, obs, next_obs = (jax.random.normal(key, (3, 3)) for key in k)
action, reward = jnp.array([0, 2, 1]), jnp.array([1.0, 0.0, 0.5])
got = jax.jit(jax.grad(td_loss))(params, params, obs, action, reward, next_obs)
gap = (obs @ params)[jnp.arange(3), action] - reward - 0.9 * (next_obs @ params).max(axis=1)
by_chosen = 2.0 / 3.0 * obs.T @ (gap[:, None] * jax.nn.one_hot(action, 3))
expected = by_chosen - 0.1 / 3.0 * obs.T @ jax.nn.softmax(obs @ params)
assert jnp.allclose(got, expected, atol=1e-4)
print("OBSERVED clean", got.shape)
