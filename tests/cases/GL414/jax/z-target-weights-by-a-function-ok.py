# framework: jax
# verdict: clean
# seen: the gradient is that with the target stopped
import flax.linen as nn
import jax
import jax.numpy as jnp


class Twin(nn.Module):
    actions: int

    @nn.compact
    def __call__(self, state):
        return nn.Dense(self.actions)(nn.relu(nn.Dense(6)(state)))


class Agent:
    def __init__(self, network, discount):
        self.network = network
        self.discount = discount

    def values(self, weights, state):
        return nn.apply(Twin.__call__, self.network)(weights, state)

    def loss(self, weights, frozen, batch):
        chosen = self.values(weights, batch["state"])[:, 0]
        target = batch["reward"] + self.discount * self.values(frozen, batch["next"]).max(-1)
        return jnp.mean((chosen - target) ** 2)


network = Twin(2)
batch = {"state": jnp.ones((5, 3)), "next": jnp.zeros((5, 3)), "reward": jnp.ones(5)}
weights = network.init(jax.random.PRNGKey(1), batch["state"])
agent = Agent(network, 0.99)
found = jax.grad(agent.loss)(weights, weights, batch)


def stopped(weights):
    target = batch["reward"] + 0.99 * network.apply(jax.lax.stop_gradient(weights), batch["next"]).max(-1)
    return jnp.mean((network.apply(weights, batch["state"])[:, 0] - target) ** 2)


same = jax.tree.map(jnp.allclose, found, jax.grad(stopped)(weights))
assert all(jax.tree.leaves(same))
print("OBSERVED clean")
