# framework: jax
# verdict: clean
# seen: the gradient is not zero: what each agent values reaches the loss, the states beside it are stopped
import sys

import flax.linen as nn
import jax
import jax.numpy as jnp


class Agent(nn.Module):
    @nn.compact
    def __call__(self, x):
        hidden = nn.relu(nn.Dense(4)(x))
        return hidden, nn.Dense(2)(hidden)


names = (sys.argv[1:] or ["left", "right"])[:2]
agent = Agent()
sight = {name: jnp.ones((3, 2)) * (1 + place) for place, name in enumerate(names)}
weights = agent.init(jax.random.key(0), jnp.ones((3, 2)))


def loss(params):
    states, values = zip(*[agent.apply(params, sight[name]) for name in names])
    hidden = jax.lax.stop_gradient(jnp.stack(states))
    by_name = {name: each for name, each in zip(names, values)}
    chosen = jax.tree.map(lambda q: q[..., 0], by_name)
    return jnp.mean((jnp.stack(list(chosen.values())) + hidden.mean()) ** 2)


grads = jax.grad(loss)(weights)
assert any(jnp.any(leaf != 0) for leaf in jax.tree.leaves(grads))
print("all there")
