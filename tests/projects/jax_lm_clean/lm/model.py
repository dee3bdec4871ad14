import jax
import jax.numpy as jnp

from lm.layers import attention, dense, dense_init, layer_norm


def init(key, vocab, dim):
    keys = iter(jax.random.split(key, 8))
    return {
        "emb": jax.random.normal(next(keys), (vocab, dim)) * 0.1,
        "attn": {n: dense_init(next(keys), dim, dim) for n in "qkvo"},
        "norm": {"scale": jnp.ones(dim)},
        "out": dense_init(next(keys), dim, vocab),
    }


def forward(params, tokens):
    x = params["emb"][tokens]
    mask = jnp.tril(jnp.ones((tokens.shape[-1],) * 2, bool))
    x = x + attention(params["attn"], layer_norm(params["norm"], x), mask)
    return dense(params["out"], x)
