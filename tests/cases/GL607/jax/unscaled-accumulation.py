# framework: jax
# verdict: wrong
# seen: step 4.0 times that of the full batch
import jax
import jax.numpy as jnp
import optax

ACCUMULATION_STEPS = 4
tx = optax.sgd(0.01)


def loss_fn(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


def accumulated_step(params, opt_state, micro_batches):
    total = jax.tree_util.tree_map(jnp.zeros_like, params)
    for x, y in micro_batches:
        grads = jax.grad(loss_fn)(params, x, y)
        total = jax.tree_util.tree_map(jnp.add, total, grads)  # HAZARD GL607
    updates, opt_state = tx.update(total, opt_state)
    return optax.apply_updates(params, updates), opt_state


key = jax.random.PRNGKey(0)
x, y = jax.random.normal(key, (32, 3)), jax.random.normal(key, (32,))
params = {"w": jnp.array([0.1, -0.2, 0.3]), "b": jnp.array(0.5)}
micro = list(zip(jnp.split(x, ACCUMULATION_STEPS), jnp.split(y, ACCUMULATION_STEPS)))
after, _ = accumulated_step(params, tx.init(params), micro)
full = jax.grad(loss_fn)(params, x, y)
ratio = (params["b"] - after["b"]) / (0.01 * full["b"])
assert jnp.isclose(ratio, 4.0, rtol=1e-2)
print("OBSERVED wrong", "step", round(float(ratio), 1), "times that of the full batch")
