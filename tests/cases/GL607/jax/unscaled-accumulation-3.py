# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train(w, batches):
    state = tx.init(w)
    total = jnp.zeros_like(w)
    for x, y in batches:
        total = total + jax.grad(loss)(w, x, y)  # HAZARD GL607
    updates, state = tx.update(total, state)
    return optax.apply_updates(w, updates), total


key = jax.random.PRNGKey(0)
x, y, w = jax.random.normal(key, (4, 2, 3)), jnp.ones((4, 2)), jnp.ones(3)
_, total = train(w, list(zip(x, y)))
true = jax.grad(loss)(w, x.reshape(8, 3), y.reshape(8))
print("OBSERVED", "wrong" if jnp.allclose(total, 4 * true, atol=1e-4) else "clean")
