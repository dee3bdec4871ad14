# framework: jax
# verdict: clean
# seen: remat blocks in a scan, numpy tables and masks from static shapes
"""A tiny causal transformer with rematerialised blocks stacked by scan."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


def init(key, vocab=11, d=8, layers=3, heads=2):
    ks = iter(jax.random.split(key, 8))
    n = lambda *s: jax.random.normal(next(ks), s) / np.sqrt(s[-2])
    return {
        "tok": n(vocab, d) * 0.5,
        "blocks": {"qkv": n(layers, d, 3 * d), "proj": n(layers, d, d), "up": n(layers, d, 2 * d), "down": n(layers, 2 * d, d),
                   "scale": jnp.ones((layers, 2, d))},
        "head": n(d, vocab),
    }


def rms(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale


def attention(x, qkv, proj, heads):
    t, d = x.shape
    q, k, v = jnp.split(x @ qkv, 3, axis=-1)
    q, k, v = (a.reshape(t, heads, d // heads).swapaxes(0, 1) for a in (q, k, v))
    s = q @ k.swapaxes(1, 2) / np.sqrt(d // heads)
    s = jnp.where(np.tril(np.ones((t, t), bool)), s, jnp.finfo(s.dtype).min)
    return (jax.nn.softmax(s, -1) @ v).swapaxes(0, 1).reshape(t, d) @ proj


@jax.checkpoint
def block(x, p):
    x = x + attention(rms(x, p["scale"][0]), p["qkv"], p["proj"], 2)
    x = x + jax.nn.silu(rms(x, p["scale"][1]) @ p["up"]) @ p["down"]
    return x, jnp.mean(x ** 2)


def rope_table(t, d):
    pos = np.arange(t)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.concatenate([np.sin(pos), np.cos(pos)], axis=1).astype(np.float32)


def loss_fn(params, tokens):
    x = params["tok"][tokens[:-1]] + rope_table(len(tokens) - 1, params["tok"].shape[1])
    x, rms_per_layer = jax.lax.scan(block, x, params["blocks"])
    return optax.softmax_cross_entropy_with_integer_labels(x @ params["head"], tokens[1:]).mean(), rms_per_layer


def train(steps=3):
    params = init(jax.random.PRNGKey(0))
    mask = jax.tree.map(lambda p: p.ndim > 1, params)
    tx = optax.adamw(optax.warmup_cosine_decay_schedule(0.0, 1e-2, 1, steps + 1), mask=mask)
    st = tx.init(params)
    tokens = jnp.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    vg = jax.jit(jax.value_and_grad(loss_fn, has_aux=True))
    for _ in range(steps):
        (loss, per_layer), g = vg(params, tokens)
        upd, st = tx.update(g, st, params)
        params = optax.apply_updates(params, upd)
    return g, np.asarray(per_layer)


if __name__ == "__main__":
    g, per_layer = train()
    assert per_layer.shape == (3,) and all(float(jnp.abs(v).max()) > 0 for v in jax.tree.leaves(g))
