# framework: jax
# verdict: clean
# seen: (2, 4): the field of the module is a number of Python inside of the lifted scan
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class Block(nn.Module):
    width: int = 4

    @nn.compact
    def __call__(self, x, shift):
        scale = self.param("scale", nn.initializers.normal(stddev=1 / np.sqrt(self.width)), (self.width,))
        return x * scale + shift


class Stack(nn.Module):
    width: int = 4

    @nn.compact
    def __call__(self, x, shifts):
        block = Block(width=self.width)
        turn = nn.scan(
            lambda module, carry, shift: (module(carry, shift), None),
            variable_broadcast="params",
            split_rngs={"params": False},
        )
        return turn(block, x, shifts)[0]


net = Stack()
weights = net.init(jax.random.key(0), jnp.ones((2, 4)), jnp.ones((3, 4)))
loss = lambda w: net.apply(w, jnp.ones((2, 4)), jnp.ones((3, 4))).sum()  # noqa: E731
jax.grad(loss)(weights)
print(net.apply(weights, jnp.ones((2, 4)), jnp.ones((3, 4))).shape)
