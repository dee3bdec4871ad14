# framework: jax
# verdict: clean
# seen: gradient as expected
from functools import partial

import jax
import jax.numpy as jnp
from flax import struct


class Agent(struct.PyTreeNode):
    weight: jnp.ndarray

    @partial(jax.jit, static_argnames="ratio")
    def update(self, batch, ratio):
        weight = self.weight
        for part in range(ratio):
            assert batch.shape[0] % ratio == 0
            size = batch.shape[0] // ratio
            rows = batch[size * part : size * (part + 1)]
            weight = weight - 0.1 * jax.grad(lambda w: (rows * w).sum())(weight)
        return self.replace(weight=weight)


class Augmenting(Agent):
    @partial(jax.jit, static_argnames="ratio")
    def update(self, batch, ratio):
        return Agent.update(self, 2.0 * batch, ratio)


agent = Augmenting(jnp.ones(2)).update(jnp.ones((4, 2)), 2)
assert not jnp.array_equal(agent.weight, jnp.ones(2))
