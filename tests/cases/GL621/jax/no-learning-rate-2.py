# framework: jax
# verdict: wrong
# seen: the loss grows at every step
import jax.numpy as jnp
import optax
from flax import nnx


def loss_fn(model, inputs):
    return jnp.mean((model(inputs) - 1.0) ** 2)


model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.scale_by_rms(), wrt=nnx.Param)  # HAZARD GL621
inputs = jnp.array([[1.0, -0.5, 2.0]])
losses = []
for _ in range(5):
    loss, grads = nnx.value_and_grad(loss_fn)(model, inputs)
    optimizer.update(model, grads)
    losses.append(float(loss))
print("OBSERVED", "wrong" if losses[-1] > losses[0] else "clean")
