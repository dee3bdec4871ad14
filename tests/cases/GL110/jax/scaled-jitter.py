# framework: jax
# verdict: wrong
# seen: the same noise in every call
import random

import jax
import jax.numpy as jnp


@jax.jit
def noisy_loss(w, x):
    jitter = random.random() * 0.1 + 0.05  # HAZARD GL110
    return jnp.mean((x @ w + jitter) ** 2)


w, x = jnp.ones(3), jnp.ones((4, 3))
first, second = noisy_loss(w, x), noisy_loss(w, x)
print("OBSERVED", "wrong" if first == second else "clean")
jax.grad(noisy_loss)(w, x)
