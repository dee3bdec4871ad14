# framework: jax
# verdict: raises
# seen: ValueError: IO callbacks do not support JVP.
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

curve = []


def loss_fn(w, x, y):
    residual = x @ w - y
    loss = jnp.mean(residual**2)
    io_callback(lambda v: curve.append(float(v)), None, loss)  # HAZARD GL108
    return loss


x = jnp.array([[1.0, 0.5], [0.2, -1.0]])
y = jnp.array([0.3, 0.7])
w = jnp.zeros(2)
for _ in range(3):
    w = w - 0.1 * jax.grad(loss_fn)(w, x, y)
print(curve)
