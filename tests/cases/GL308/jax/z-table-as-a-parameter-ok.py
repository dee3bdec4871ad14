# framework: jax
# verdict: clean
# seen: the table is trained
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.base = nnx.Linear(3, 1, rngs=rngs)
        self.table = nnx.Param(jnp.zeros((3, 1)))

    def __call__(self, x):
        return self.base(x) + x @ self.table


model = Net(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
for _ in range(2):
    optimizer.update(model, nnx.grad(lambda m: jnp.mean((m(jnp.ones((4, 3))) - 1.0) ** 2))(model))
assert float(jnp.abs(model.table[...]).sum()) > 0
