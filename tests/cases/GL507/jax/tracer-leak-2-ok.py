# framework: jax
# verdict: clean
# seen: 3 values, falling
import jax
import jax.numpy as jnp

history = []
calls = 0


def objective(x):
    global calls
    calls += 1
    terms = []
    for coordinate in range(x.shape[0]):
        terms.append(jnp.cos(x[coordinate]) + 0.1 * x[coordinate] ** 2)
    cache = {"terms": terms}
    return sum(cache["terms"])


x = jnp.array([0.5, 2.0])
for _ in range(3):
    value, grad = jax.value_and_grad(objective)(x)
    assert jnp.allclose(grad, -jnp.sin(x) + 0.2 * x, atol=1e-5)
    history.append(value)
    x = x - 0.1 * grad
assert calls == 3 and history[0] > history[-1]
print("OBSERVED clean", len(history), "values, falling")
