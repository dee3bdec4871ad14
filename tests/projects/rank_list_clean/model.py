import flax.linen as nn
import jax.numpy as jnp


class Attend(nn.Module):
    dim: int
    heads: int = 2

    @nn.compact
    def __call__(self, x, mask):
        q, k, v = (nn.Dense(self.dim, name=n)(x) for n in ("q", "k", "v"))
        scale = self.param("scale", nn.initializers.ones, ())
        logits = scale * jnp.einsum("bqd,bkd->bqk", q, k)
        logits = jnp.where(mask[:, None, :], logits, -1e9)
        return nn.Dense(self.dim, name="o")(nn.softmax(logits) @ v)


class Ranker(nn.Module):
    dim: int = 8

    @nn.compact
    def __call__(self, x, mask):
        h = nn.Dense(self.dim)(x)
        h = h + Attend(self.dim)(h, mask)
        return nn.Dense(1)(h)[..., 0]
