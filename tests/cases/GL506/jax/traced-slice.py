# framework: jax
# verdict: caught
# seen: IndexError: Slice entries must be static integers
import jax
import jax.numpy as jnp


def prefix_loss(weights, count):
    running = jnp.cumsum(weights**2)
    return jnp.sum(running[:count])  # HAZARD GL506


eager = jax.grad(prefix_loss)(jnp.ones(5), 3)
try:
    jax.jit(jax.grad(prefix_loss))(jnp.ones(5), 3)
except Exception as error:
    print("OBSERVED raises", type(error).__name__)
else:
    raise AssertionError("a traced bound was accepted")
