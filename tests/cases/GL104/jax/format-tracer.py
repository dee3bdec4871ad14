# framework: jax
# verdict: raises
# seen: TypeError: unsupported format string passed to LinearizeTracer.__format__
import jax
import jax.numpy as jnp


def huber(residual, delta=1.0):
    size = jnp.abs(residual)
    return jnp.where(size < delta, 0.5 * residual**2, delta * (size - 0.5 * delta))


def loss_fn(w, x, y):
    loss = huber(x @ w - y).mean()
    print(f"loss = {loss:.4f}")  # HAZARD GL104
    return loss


x = jnp.array([[1.0, 2.0], [0.5, -1.0]])
y = jnp.array([1.0, 3.0])
w = jnp.zeros(2)
for epoch in range(3):
    value, slope = jax.value_and_grad(loss_fn)(w, x, y)
    w = w - 0.1 * slope
print(w)
