# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax
import jax.numpy as jnp
import numpy as np
import optax


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)  # HAZARD GL101


def contrastive_loss(params, anchors, positives):
    a = unit(anchors @ params["proj"])
    p = unit(positives @ params["proj"])
    logits = a @ p.T / 0.1
    return optax.softmax_cross_entropy_with_integer_labels(logits, jnp.arange(a.shape[0])).mean()


tx = optax.adam(1e-3)


@jax.jit
def update(params, opt_state, anchors, positives):
    loss, grads = jax.value_and_grad(contrastive_loss)(params, anchors, positives)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


params = {"proj": jnp.ones((5, 2)) * 0.1}
batch = jax.random.normal(jax.random.PRNGKey(0), (4, 5))
params, state, loss = update(params, tx.init(params), batch, batch + 0.01)
print(loss)
