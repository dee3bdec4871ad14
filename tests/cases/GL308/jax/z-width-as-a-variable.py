# framework: jax
# verdict: zero
# seen: the width stays as it was
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Kernel(nnx.Module):
    def __init__(self, rngs):
        self.into = nnx.Linear(3, 2, rngs=rngs)
        self.log_width = nnx.Variable(jnp.zeros((2,)))  # HAZARD GL308

    def __call__(self, x):
        width = jnp.exp(self.log_width[...])
        return jnp.exp(-((self.into(x) / width) ** 2))


model = Kernel(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(0.1), wrt=nnx.Param)
optimizer.update(model, nnx.grad(lambda model: jnp.mean(model(jnp.ones((4, 3)))))(model))
