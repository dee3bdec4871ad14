# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


@jax.jit
def guarded_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    norm = optax.global_norm(grads)
    if norm > 1.0:  # HAZARD GL506
        grads = grads / norm
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


params = jnp.zeros(2)
print(guarded_step(params, tx.init(params), jnp.eye(2), jnp.array([3.0, 4.0])))
