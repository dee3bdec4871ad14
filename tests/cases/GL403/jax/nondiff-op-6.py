# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


def accuracy_loss(w, x, y):
    logits = x @ w
    pred = jnp.argmax(logits, axis=1)  # HAZARD GL403
    return 1.0 - jnp.mean((pred == y).astype(jnp.float32))


g = jax.grad(accuracy_loss)(jnp.eye(3), jnp.eye(3), jnp.array([0, 1, 2]))
print("OBSERVED", "zero" if not g.any() else "clean")
