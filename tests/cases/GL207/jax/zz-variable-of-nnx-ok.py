# framework: jax
# verdict: clean
# seen: a variable of Flax NNX takes item assignment, and holds a new array afterwards
import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.head = nnx.Linear(3, 2, rngs=rngs)
        self.scale = nnx.Param(jnp.ones(2))
        self.head.kernel[...] = jax.random.normal(jax.random.key(0), (3, 2)) * 0.01
        self.scale[...] = jnp.full(2, 0.5)

    def __call__(self, x):
        return self.head(x) * self.scale


net = Net(nnx.Rngs(0))
print(nnx.grad(lambda m: m(jnp.ones((4, 3))).sum())(net))
