# framework: jax
# verdict: zero
# seen: policy gradient all zero
import jax
import jax.numpy as jnp
from jax import lax


def policy_loss(params, obs, actions, rewards):
    log_probs = jax.nn.log_softmax(obs @ params["w"] + params["b"])
    chosen = jnp.take_along_axis(log_probs, actions[:, None], axis=1)[:, 0]
    advantage = rewards - rewards.mean()
    return -jnp.mean(lax.stop_gradient(chosen) * advantage)  # HAZARD GL401


params = {"w": jnp.ones((3, 2)) * 0.1, "b": jnp.zeros(2)}
obs = jax.random.normal(jax.random.PRNGKey(0), (4, 3))
actions = jnp.array([0, 1, 1, 0])
rewards = jnp.array([1.0, 0.0, 2.0, -1.0])
grads = jax.grad(policy_loss)(params, obs, actions, rewards)
assert not grads["w"].any() and not grads["b"].any()
print("OBSERVED zero", "policy gradient all zero")
