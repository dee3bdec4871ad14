# framework: jax
# verdict: zero
# seen: temperature gradient 0.0
import jax
import jax.numpy as jnp


def tempered(logits, temperature=None):
    if isinstance(temperature, float):  # HAZARD GL109
        logits = logits / temperature
    return jax.nn.log_softmax(logits)


def calibration_loss(temperature, logits, labels):
    log_probs = tempered(logits, temperature)
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


logits = jnp.array([[4.0, 0.0, 1.0], [0.5, 3.0, 0.1]])
labels = jnp.array([0, 2])
slope = jax.grad(calibration_loss)(1.5, logits, labels)
change = calibration_loss(1.6, logits, labels) - calibration_loss(1.5, logits, labels)
assert float(slope) == 0.0 and abs(float(change)) > 1e-3
print("OBSERVED zero", "temperature gradient", float(slope))
