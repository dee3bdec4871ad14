# framework: jax
# verdict: clean
# seen: a coefficient that is no parameter gets the constant zero
import jax
import jax.numpy as jnp


@jax.custom_vjp
def z_loss(logits, targets, weight):
    log_z = jax.nn.logsumexp(logits, axis=-1)
    return jnp.mean(log_z - jnp.sum(targets * logits, axis=-1)) + weight * jnp.mean(log_z**2)


def forward(logits, targets, weight):
    return z_loss(logits, targets, weight), (logits, targets, weight)


def backward(kept, g):
    logits, targets, weight = kept
    count = logits.shape[0]
    log_z = jax.nn.logsumexp(logits, axis=-1, keepdims=True)
    probabilities = jnp.exp(logits - log_z)
    for_logits = g * (probabilities * (1.0 + 2.0 * weight * log_z) - targets) / count
    for_targets = -g * logits / count
    return jnp.asarray(for_logits, logits.dtype), jnp.asarray(for_targets, targets.dtype), jnp.array(0.0)


z_loss.defvjp(forward, backward)
logits = jnp.array([[2.0, -1.0, 0.5]])
targets = jnp.array([[0.0, 1.0, 0.0]])
got = jax.grad(lambda value: 3.0 * z_loss(value, targets, 0.1))(logits)
step = 1e-3
up, down = logits.at[0, 0].add(step), logits.at[0, 0].add(-step)
expected = 3.0 * (z_loss(up, targets, 0.1) - z_loss(down, targets, 0.1)) / (2 * step)
assert abs(float(got[0, 0] - expected)) < 1e-2
print("OBSERVED clean", float(got[0, 0]))
