# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment
import jax
import jax.numpy as jnp


def hinge(w, x, y):
    margin = 1.0 - y * (x @ w)
    margin[margin < 0.0] = 0.0  # HAZARD GL207
    return margin.sum()


x, y = jnp.array([[1.0, 2.0], [-1.0, 0.5]]), jnp.array([1.0, -1.0])
print(jax.grad(hinge)(jnp.array([0.1, 0.2]), x, y))
