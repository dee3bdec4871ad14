# framework: jax
# verdict: wrong
# seen: the gradient is that of the error alone
import jax
import jax.numpy as jnp


def hits(scores):
    return jnp.mean((scores > 0.5).astype(jnp.float32))  # HAZARD GL403


def loss(weights, x, y):
    scores = x @ weights
    return jnp.mean((scores - y) ** 2) - 0.1 * hits(scores)


print(jax.grad(loss)(jnp.ones(3), jnp.ones((4, 3)), jnp.ones(4)))
