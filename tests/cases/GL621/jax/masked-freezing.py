# framework: jax
# verdict: wrong
# seen: identity hands the gradient of the frozen part on, and it is added
import jax
import jax.numpy as jnp
import optax

params = {"backbone": jnp.array([1.0, 2.0]), "head": jnp.array([0.5, 0.5])}
labels = {"backbone": "frozen", "head": "trained"}
rules = {"frozen": optax.identity(), "trained": optax.adam(1e-2)}
tx = optax.multi_transform(rules, labels)  # HAZARD GL621
state = tx.init(params)
start = params["backbone"]
for _ in range(2):
    grads = jax.grad(lambda p: jnp.sum((p["backbone"] * p["head"] - 3.0) ** 2))(params)
    updates, state = tx.update(grads, state, params)
    params = optax.apply_updates(params, updates)
print("OBSERVED", "clean" if bool(jnp.all(params["backbone"] == start)) else "wrong")
