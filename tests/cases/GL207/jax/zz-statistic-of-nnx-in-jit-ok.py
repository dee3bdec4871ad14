# framework: jax
# verdict: clean
# seen: a statistic of Flax NNX takes item assignment in a compiled step as well
import jax
import jax.numpy as jnp
from flax import nnx


class Centred(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(4, 1, rngs=rngs)
        self.mean = nnx.BatchStat(jnp.zeros((4,)))

    def __call__(self, x):
        self.mean[...] = 0.9 * self.mean[...] + 0.1 * jax.lax.stop_gradient(x.mean(0))
        return self.linear(x - self.mean[...])


@nnx.jit
def step(model, x):
    return nnx.value_and_grad(lambda m: jnp.mean((m(x) - 1.0) ** 2))(model)[1]


model = Centred(nnx.Rngs(0))
gradient = step(model, jnp.ones((3, 4)))
assert float(jnp.abs(model.mean[...]).sum()) > 0
