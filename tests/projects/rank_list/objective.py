import jax
import jax.numpy as jnp


def listwise(scores, gains, mask):
    logp = jax.nn.log_softmax(jnp.where(mask, scores, -1e9))
    target = gains / jnp.sum(gains, -1, keepdims=True)
    return -jnp.mean(jnp.sum(jnp.where(mask, target * logp, 0.0), -1))


def ndcg_surrogate(scores, gains, mask):
    rank = jnp.argsort(jnp.argsort(-scores, axis=-1), axis=-1)  # HAZARD GL403
    return -jnp.mean(jnp.sum(gains / jnp.log2(rank + 2.0), -1))


def spread(scores, mask):
    centred = scores - jnp.mean(scores, -1, keepdims=True)
    var = jnp.mean(centred**2, -1)
    return jnp.mean(jnp.where(var > 0, jnp.sqrt(var), 0.0))  # HAZARD GL701


def total(scores, gains, mask, weights):
    parts = {"list": listwise(scores, gains, mask), "ndcg": ndcg_surrogate(scores, gains, mask), "spread": spread(scores, mask)}
    return sum(weights[k] * v for k, v in parts.items()), parts
