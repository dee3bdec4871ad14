# framework: jax
# verdict: clean
# seen: (3, 4): a lifted vmap hands the module on as it is
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class Head(nn.Module):
    rate: float = 2.0

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(x) * np.exp(-self.rate)


class Heads(nn.Module):
    @nn.compact
    def __call__(self, x):
        def run(module, row):
            return module(row)

        return nn.vmap(run, variable_axes={"params": None}, split_rngs={"params": False})(Head(rate=3.0), x)


net = Heads()
weights = net.init(jax.random.key(0), jnp.ones((3, 2)))
jax.grad(lambda w: net.apply(w, jnp.ones((3, 2))).sum())(weights)
print(net.apply(weights, jnp.ones((3, 2))).shape)
