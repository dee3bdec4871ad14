import jax.numpy as jnp
from flax import nnx


class ValueNet(nnx.Module):
    def __init__(self, features, actions, *, rngs):
        self.hidden = nnx.Linear(features, 8, rngs=rngs)
        self.out = nnx.Linear(8, actions, rngs=rngs)
        self.risk = nnx.Param(jnp.zeros(()))

    def __call__(self, x):
        return self.out(nnx.tanh(self.hidden(x)))
