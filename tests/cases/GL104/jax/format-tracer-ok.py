# framework: jax
# verdict: clean
# seen: slope -0.75 -0.50
import jax
import jax.numpy as jnp


def huber(residual, delta=1.0):
    size = jnp.abs(residual)
    return jnp.where(size < delta, 0.5 * residual**2, delta * (size - 0.5 * delta))


@jax.jit
def loss_fn(w, x, y):
    print(f"tracing with {x.shape[0]:3d} rows of {x.dtype}, w is {w}")
    loss = huber(x @ w - y).mean()
    jax.debug.print("loss = {value:.4f}", value=loss)
    return loss


x = jnp.array([[1.0, 2.0], [0.5, -1.0]])
y = jnp.array([1.0, 3.0])
w = jnp.zeros(2)
value, slope = jax.value_and_grad(loss_fn)(w, x, y)
expected = x.T @ jnp.clip(x @ w - y, -1.0, 1.0) / 2
assert jnp.allclose(slope, expected, atol=1e-5)
print(f"value {value:.3f}")
print("OBSERVED clean", f"slope {slope[0]:.2f} {slope[1]:.2f}")
