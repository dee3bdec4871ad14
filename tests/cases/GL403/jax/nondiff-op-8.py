# framework: jax
# verdict: zero
# seen: argmax is the only path to the query (zero); bernoulli draw is the only path to the rate (zero)
"""Hard attention over glimpses and learned dropout rates; the gradient vanishes twice."""
import jax
import jax.numpy as jnp
import numpy as np


def glimpse_hard(scores, patches):
    best = jnp.argmax(scores, axis=-1)  # HAZARD GL403
    return patches[jnp.arange(patches.shape[0]), best]


def glimpse_soft(scores, patches):
    return jnp.einsum("bk,bkd->bd", jax.nn.softmax(scores), patches)


def classify(params, patches, glimpse):
    scores = patches @ params["query"]
    return glimpse(scores, patches) @ params["out"]


def attention_loss(params, patches, y, glimpse):
    return jnp.mean((classify(params, patches, glimpse) - y) ** 2)


def learned_dropout(logit, key, x):
    keep = jax.random.bernoulli(key, jax.nn.sigmoid(logit), x.shape)  # HAZARD GL405
    return jnp.where(keep, x, 0.0)


def dropout_loss(logit, key, x, y):
    return jnp.mean((learned_dropout(logit, key, x).sum(-1) - y) ** 2)


def score_function_loss(logit, key, x, y):
    p = jax.nn.sigmoid(logit)
    keep = jax.random.bernoulli(key, jax.lax.stop_gradient(p), x.shape)
    cost = (jnp.where(keep, x, 0.0).sum(-1) - y) ** 2
    logp = jnp.sum(jnp.where(keep, jax.nn.log_sigmoid(logit), jax.nn.log_sigmoid(-logit)), -1)
    return jnp.mean(jax.lax.stop_gradient(cost - cost.mean()) * logp)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    patches, y = jnp.array(rng.normal(size=(6, 4, 3))), jnp.array(rng.normal(size=6))
    params = {"query": jnp.ones(3), "out": jnp.ones(3)}
    hard = jax.grad(attention_loss)(params, patches, y, glimpse_hard)
    assert not hard["query"].any() and hard["out"].all()
    assert jax.grad(attention_loss)(params, patches, y, glimpse_soft)["query"].all()
    key, x = jax.random.PRNGKey(0), patches[:, 0]
    assert float(jax.grad(dropout_loss)(0.3, key, x, y)) == 0.0
    assert abs(float(jax.grad(score_function_loss)(0.3, key, x, y))) > 0.0
