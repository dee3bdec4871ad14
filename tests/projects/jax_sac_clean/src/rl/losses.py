import jax.numpy as jnp

from rl.targets import bootstrap


def make_critic_loss(critic, discount):
    def loss(params, target_params, batch):
        goal = bootstrap(critic, target_params, batch.reward, batch.next_obs, batch.done, discount)
        q = jnp.take_along_axis(critic(params, batch.obs), batch.action[:, None], axis=1)[:, 0]
        error = q - goal
        return jnp.mean(error ** 2), jnp.abs(error)
    return loss
