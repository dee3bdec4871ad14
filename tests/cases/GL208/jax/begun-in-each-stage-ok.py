# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(0.1)


def fit(params, steps):
    state = tx.init(params)
    for _ in range(steps):
        grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params)
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params


params = {"w": jnp.array([2.0, -3.0])}
for _ in range(2):
    params = fit(params, 30)
for other in (optax.sgd(0.1), optax.adam(0.1), optax.adamw(0.1)):
    state = other.init(params)
    updates, state = other.update(jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params), state, params)
    params = optax.apply_updates(params, updates)
assert float(jnp.sum(params["w"] ** 2)) < 1.0
