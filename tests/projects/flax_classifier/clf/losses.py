import jax
import jax.numpy as jnp
import optax


def cross_entropy(logits, labels):
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def accuracy_surrogate(logits, labels):
    pred = jnp.argmax(logits, axis=-1)  # HAZARD argmax GL403
    return jnp.mean((pred - labels) ** 2.0)
