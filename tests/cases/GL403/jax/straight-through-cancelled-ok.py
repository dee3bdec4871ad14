# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def binarize(w):
    return w + jax.lax.stop_gradient(jnp.sign(w) - w)


def residual(w):
    moved = w + jnp.tanh(w)
    return moved - w


def loss_fn(w, x):
    return jnp.mean((x @ binarize(w) - residual(w)) ** 2)


w = jnp.array([0.3, -0.6, 1.1])
grads = jax.grad(loss_fn)(w, jnp.eye(3))
print("OBSERVED", "zero" if not grads.any() else "clean")
