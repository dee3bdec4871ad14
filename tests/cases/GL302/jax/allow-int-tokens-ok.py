# framework: jax
# verdict: clean
# seen: integer leaves are split off or allowed; saliency is taken at the embeddings
"""Integer leaves beside float ones: allow_int, argnums past the tokens, saliency at the embeddings, one-hot inputs."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import dtypes


def embed(params, tokens):
    return params["table"][tokens]


def score(params, emb, lengths):
    mask = jnp.arange(emb.shape[1])[None] < lengths[:, None]
    pooled = jnp.sum(emb * mask[..., None], 1) / lengths[:, None]
    return jnp.tanh(pooled) @ params["w"]


def loss(tokens, params, lengths, y):
    out = score(params, embed(params, tokens), lengths)
    return jnp.mean((out - y) ** 2)


def saliency(params, tokens, lengths):
    grads = jax.grad(lambda e: score(params, e, lengths).sum())(embed(params, tokens))
    return np.linalg.norm(np.asarray(grads), axis=-1)


def integrated(params, onehot, lengths, steps=4):
    def path(alpha):
        return jax.grad(lambda o: score(params, o @ params["table"], lengths).sum())(alpha * onehot)

    return onehot * jax.vmap(path)(jnp.linspace(0.0, 1.0, steps)).mean(0)


def train_state(params):
    return {"params": params, "step": 0, "vocab": np.arange(5)}


def state_loss(state, tokens, lengths, y):
    return loss(tokens, state["params"], lengths, y)


@partial(jax.jit, static_argnums=3)
def update(params, tokens, y, rate):
    lengths = jnp.count_nonzero(tokens, axis=1)
    value, grads = jax.value_and_grad(loss, argnums=1)(tokens, params, lengths, y)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), value


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 3)
    params = {"table": jax.random.normal(k[0], (5, 3)), "w": jax.random.normal(k[1], (3,))}
    tokens = jnp.array([[1, 2, 3, 0], [4, 1, 0, 0]])
    y = jnp.array([1.0, -1.0])
    first = None
    for _ in range(5):
        params, value = update(params, tokens, y, 0.1)
        first = value if first is None else first
    assert value < first
    lengths = jnp.array([3, 2])
    assert saliency(params, tokens, lengths).shape == (2, 4)
    assert integrated(params, jax.nn.one_hot(tokens, 5), lengths).any()
    grads = jax.grad(state_loss, allow_int=True)(train_state(params), tokens, lengths, y)
    assert grads["vocab"].dtype == dtypes.float0 and grads["params"]["w"].any()
