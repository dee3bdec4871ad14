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


x = jax.random.normal(jax.random.key(0), (40, 3))
print(jax.grad(loss)(jnp.array([0.4, -0.2, 0.3]), x, jnp.ones(40)))
