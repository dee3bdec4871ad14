# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(0.1)


@jax.jit
def step(params, opt_state, x):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum((p * x - 1) ** 2))(params)
    updates, new_state = tx.update(grads, opt_state, params)  # HAZARD GL208
    return optax.apply_updates(params, updates), opt_state, loss


params = jnp.array([3.0])
opt_state = tx.init(params)
for _ in range(3):
    params, opt_state, loss = step(params, opt_state, jnp.array([2.0]))
print("OBSERVED", "wrong" if opt_state[0].count == 0 else "clean")
