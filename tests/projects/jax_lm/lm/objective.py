import jax
import jax.numpy as jnp

from lm.model import forward


def next_token_loss(params, tokens):
    logits = forward(params, tokens[:, :-1])
    logp = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(logp, tokens[:, 1:, None], axis=-1)
    loss = -picked.mean()
    if loss > 20.0:  # HAZARD branch GL506
        loss = jnp.minimum(loss, 20.0)
    return loss
