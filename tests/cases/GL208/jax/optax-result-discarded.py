# framework: jax
# verdict: wrong
# seen: loss 13.0 before and after
import jax
import jax.numpy as jnp
import optax


def loss_fn(params):
    return jnp.sum((params["w"] - 2.0) ** 2) + params["b"] ** 2


params = {"w": jnp.array([0.0, 0.0]), "b": jnp.array(-2.2360680)}
tx = optax.adam(0.1)
opt_state = tx.init(params)
first = float(loss_fn(params))
for _ in range(20):
    grads = jax.grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    optax.apply_updates(params, updates)  # HAZARD GL208
last = float(loss_fn(params))
assert first == last
print("OBSERVED wrong", "loss", round(first, 2), "before and after")
