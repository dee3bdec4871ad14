# framework: jax
# verdict: wrong
# seen: each device moves its own copy by its own gradient
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(weights, x, y):
    return jnp.mean((x @ weights - y) ** 2)


def update(weights, state, x, y):
    grads = jax.grad(loss_fn)(weights, x, y)
    changes, state = tx.update(grads, state, weights)  # HAZARD GL612
    weights = optax.apply_updates(weights, changes)
    return weights, state


mapped = jax.pmap(update, axis_name="devices")
n = jax.local_device_count()
weights = jnp.ones((n, 3))
state = jax.pmap(tx.init)(weights)
for _ in range(2):
    weights, state = mapped(weights, state, jnp.ones((n, 4, 3)), jnp.ones((n, 4)))
