# framework: jax
# verdict: raises
# seen: TypeError: Cannot concatenate arrays with different numbers of dimensions
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
        _, out = self.row(start, jax.nn.one_hot(x, self.width))
        return jnp.sum(out)

    @partial(nn.transforms.scan, variable_broadcast="params", split_rngs={"params": False})
    def row(self, carry, x):
        shifted = jnp.concatenate((jnp.zeros((1, 1, self.width)), x), axis=0)  # HAZARD GL509
        carry = carry + self.dense(shifted)
        return carry, jnp.sum(carry)


net = Rows()
x = jnp.zeros((4, 4), dtype=int)
params = net.init(jax.random.PRNGKey(0), x)
print(jax.grad(net.apply)(params, x))
