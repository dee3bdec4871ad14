# framework: jax
# verdict: clean
# seen: Flax's scan around a method hands it one row after the other
from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp


class Rows(nn.Module):
    length: int = 4
    width: int = 2

    def setup(self):
        self.dense = nn.Dense(self.width)

    def __call__(self, x):
        start = jnp.zeros((self.length, self.width))
        _, out = self.row(start, (jax.nn.one_hot(x, self.width), jnp.ones(self.length)))
        return jnp.sum(out)

    @partial(nn.transforms.scan, variable_broadcast="params", split_rngs={"params": False})
    def row(self, carry, x):
        shifted = jnp.concatenate((jnp.zeros((1, self.width)), x[0]), axis=0)[:-1]
        carry = carry + self.dense(shifted)
        return carry, jnp.sum(carry * x[1])


net = Rows()
x = jnp.zeros((4, 4), dtype=int)
params = net.init(jax.random.PRNGKey(0), x)
print(jax.grad(net.apply)(params, x))
