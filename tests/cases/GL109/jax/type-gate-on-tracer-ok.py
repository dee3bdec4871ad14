# framework: jax
# verdict: clean
# seen: temperature gradient -0.4
import jax
import jax.numpy as jnp


def tempered(logits, temperature=None, axis=-1):
    if temperature is not None:
        logits = logits / temperature
    if isinstance(axis, str):
        axis = {"rows": 1, "columns": 0}[axis]
    return jax.nn.log_softmax(logits, axis=axis)


def calibration_loss(params, logits, labels):
    temperature = params["t"] if isinstance(params, dict) else params
    if not isinstance(logits, jnp.ndarray):
        logits = jnp.asarray(logits)
    log_probs = tempered(logits, temperature, axis="rows")
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


logits = [[4.0, 0.0, 1.0], [0.5, 3.0, 0.1]]
labels = jnp.array([0, 2])
slope = jax.grad(calibration_loss)({"t": 1.5}, logits, labels)["t"]
numeric = (calibration_loss(1.51, logits, labels) - calibration_loss(1.49, logits, labels)) / 0.02
assert jnp.isclose(slope, numeric, rtol=1e-2)
print("OBSERVED clean", "temperature gradient", round(float(slope), 1))
