import jax
import jax.numpy as jnp


def bootstrap(critic, target_params, reward, next_obs, done, discount):
    value = jnp.max(critic(target_params, next_obs), axis=-1)
    return jax.lax.stop_gradient(reward + discount * (1.0 - done) * value)


def soft_update(target, online, tau):
    return jax.tree_util.tree_map(lambda t, o: (1 - tau) * t + tau * o, target, online)
