import jax
import jax.numpy as jnp
import optax


def cross_entropy(logits, labels):
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def accuracy_surrogate(logits, labels):
    pred = jax.nn.softmax(logits) @ jnp.arange(logits.shape[-1], dtype=jnp.float32)
    return jnp.mean((pred - labels) ** 2.0)
