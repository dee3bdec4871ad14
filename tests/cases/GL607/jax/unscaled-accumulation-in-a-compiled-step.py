# framework: jax
# verdict: wrong
# seen: the step grows with the number of batches
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.mean((x @ w - 1.0) ** 2)


@jax.jit
def step(w, batches, rate):
    total = jnp.zeros_like(w)
    for x in batches:
        total = total + jax.grad(loss)(w, x)  # HAZARD GL607
    return w - rate * total


w, batches = jnp.zeros(3), [jnp.ones((4, 3)), 2.0 * jnp.ones((4, 3))]
stepped = step(w, batches, 0.1)
expected = w - 0.1 * jax.grad(loss)(w, jnp.concatenate(batches))
print("OBSERVED", "wrong" if not jnp.allclose(stepped, expected) else "clean")
