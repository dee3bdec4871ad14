# framework: jax
# verdict: clean
# seen: scan GRU, argmax accuracy in aux, numpy batches
"""Character-level GRU, written with lax.scan and trained with an optax chain."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

TEXT = "the quick brown fox jumps over the lazy dog " * 4
CHARS = sorted(set(TEXT))
LOOKUP = {c: i for i, c in enumerate(CHARS)}


def init(key, vocab, hidden):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    scale = 1.0 / np.sqrt(hidden)
    return {
        "embed": jax.random.normal(k1, (vocab, hidden)) * 0.1,
        "gates": jax.random.normal(k2, (2 * hidden, 2 * hidden)) * scale,
        "cand": jax.random.normal(k3, (2 * hidden, hidden)) * scale,
        "out": jax.random.normal(k4, (hidden, vocab)) * scale,
    }


def cell(params, h, token):
    x = params["embed"][token]
    z, r = jnp.split(jax.nn.sigmoid(jnp.concatenate([x, h]) @ params["gates"]), 2)
    c = jnp.tanh(jnp.concatenate([x, r * h]) @ params["cand"])
    h = (1.0 - z) * h + z * c
    return h, h @ params["out"]


def sequence_loss(params, tokens):
    h0 = jnp.zeros(params["out"].shape[0])
    _, logits = jax.lax.scan(partial(cell, params), h0, tokens[:-1])
    nll = optax.softmax_cross_entropy_with_integer_labels(logits, tokens[1:])
    acc = jnp.mean(jnp.argmax(logits, axis=-1) == tokens[1:])
    return nll.mean(), acc


def batch_loss(params, batch):
    loss, acc = jax.vmap(sequence_loss, in_axes=(None, 0))(params, batch)
    return loss.mean(), acc.mean()


def batches(rng, n, length):
    data = np.array([LOOKUP[c] for c in TEXT])
    while True:
        starts = rng.integers(0, len(data) - length - 1, n)
        yield np.stack([data[s:s + length + 1] for s in starts])


def train(steps=5):
    params = init(jax.random.PRNGKey(0), len(CHARS), 12)
    opt = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(optax.cosine_decay_schedule(1e-2, steps)))
    state = opt.init(params)

    @jax.jit
    def step(params, state, batch):
        (loss, acc), grads = jax.value_and_grad(batch_loss, has_aux=True)(params, batch)
        updates, state = opt.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss, acc, grads

    source, history = batches(np.random.default_rng(0), 4, 16), []
    for _, batch in zip(range(steps), source):
        params, state, loss, acc, grads = step(params, state, batch)
        history.append((float(loss), acc.item()))
    return grads, history


if __name__ == "__main__":
    grads, history = train()
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
    assert history[-1][0] < history[0][0]
