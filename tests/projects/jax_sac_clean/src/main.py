from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np

from rl.critic import critic, init_critic
from rl.losses import make_critic_loss
from rl.targets import soft_update


def replay(params, n, rng):
    obs = rng.normal(size=(n, 3))
    greedy = np.argmax(np.asarray(critic(params, obs)), axis=1)
    action = np.where(rng.random(n) < 0.3, rng.integers(0, 2, n), greedy)
    reward = (action == (obs[:, 0] > 0)).astype(float)
    return SimpleNamespace(obs=jnp.asarray(obs), action=jnp.asarray(action), reward=jnp.asarray(reward), next_obs=jnp.asarray(rng.normal(size=(n, 3))), done=jnp.zeros(n))


def main():
    rng = np.random.default_rng(0)
    online = init_critic(jax.random.PRNGKey(0), 3, 2)
    target = online
    grad_fn = jax.value_and_grad(make_critic_loss(critic, 0.9), has_aux=True)
    for step in range(10):
        batch = replay(online, 32, rng)
        (loss, priority), grads = grad_fn(online, target, batch)
        online = jax.tree_util.tree_map(lambda p, g: p - 0.05 * g, online, grads)
        target = soft_update(target, online, 0.05)
    print(f"loss {float(loss):.4f} reward {float(batch.reward.mean()):.3f} worst {np.max(priority):.3f}")


if __name__ == "__main__":
    main()
