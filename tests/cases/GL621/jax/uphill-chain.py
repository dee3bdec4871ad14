# framework: jax
# verdict: wrong
# seen: the loss grows at every step
import jax
import jax.numpy as jnp
import optax


def make_optimizer(rate=0.05):
    schedule = optax.constant_schedule(0.05)
    return optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.scale_by_rms(),
        optax.scale_by_schedule(schedule),  # HAZARD GL621
    )


params = jnp.array([2.0, -1.0])
tx = make_optimizer()
state = tx.init(params)
losses = []
for _ in range(5):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum(p**2))(params)
    updates, state = tx.update(grads, state, params)
    params = optax.apply_updates(params, updates)
    losses.append(float(loss))
print("OBSERVED", "wrong" if losses[-1] > losses[0] else "clean")
