# framework: jax
# verdict: zero
# seen: the weights are added and subtracted again, so that their gradient is zero
import jax
import jax.numpy as jnp


def binarize(w):
    hard = jax.lax.stop_gradient(jnp.sign(w))
    moved = w + hard
    return moved - w  # HAZARD GL403


def loss_fn(w, x):
    return jnp.mean((x @ binarize(w) - 1.0) ** 2)


w = jnp.array([0.3, -0.6, 1.1])
grads = jax.grad(loss_fn)(w, jnp.eye(3))
print("OBSERVED", "zero" if not grads.any() else "clean")
