# framework: jax
# verdict: clean
# seen: straight-through codes, commitment, EMA codebook updated outside the gradient
"""VQ-VAE: nearest codes by argmin, a straight-through output and a codebook kept by moving averages."""
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax


@dataclass(frozen=True)
class Config:
    codes: int = 8
    dim: int = 4
    beta: float = 0.25
    decay: float = 0.9
    eps: float = 1e-5


class Codebook(NamedTuple):
    embed: jax.Array
    count: jax.Array
    total: jax.Array


class Quantised(NamedTuple):
    z: jax.Array
    codes: jax.Array
    commit: jax.Array


def quantise(z, book, cfg):
    d2 = (z**2).sum(-1, keepdims=True) - 2 * z @ book.embed.T + (book.embed**2).sum(-1)
    codes = jnp.argmin(d2, axis=-1)
    q = book.embed[codes]
    commit = cfg.beta * jnp.mean((z - jax.lax.stop_gradient(q)) ** 2)
    return Quantised(z + jax.lax.stop_gradient(q - z), codes, commit)


def loss_fn(params, book, x, cfg):
    z = jnp.tanh(x @ params["enc"])
    out = quantise(z, book, cfg)
    recon = out.z @ params["dec"]
    usage = jnp.bincount(out.codes, length=cfg.codes) / len(x)
    perplexity = jnp.exp(-jnp.sum(usage * jnp.log(usage + 1e-10)))
    loss = jnp.mean((recon - x) ** 2) + out.commit
    return loss, {"perplexity": perplexity, "codes": out.codes, "z": z}


def ema(book, z, codes, cfg):
    onehot = jax.nn.one_hot(codes, cfg.codes)
    count = cfg.decay * book.count + (1 - cfg.decay) * onehot.sum(0)
    total = cfg.decay * book.total + (1 - cfg.decay) * onehot.T @ z
    n = count.sum()
    smoothed = (count + cfg.eps) / (n + cfg.codes * cfg.eps) * n
    return Codebook(total / smoothed[:, None], count, total)


def main(cfg=Config(), steps=6):
    k = jax.random.split(jax.random.PRNGKey(0), 4)
    params = {"enc": jax.random.normal(k[0], (6, cfg.dim)), "dec": jax.random.normal(k[1], (cfg.dim, 6))}
    embed = jax.random.normal(k[2], (cfg.codes, cfg.dim))
    book = Codebook(embed, jnp.ones(cfg.codes), embed)
    tx = optax.adamw(1e-2)
    state = tx.init(params)

    @jax.jit
    def step(params, state, book, x):
        (loss, aux), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, book, x, cfg)
        updates, state = tx.update(grads, state, params)
        book = ema(book, aux["z"], aux["codes"], cfg)
        return optax.apply_updates(params, updates), state, book, loss, aux["perplexity"], grads

    x = jax.random.normal(k[3], (16, 6))
    losses = []
    for _ in range(steps):
        params, state, book, loss, ppl, grads = step(params, state, book, x)
        losses.append(float(loss))
        print(f"loss {loss:.3f} perplexity {ppl.item():.2f}")
    return losses, grads


if __name__ == "__main__":
    losses, grads = main()
    assert losses[-1] < losses[0]
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
