# framework: jax
# verdict: caught
# seen: the bounds of a slice depend on the number of the round
import jax
import jax.numpy as jnp

WIDTH = 2


def chunked(weights, xs):
    def body(i, total):
        start = i * WIDTH
        return total + jnp.dot(weights, xs[start : start + WIDTH]) ** 2  # HAZARD GL506

    return jax.lax.fori_loop(0, xs.shape[0] // WIDTH, body, 0.0)


def sliced(weights, xs):
    def body(i, total):
        piece = jax.lax.dynamic_slice(xs, (i * WIDTH,), (WIDTH,))
        return total + jnp.dot(weights, piece) ** 2 + xs[i]

    return jax.lax.fori_loop(0, xs.shape[0] // WIDTH, body, 0.0)


assert jax.grad(sliced)(jnp.ones(2), jnp.arange(6.0)).shape == (2,)
try:
    jax.grad(chunked)(jnp.ones(2), jnp.arange(6.0))
except Exception as error:
    print("OBSERVED raises", type(error).__name__)
else:
    raise AssertionError("a traced bound was accepted")
