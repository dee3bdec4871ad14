# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


def train(w, x, y, lr=0.1):
    step = jax.jit(jax.value_and_grad(lambda w: jnp.mean((x * w - y) ** 2)))
    for _ in range(2):
        g, loss = step(w)  # HAZARD GL505
        w = w - lr * g
    return w


a = train(jnp.array(3.0), jnp.array([1.0, 2.0]), jnp.array([0.0, 0.0]))
print("OBSERVED", "wrong" if not jnp.isclose(a, 3.0 * 0.5 ** 2) else "clean")
