# framework: jax
# verdict: clean
# seen: the gradient is that with the target stopped
import copy
from collections import namedtuple
from operator import methodcaller
import flax.linen as nn
import jax
import jax.numpy as jnp

Both = namedtuple("Both", "online target")


class Critic(nn.Module):
    width: int

    @nn.compact
    def __call__(self, state):
        return nn.Dense(1)(jnp.tanh(nn.Dense(self.width)(state)))[..., 0]


def learner(apply_fns, gamma):
    _, value_of = apply_fns

    def gradients(params, batch):
        def loss_fn(online_params, target_params, batch):
            value = value_of(online_params, batch["state"])
            target = batch["reward"] + gamma * value_of(target_params, batch["next"])
            return jnp.mean(jnp.square(target - value))

        return jax.value_and_grad(loss_fn)(params.online, params.target, batch)

    return gradients


critic = Critic(width=8)
batch = {"state": jnp.ones((4, 3)), "next": -jnp.ones((4, 3)), "reward": jnp.ones(4)}
online = critic.init(jax.random.PRNGKey(0), batch["state"])
params = Both(online, copy.deepcopy(online))
learn = learner((critic.apply, lambda params, x: methodcaller("apply", params, x)(critic)), 0.9)
loss, grads = learn(params, batch)


def stopped(online):
    target = batch["reward"] + 0.9 * jax.lax.stop_gradient(critic.apply(online, batch["next"]))
    return jnp.mean((target - critic.apply(online, batch["state"])) ** 2)


same = jax.tree.map(jnp.allclose, grads, jax.grad(stopped)(online))
assert all(jax.tree.leaves(same))
print("OBSERVED clean", loss)
