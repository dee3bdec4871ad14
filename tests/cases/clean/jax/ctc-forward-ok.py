# framework: jax
# verdict: clean
# seen: dynamic programming in log space with a finite floor
"""CTC by hand in a scan, beam-free decoding by argmax outside the loss, edit distance in NumPy."""
import itertools

import jax
import jax.numpy as jnp
import numpy as np
import optax

NEG = -1e5


def ctc_single(logits, labels, label_length, blank=0):
    logp = jax.nn.log_softmax(logits)
    ext = jnp.stack([jnp.full_like(labels, blank), labels], 1).reshape(-1)
    ext = jnp.append(ext, blank)
    n = ext.shape[0]
    skip = jnp.concatenate([jnp.zeros(2, bool), (ext[2:] != blank) & (ext[2:] != ext[:-2])])
    alpha = jnp.full(n, NEG).at[0].set(logp[0, blank]).at[1].set(logp[0, ext[1]])

    def step(alpha, lp):
        one = jnp.concatenate([jnp.array([NEG]), alpha[:-1]])
        two = jnp.where(skip, jnp.concatenate([jnp.full(2, NEG), alpha[:-2]]), NEG)
        total = jax.nn.logsumexp(jnp.stack([alpha, one, two]), axis=0)
        return jnp.maximum(total + lp[ext], NEG), None

    alpha, _ = jax.lax.scan(step, alpha, logp[1:])
    end = 2 * label_length
    return -jnp.logaddexp(jnp.take(alpha, end), jnp.take(alpha, end - 1))


def loss_fn(params, x, labels, lengths):
    logits = jnp.einsum("btf,fv->btv", x, params["w"]) + params["b"]
    per = jax.vmap(ctc_single)(logits, labels, lengths)
    return (per / lengths).mean(), logits


def greedy(logits):
    for row in np.asarray(logits.argmax(-1)):
        yield [int(k) for k, _ in itertools.groupby(row) if k != 0]


def edit_distance(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), int)
    d[:, 0], d[0] = np.arange(len(a) + 1), np.arange(len(b) + 1)
    for i, j in itertools.product(range(1, len(a) + 1), range(1, len(b) + 1)):
        d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return d[-1, -1]


def train(steps=10):
    k = jax.random.split(jax.random.PRNGKey(0), 3)
    params = {"w": jax.random.normal(k[0], (4, 5)) * 0.1, "b": jnp.zeros(5)}
    x = jax.random.normal(k[1], (3, 12, 4))
    labels = jax.random.randint(k[2], (3, 4), 1, 5)
    lengths = jnp.array([4, 3, 2])
    tx = optax.adam(5e-2)
    state, history = tx.init(params), []
    step = jax.jit(jax.value_and_grad(loss_fn, has_aux=True))
    for _ in range(steps):
        (loss, logits), grads = step(params, x, labels, lengths)
        updates, state = tx.update(grads, state)
        params = optax.apply_updates(params, updates)
        errors = sum(edit_distance(h, l[:n].tolist()) for h, l, n in zip(greedy(logits), np.asarray(labels), np.asarray(lengths)))
        history.append((float(loss), errors))
    want = optax.ctc_loss(logits, jnp.zeros(logits.shape[:2]), labels, (jnp.arange(4)[None] >= lengths[:, None]).astype(float))
    assert jnp.allclose((want / lengths).mean(), loss, rtol=1e-2)
    return history, grads


if __name__ == "__main__":
    history, grads = train()
    assert history[-1][0] < history[0][0]
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
