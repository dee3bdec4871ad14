# framework: jax
# verdict: clean
# seen: compiled and timed before it is trained with, and a step of which only the loss is wanted
import time

import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


@jax.jit
def step(w, state, x):
    loss, grads = jax.value_and_grad(lambda w: jnp.mean((x @ w - 1.0) ** 2))(w)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(w, updates), state, loss


@jax.jit
def evaluate(w, x):
    return jnp.mean((x @ w - 1.0) ** 2)


w, x = jnp.zeros(3), jnp.ones((4, 3))
state = tx.init(w)
begin = time.time()
for _ in range(3):
    step(w, state, x)
print("warm after", time.time() - begin)
for _ in range(3):
    w, state, loss = step(w, state, x)
    evaluate(w, x)
print("OBSERVED", "none" if not w.any() else "clean")
