"""Loss functions in JAX that cannot be differentiated as they are written."""

import jax
import jax.numpy as jnp
import numpy as np


def robust_loss(w: jax.Array, x: jax.Array, target: jax.Array) -> jax.Array:
    residual = x @ w - target
    return jnp.mean(np.tanh(residual) ** 2)  # NumPy cannot follow a traced array


def clipped_loss(w: jax.Array, x: jax.Array) -> jax.Array:
    scores = x @ w
    scores[0] = 0.0  # arrays are immutable: scores.at[0].set(0.0)
    return jnp.sum(scores**2)


def vote(w: jax.Array, x: jax.Array) -> jax.Array:
    return jnp.argmax(x @ w).astype(float)  # piecewise constant: the gradient is zero


if __name__ == "__main__":
    w, x, target = jnp.ones(3), jnp.ones((4, 3)), jnp.zeros(4)
    print(jax.grad(robust_loss)(w, x, target))
    print(jax.grad(clipped_loss)(w, x))
    print(jax.grad(vote)(w, x))
