import equinox as eqx
import jax
import optax


def nll(model, batch):
    return -jax.vmap(model.log_prob)(batch).mean()


@eqx.filter_jit
def step(model, opt_state, batch, tx):
    loss, grads = eqx.filter_value_and_grad(nll)(model, batch)
    updates, opt_state = tx.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss
