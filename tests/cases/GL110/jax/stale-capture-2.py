# framework: jax
# verdict: wrong
# seen: second half still steps by 0.5
import jax
import jax.numpy as jnp

learning_rate = 0.5


def loss(w):
    return 0.5 * jnp.sum((w - 1.0) ** 2)


@jax.jit
def update(w):
    return w - learning_rate * jax.grad(loss)(w)  # HAZARD GL110


w = jnp.zeros(2)
for step in range(10):
    if step == 5:
        learning_rate = 0.05
    before, w = w, update(w)
taken = float((w - before)[0] / (1.0 - before)[0])
assert abs(taken - 0.5) < 1e-4
print("OBSERVED wrong", "second half still steps by", round(taken, 2))
