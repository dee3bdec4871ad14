# framework: jax
# verdict: clean
# seen: the loss falls
import jax
import jax.numpy as jnp
import optax

params = jnp.array([2.0, -1.0])
tx = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam())
state = tx.init(params)
losses = []
for _ in range(5):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum(p**2))(params)
    directions, state = tx.update(grads, state, params)
    params = optax.apply_updates(params, jax.tree.map(lambda d: -0.1 * d, directions))
    losses.append(float(loss))
print("OBSERVED", "wrong" if losses[-1] > losses[0] else "clean")
