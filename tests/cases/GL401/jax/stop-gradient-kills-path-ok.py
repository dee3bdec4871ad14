# framework: jax
# verdict: clean
# seen: ['actor', 'critic']
import jax
import jax.numpy as jnp
from jax import lax


def actor_critic_loss(params, obs, actions, returns):
    value = obs @ params["critic"]
    advantage = lax.stop_gradient(returns - value)
    log_probs = jax.nn.log_softmax(obs @ params["actor"])
    chosen = jnp.take_along_axis(log_probs, actions[:, None], axis=1)[:, 0]
    return -jnp.mean(chosen * advantage) + 0.5 * jnp.mean((returns - value) ** 2)


params = {"actor": jnp.ones((3, 2)) * 0.1, "critic": jnp.array([0.2, -0.1, 0.4])}
obs = jax.random.normal(jax.random.PRNGKey(0), (4, 3))
actions = jnp.array([0, 1, 1, 0])
returns = jnp.array([1.0, 0.0, 2.0, -1.0])
grads = jax.grad(actor_critic_loss)(params, obs, actions, returns)
advantage = returns - obs @ params["critic"]
residual = jax.nn.one_hot(actions, 2) - jax.nn.softmax(obs @ params["actor"])
assert jnp.allclose(grads["actor"], -obs.T @ (advantage[:, None] * residual) / 4, atol=1e-5)
assert jnp.allclose(grads["critic"], -obs.T @ advantage / 4, atol=1e-5)
print("OBSERVED clean", sorted(grads))
