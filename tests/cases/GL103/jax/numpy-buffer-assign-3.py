# framework: jax
# verdict: raises
# seen: ValueError: setting an array element with a sequence.
import jax
import jax.numpy as jnp
import numpy as np


def rollout(theta, horizon=3):
    rewards = np.empty(horizon)
    s = jnp.array([1.0, 0.0])
    for t in range(horizon):
        s = jnp.tanh(theta @ s)
        rewards[t] = jnp.sum(s)  # HAZARD GL103
    return rewards.sum()


jax.grad(rollout)(jnp.eye(2))
