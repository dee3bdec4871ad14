# framework: jax
# verdict: none
# seen: the weights never change: jax.jit hands copies to the step
import jax
import jax.numpy as jnp
import optax
from flax import nnx


def step(model, optimizer, x):
    def loss_fn(model):
        return (model(x) ** 2).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)  # HAZARD GL208
    return loss


model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
before = jnp.array(model.kernel[...])
fast = jax.jit(step)
for _ in range(2):
    fast(model, optimizer, jnp.ones((4, 2)))
assert (model.kernel[...] == before).all()
print("OBSERVED none")
