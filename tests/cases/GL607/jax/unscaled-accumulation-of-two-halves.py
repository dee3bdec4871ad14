# framework: jax
# verdict: wrong
# seen: the step grows with the number of batches
import jax
import jax.numpy as jnp


def error(slope, x):
    return jnp.mean((slope * x - 2.0 * x) ** 2)


@jax.jit
def epoch(slope, first, second, rate):
    total = 0.0
    for x in (first, second):
        total = total + jax.grad(error)(slope, x)  # HAZARD GL607
    return slope - total * rate


stepped = epoch(0.0, jnp.ones(4), jnp.ones(4), 0.1)
expected = -0.1 * jax.grad(error)(0.0, jnp.ones(8))
print("OBSERVED", "wrong" if not jnp.allclose(stepped, expected) else "clean")
