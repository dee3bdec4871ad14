# framework: jax
# verdict: wrong
# seen: what was drawn stays as it is
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Mixer(nnx.Module):
    def __init__(self, dim, key, rngs):
        self.inner = nnx.Linear(dim, dim, rngs=rngs)
        self.mix = nnx.Variable(jax.random.uniform(key, (dim,)))  # HAZARD GL308

    def __call__(self, x):
        x = self.inner(x)
        return (x * self.mix).sum(-1, keepdims=True)


model = Mixer(3, jax.random.key(1), nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
before = jnp.array(model.mix[...])
x = jnp.linspace(-1.0, 1.0, 12).reshape(4, 3)


def loss_fn(model):
    return jnp.mean((model(x) - 1.0) ** 2)


for _ in range(2):
    optimizer.update(model, nnx.grad(loss_fn)(model))
print("OBSERVED", "wrong" if bool(jnp.all(before == model.mix[...])) else "clean")
