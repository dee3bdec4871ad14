# framework: jax
# verdict: zero
# seen: template gradient all zero
import jax
import jax.numpy as jnp


def best_offset(template, signal):
    scores = jnp.correlate(signal, template, mode="valid")
    return jnp.argmax(scores)  # HAZARD GL403


def alignment_loss(template, signal, wanted):
    return (best_offset(template, signal) - wanted) ** 2


signal = jnp.sin(jnp.linspace(0.0, 6.0, 20))
template = jnp.array([0.1, 0.5, 0.9, 0.5])
slope = jax.grad(lambda t: alignment_loss(t, signal, 9.5))(template)
assert not slope.any()
print("OBSERVED zero", "template gradient all zero")
