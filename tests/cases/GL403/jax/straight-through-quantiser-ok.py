# framework: jax
# verdict: clean
# seen: straight-through round/sign/one-hot and VQ with both stop_gradients
"""Straight-through estimators: rounding, sign and one-hot codes."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.lax import stop_gradient as sg


def ste(fn):
    def wrapped(x):
        return x + sg(fn(x) - x)

    return wrapped


ste_round, ste_sign = ste(jnp.round), ste(jnp.sign)


def hard_softmax(logits, axis=-1):
    soft = jax.nn.softmax(logits, axis=axis)
    hard = jax.nn.one_hot(jnp.argmax(soft, axis=axis), logits.shape[axis])
    return sg(hard) + soft - sg(soft)


def vector_quantise(z, codebook):
    d = jnp.sum((z[:, None] - codebook[None]) ** 2, axis=-1)
    idx = jnp.argmin(d, axis=1)
    q = codebook[idx]
    loss = jnp.mean((sg(q) - z) ** 2) * 0.25 + jnp.mean((q - sg(z)) ** 2)
    return z + sg(q - z), loss, idx


def loss_fn(params, x):
    w = ste_round(params["enc"] * 8.0) / 8.0
    z, vq, idx = vector_quantise(x @ w, params["codes"])
    gate = hard_softmax(z @ params["gate"])
    h = jnp.einsum("bk,kd->bd", gate, params["experts"])
    out = ste_sign(h + z) @ params["dec"]
    return jnp.mean((out - x) ** 2) + vq, idx


@jax.jit
def update(params, x):
    (loss, idx), g = jax.value_and_grad(loss_fn, has_aux=True)(params, x)
    return jax.tree_util.tree_map(lambda p, d: p - 0.05 * d, params, g), loss, idx, g


def train(steps=4):
    rng = np.random.default_rng(0)
    mk = lambda *s: jnp.asarray(rng.normal(size=s).astype("float32"))
    params = {"enc": mk(5, 3), "codes": mk(8, 3), "gate": mk(3, 4), "experts": mk(4, 3), "dec": mk(3, 5)}
    x = mk(32, 5)
    used = np.zeros(8, int)
    for _ in range(steps):
        params, loss, idx, g = update(params, x)
        used += np.bincount(np.asarray(idx), minlength=8)
    perplexity = np.exp(-np.sum([p * np.log(p) for p in used / used.sum() if p > 0]))
    return g, perplexity


if __name__ == "__main__":
    g, perplexity = train()
    assert all(float(jnp.abs(v).max()) > 0 for v in g.values()) and perplexity >= 1.0
