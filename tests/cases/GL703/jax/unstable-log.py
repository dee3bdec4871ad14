# framework: jax
# verdict: nan
# seen: policy gradient is nan
import jax
import jax.numpy as jnp


def policy(params, obs):
    return jax.nn.softmax(obs @ params["w"], axis=-1)


def entropy_bonus(params, obs):
    probs = policy(params, obs)
    return -jnp.mean(jnp.sum(probs * jnp.log(probs), axis=-1))  # HAZARD GL703


params = {"w": jnp.array([[100.0, 0.0, -100.0], [0.0, 1.0, 0.0]])}
obs = jnp.array([[1.0, 0.5], [2.0, -1.0]])
grads = jax.grad(entropy_bonus)(params, obs)
assert jnp.isnan(grads["w"]).any()
print("OBSERVED nan", "policy gradient is nan")
