# framework: jax
# verdict: clean
# seen: aux metrics, debug.print/debug.callback, host-side confusion matrix
"""Auxiliary outputs, debug prints and host-side metrics around one loss."""
import collections

import jax
import jax.numpy as jnp
import numpy as np

Metrics = collections.namedtuple("Metrics", "loss accuracy confidence grad_norm")
SEEN = []


def record(value):
    SEEN.append(float(value))


def forward(params, x):
    hidden = jnp.tanh(x @ params["w"] + params["b"])
    return hidden @ params["v"], hidden


def loss_fn(params, x, y, verbose=False):
    logits, hidden = forward(params, x)
    logp = jax.nn.log_softmax(logits)
    loss = -jnp.mean(jnp.take_along_axis(logp, y[:, None], 1))
    saturation = jnp.mean(jnp.abs(hidden) > 0.97)
    jax.debug.callback(record, loss)
    if verbose:
        jax.debug.print("saturated {s:.2f}", s=saturation)
    aux = {"pred": jnp.argmax(logits, 1), "top": jnp.max(jnp.exp(logp), 1), "rounded": jnp.round(logits, 2)}
    return loss, aux


@jax.jit
def train_step(params, x, y):
    (loss, aux), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, y)
    norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))
    params = jax.tree.map(lambda p, g: p - 0.5 * g, params, grads)
    metrics = Metrics(loss, jnp.mean(aux["pred"] == y), aux["top"].mean(), norm)
    return params, metrics, grads


def confusion(pred, y, k):
    table = np.zeros((k, k), int)
    for p, t in zip(np.asarray(pred), y):
        table[t, p] += 1
    return table


def main(steps=4):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(40, 2)).astype(np.float32)
    y = (x[:, 0] > x[:, 1]).astype(int)
    params = {"w": jnp.asarray(rng.normal(size=(2, 6)), jnp.float32), "b": jnp.zeros(6), "v": jnp.asarray(rng.normal(size=(6, 2)), jnp.float32)}
    for i in range(steps):
        params, m, grads = train_step(params, x, y)
        print(i, *(f"{k}={float(v):.3f}" for k, v in m._asdict().items()))
    table = confusion(loss_fn(params, x, y, verbose=True)[1]["pred"], y, 2)
    jax.effects_barrier()
    return grads, table


if __name__ == "__main__":
    grads, table = main()
    assert table.sum() == 40 and len(SEEN) == 5
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
