# framework: jax
# verdict: clean
# seen: a Cache of Flax NNX takes item assignment: keys and values are stored, and the gradient is finite
import jax
import jax.numpy as jnp
from flax import nnx


class Attention(nnx.Module):
    def __init__(self, length, rngs):
        self.query = nnx.Linear(3, 3, rngs=rngs)
        self.keys = nnx.Cache(jnp.zeros((length, 3)))
        self.values = nnx.Cache(jnp.zeros((length, 3)))
        self.keys[...] = jax.random.normal(jax.random.key(0), (length, 3))

    def caches(self):
        return self.keys, self.values

    def __call__(self, x):
        keys, values = self.caches()
        values[0] = jnp.ones(3)
        weights = jax.nn.softmax(self.query(x) @ keys[...].T)
        return weights @ values[...]


net = Attention(4, nnx.Rngs(0))
print(net(jnp.ones((2, 3))).sum())
print(nnx.grad(lambda m: (m.query(jnp.ones((2, 3))) @ m.keys[...].T).sum())(net))
