import jax
import optax

from clf.losses import accuracy_surrogate, cross_entropy


def make_step(model, tx, weight):
    def objective(params, x, y):
        logits = model.apply({"params": params}, x)
        return cross_entropy(logits, y) + weight * accuracy_surrogate(logits, y)

    @jax.jit
    def step(params, opt_state, x, y):
        loss, grads = jax.value_and_grad(objective)(params, x, y)
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        return params, opt_state, loss

    return step
