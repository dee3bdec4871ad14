import jax
import jax.numpy as jnp


def huber(error, delta=1.0):
    if jnp.abs(error).max() < delta:  # HAZARD GL506
        return 0.5 * error**2
    return delta * (jnp.abs(error) - 0.5 * delta)


def bootstrap(values, reward, gamma):
    return reward + gamma * values.max(-1)


def td_loss(values, action, reward, gamma):
    chosen = jnp.take_along_axis(values, action[:, None], axis=-1)
    goal = jax.lax.stop_gradient(bootstrap(values, reward, gamma))
    return huber(chosen - goal).mean()  # HAZARD GL510
