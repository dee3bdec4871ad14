# framework: jax
# verdict: clean
# seen: traced once for two batches of a size, and again for another size
import jax
import jax.numpy as jnp


def test_compiled_once():
    traces = 0

    @jax.jit
    def loss(w, x):
        nonlocal traces
        traces += 1
        return jnp.mean((x @ w) ** 2)

    w = jnp.ones(2)
    jax.grad(loss)(w, jnp.ones((3, 2)))
    assert traces == 1
    jax.grad(loss)(w, jnp.zeros((3, 2)))
    assert traces == 1
    jax.grad(loss)(w, jnp.ones((4, 2)))
    return traces


print("OBSERVED clean", test_compiled_once())
