import jax
import jax.numpy as jnp


def huber(error, delta=1.0):
    small = jnp.abs(error) < delta
    return jnp.where(small, 0.5 * error**2, delta * (jnp.abs(error) - 0.5 * delta))


def bootstrap(values, reward, gamma):
    return reward + gamma * values.max(-1)


def td_loss(values, action, reward, gamma):
    chosen = jnp.take_along_axis(values, action[:, None], axis=-1)
    goal = jax.lax.stop_gradient(bootstrap(values, reward, gamma))
    return huber(chosen.squeeze(-1) - goal).mean()
