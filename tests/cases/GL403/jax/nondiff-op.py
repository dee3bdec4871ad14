# framework: jax
# verdict: zero
# seen: kernel and bias gradient all zero
import jax
import jax.numpy as jnp


def predict_mask(params, image):
    logits = jax.scipy.signal.convolve2d(image, params["kernel"], mode="same") + params["bias"]
    return jax.nn.sigmoid(logits)


def dice_loss(params, image, truth):
    mask = (predict_mask(params, image) > 0.5).astype(jnp.float32)  # HAZARD GL403
    overlap = jnp.sum(mask * truth)
    return 1.0 - (2.0 * overlap + 1.0) / (mask.sum() + truth.sum() + 1.0)


params = {"kernel": jnp.ones((3, 3)) * 0.2, "bias": jnp.array(-0.1)}
image = jax.random.normal(jax.random.PRNGKey(0), (6, 6))
truth = jnp.where(image > 0.3, 1.0, 0.0)
grads = jax.jit(jax.grad(dice_loss))(params, image, truth)
assert not grads["kernel"].any() and float(grads["bias"]) == 0.0
print("OBSERVED zero", "kernel and bias gradient all zero")
