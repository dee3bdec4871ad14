# framework: jax
# verdict: clean
# seen: averaged, only looked at, or trained independently on purpose
import functools

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss_fn(weights, x, y):
    return jnp.mean((x @ weights - y) ** 2)


@functools.partial(jax.pmap, axis_name="devices")
def update(weights, state, x, y):
    grads = jax.lax.pmean(jax.grad(loss_fn)(weights, x, y), "devices")
    changes, state = tx.update(grads, state, weights)
    return optax.apply_updates(weights, changes), state


@functools.partial(jax.pmap, axis_name="devices")
def inspect(weights, x, y):
    return jax.grad(loss_fn)(weights, x, y)


@jax.pmap
def alone(weights, x, y):
    return weights - 0.1 * jax.grad(loss_fn)(weights, x, y)


n = jax.local_device_count()
weights = jnp.ones((n, 3))
state = jax.pmap(tx.init)(weights)
x, y = jnp.ones((n, 4, 3)), jnp.ones((n, 4))
weights, state = update(weights, state, x, y)
assert inspect(weights, x, y).shape == (n, 3)
assert alone(weights, x, y).shape == (n, 3)
