# framework: jax
# verdict: zero
# seen: the temperature stays at one
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Head(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(3, 2, rngs=rngs)
        self.temperature = nnx.Variable(jnp.ones(()))  # HAZARD GL308

    def __call__(self, x):
        return self.linear(x) / jax.nn.softplus(self.temperature[...])


model = Head(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
gradients = nnx.grad(lambda model: jnp.mean(model(jnp.ones((4, 3))) ** 2))(model)
optimizer.update(model, gradients)
