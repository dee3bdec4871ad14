# framework: jax
# verdict: clean
# seen: the script runs everything as it is written, to print on the way
import jax
import jax.numpy as jnp

jax.config.update("jax_disable_jit", True)


@jax.jit
def step(w, x, y):
    def loss(w):
        return jnp.mean((x @ w - y) ** 2)

    value, grad = jax.value_and_grad(loss)(w)
    if value < 1e-6:
        return w, value
    kept = grad[jnp.abs(grad) > 0]
    return w - 0.1 * grad / max(1.0, float(jnp.linalg.norm(kept))), value


w, value = step(jnp.zeros(2), jnp.eye(2), jnp.ones(2))
assert float(w[0]) > 0
print("OBSERVED clean", float(value))
