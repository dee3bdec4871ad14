# framework: jax
# verdict: raises
# seen: jax.errors.UnexpectedTracerError: Encountered an unexpected tracer. A function transformed by JAX had a side effect, allowing for a reference to an in
import jax
import jax.numpy as jnp

cache = {}


@jax.jit
def encode(w, x):
    h = jnp.tanh(x @ w)
    cache["hidden"] = h  # HAZARD GL507
    return jnp.sum(h ** 2)


jax.grad(encode)(jnp.ones((2, 2)), jnp.ones((1, 2)))
print(cache["hidden"] + 1)
