# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax


def make(labels):
    return optax.multi_transform({"train": optax.adam(0.1), "freeze": optax.set_to_zero()}, labels)


def fit(params, steps):
    tx = make({"a": "train", "b": "freeze"})
    state = tx.init(params)
    for step in range(steps):
        if step == 20:
            tx = make({"a": "freeze", "b": "train"})
            state = tx.init(params)
        grads = jax.grad(lambda p: jnp.sum(p["a"] ** 2 + p["b"] ** 2))(params)
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params


left = fit({"a": jnp.ones(1), "b": jnp.ones(1)}, 40)
assert left["a"][0] != 1.0 and left["b"][0] != 1.0
