# framework: jax
# verdict: none
# seen: none
import jax
import jax.numpy as jnp
import optax


def fit(params, x, y, steps=3):
    tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-1))
    state = tx.init(params)
    for _ in range(steps):
        grads = jax.grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
        updates, state = tx.update(grads, state, params)
        optax.apply_updates(params, updates)  # HAZARD GL208
    return params


p = jnp.zeros(2)
q = fit(p, jnp.eye(2), jnp.ones(2))
print("OBSERVED", "none" if jnp.array_equal(p, q) else "clean")
