# framework: jax
# verdict: clean
# seen: 3 losses logged
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import io_callback

curve, peaks = [], []


def loss_fn(w, x, y):
    residual = x @ w - y
    loss = jnp.mean(residual**2)
    jax.debug.callback(lambda v: curve.append(float(v)), loss)
    io_callback(lambda v: peaks.append(float(v)), None, lax.stop_gradient(jnp.max(residual)))
    return loss


x = jnp.array([[1.0, 0.5], [0.2, -1.0]])
y = jnp.array([0.3, 0.7])
w = jnp.zeros(2)
for _ in range(3):
    grad = jax.grad(loss_fn)(w, x, y)
    assert jnp.allclose(grad, x.T @ (x @ w - y), atol=1e-5)
    w = w - 0.1 * grad
jax.effects_barrier()
assert len(curve) == len(peaks) == 3
print("OBSERVED clean", len(curve), "losses logged")
